"""Fetching a model's files from its public repository. The only module of edge that downloads; extra `pull`.

huggingface_hub does the work: it resumes a partial file, and reads HF_ENDPOINT and HF_TOKEN.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from edge.errors import ModelError, NotPermitted, StorageError
from edge.models.installed import folder
from edge.records.catalog import CatalogModel, Variant

#: Called with (bytes done, bytes in all or 0) of the file being fetched.
ProgressFn = Callable[[int, int], None]


def fetch(model: CatalogModel, variant: Variant, path: str, progress: ProgressFn) -> Path:
    """One file of a variant into the model's folder, resumed where an earlier try stopped.

    Raises ModelError for what the repository answers, NotPermitted when it wants an account, StorageError.
    """
    try:
        # Transfers in pieces by a native helper with a cache of its own: not resumable by plain means,
        # so not used.
        os.environ.setdefault("HF_HUB_DISABLE_XET", "1")
        os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
        import huggingface_hub as hub
        from huggingface_hub import errors
    except ImportError as error:
        raise ModelError(f"Pulling needs the library huggingface_hub: {error}.", _INSTALL) from error
    repository, revision = model.origin(variant)
    carry = f"edge models import FOLDER --model {model.name}"
    elsewhere = f"Fetch {path} of {repository} on a machine that can, then: {carry}"
    try:
        # A user agent without the library's own list of installed packages.
        return Path(
            hub.hf_hub_download(
                repository, path, revision=revision, local_dir=folder(model), library_name="edge",
                tqdm_class=_reporter(progress), endpoint=os.environ.get("HF_ENDPOINT") or None,
            )
        )  # fmt: skip
    except errors.GatedRepoError as error:
        raise NotPermitted(
            f"{repository} asks for an account that accepted the terms ({model.licence_url}).",
            f"Accept them there and set HF_TOKEN; or {elsewhere}",
        ) from error
    except (errors.HfHubHTTPError, errors.EntryNotFoundError, errors.LocalEntryNotFoundError) as error:
        raise ModelError(
            f"{repository}/{path} cannot be fetched: {str(error).splitlines()[0]}", elsewhere
        ) from error
    except errors.OfflineModeIsEnabled as error:
        raise NotPermitted("The environment says HF_HUB_OFFLINE.", "Unset it to fetch models.") from error
    except _transport_error(hub) as error:
        raise ModelError(
            f"The connection to {repository} broke: {error}.", "Run the same command again: it resumes."
        ) from error
    except OSError as error:
        raise StorageError(
            f"{path} cannot be fetched: {error}.", "Run the same command again: it resumes."
        ) from error


def _transport_error(hub: Any) -> type[Exception]:
    """What the hub library's HTTP client raises when a connection breaks; its versions use different ones."""
    client = import_module(type(hub.get_session()).__module__.partition(".")[0])
    return getattr(client, "HTTPError", OSError)


def _reporter(progress: ProgressFn) -> type:
    tqdm: Any = import_module("huggingface_hub.utils").tqdm

    class Reporter(tqdm):  # type: ignore[misc]  # untyped library
        """The hub's bar, told to us and not drawn."""

        def __init__(self, *given: object, **named: object) -> None:
            named["disable"] = True
            super().__init__(*given, **named)
            self._done = int(named.get("initial") or 0)  # type: ignore[call-overload]
            self._all = int(named.get("total") or 0)  # type: ignore[call-overload]

        def update(self, count: float | None = 1) -> bool | None:
            self._done += int(count or 0)
            progress(self._done, self._all)
            return None

    return Reporter


_INSTALL = "pip install 'edge-answers[pull]'"
