"""Opening what ONNX Runtime and tokenizers run: quietly, with typed errors, on a set number of threads.

Shared by the embedder and the reranker.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from edge.engines.onnx.saturation import saturates
from edge.errors import ModelDamaged, ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The next step that every error about an opened model names.
VERIFY = "Check it: edge models verify"
_INSTALL = "pip install 'edge-answers[embed]'"

#: Letters, a figure and signs, of which a damaged tokenizer fails on one.
_ANY_TEXT = "Où est la clé ? (12,5 %) edge 鍵 🔑 "

#: Bytes of a tokenizer file from which reading it leaves much behind.
_LARGE = 8_000_000

#: The tokenizers that some model uses, by file as it was when it was read.
_open: WeakValueDictionary[tuple[Path, int, int], Any] = WeakValueDictionary()

#: What a network of text takes, the last where it tells a question from a passage.
TEXT_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}

#: Ids that a tokenizer may have beyond the model's table (Gemma's has one, for images).
_SPARE = 64


class OnnxSession:
    """An open ONNX file. `inputs` and `outputs` are names. For one thread at a time."""

    def __init__(self, path: Path, threads: int) -> None:
        """Raises ModelError without the library, ModelDamaged for a file that it cannot open."""
        onnxruntime = runtime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Waiting threads that spin cost a shared machine more than they win here (measured).
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 4
        if saturates(onnxruntime):
            options.add_session_config_entry("session.x64quantprecision", "1")
        self.path = path
        try:
            with _quiet():
                self._opened = onnxruntime.InferenceSession(
                    str(path), options, providers=["CPUExecutionProvider"]
                )
        except _runtime_errors() as error:
            raise ModelDamaged(f"ONNX Runtime cannot open {path}: {str(error)[:300]}", VERIFY) from error
        self.inputs = [item.name for item in self._opened.get_inputs()]
        self.outputs = [item.name for item in self._opened.get_outputs()]

    def run(self, output: str, given: Mapping[str, NDArray[np.int64]]) -> NDArray[np.float32]:
        """One output for the inputs that the model has among `given`. Raises ModelError."""
        return self.run_all((output,), given)[0]

    def run_all(
        self, outputs: Sequence[str], given: Mapping[str, NDArray[np.int64]]
    ) -> list[NDArray[np.float32]]:
        """Several outputs of one run, as `run`."""
        try:
            found: list[NDArray[np.float32]] = self._opened.run(
                list(outputs), {name: given[name] for name in self.inputs}
            )
        except _runtime_errors() as error:
            raise ModelError(f"The model {self.path} failed: {str(error)[:300]}", VERIFY) from error
        return found


def runtime() -> Any:
    """ONNX Runtime, which from 1.29 on keeps an identifier of the device and sends its makers what it does:
    told not to before it is loaded, it does neither. Raises ModelError where it is not installed.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelError(f"This model needs the library onnxruntime: {error}.", _INSTALL) from error
    if hasattr(onnxruntime, "disable_telemetry_events"):  # on Windows, whose variable is another
        onnxruntime.disable_telemetry_events()
    return onnxruntime


def tokenizer(path: Path, *, vocabulary: int, first: int, last: int) -> Any:
    """A `tokenizers.Tokenizer` without padding or truncation, whose ids and frame fit the model's. It is not
    to be changed: models that share a file share the tokenizer as long as one of them is open.

    Raises ModelError for one of another model, ModelDamaged for a file that cannot be parsed.
    """
    try:
        import tokenizers
    except ImportError as error:
        raise ModelError(f"This model needs the library tokenizers: {error}.", _INSTALL) from error
    found = _shared(tokenizers.Tokenizer, path)
    framed = found.encode("edge").ids
    fits = vocabulary * 0.9 <= found.get_vocab_size() <= vocabulary + _SPARE
    if not fits or len(framed) < 3 or framed[0] != first or framed[-1] != last:
        raise ModelError(
            f"The tokenizer {path} does not fit the model: {found.get_vocab_size()} tokens, not"
            f" {vocabulary}, or frame {framed[:1]}…{framed[-1:]}, not [{first}]…[{last}].",
            "Put the tokenizer.json of the same repository beside the model.",
        )
    return found


def _shared(kind: Any, path: Path) -> Any:
    try:
        seen = path.stat()
    except OSError:
        return parsed(kind, path)  # tells what is wrong
    key = path, seen.st_mtime_ns, seen.st_size
    found = _open.get(key)
    if found is None:
        found = _open[key] = parsed(kind, path)
    return found


def clean(text: str) -> str:
    """The text with what UTF-8 cannot hold replaced: the tokenizer refuses lone surrogates."""
    return text.encode("utf-8", "replace").decode("utf-8")


def parsed(kind: Any, path: Path) -> Any:
    """A tokenizer of `kind`, without padding or truncation, that has read one text. Raises ModelDamaged.

    The library has no error type of its own: it raises a plain `Exception` for a file that it cannot parse,
    and a panic of Rust, which is no `Exception`, for one whose parts do not fit.
    """
    try:
        with _quiet():
            found = kind.from_file(str(path))
            found.no_padding()
            found.no_truncation()
            found.encode(_ANY_TEXT)
    except BaseException as error:
        if type(error) is Exception or type(error).__name__ == "PanicException":
            raise ModelDamaged(f"The tokenizer {path} cannot be read: {str(error)[:200]}", VERIFY) from error
        raise
    if path.stat().st_size > _LARGE:
        _give_back()
    return found


def _give_back() -> None:
    """Return freed memory: parsing 262,144 tokens leaves tens of megabytes that the C library would keep.
    What a small file leaves, the network that is opened next takes, sooner than from the system.
    """
    import ctypes

    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc only
        if trim is not None:
            trim(0)


def _runtime_errors() -> tuple[type[BaseException], ...]:
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    named = [item for item in vars(state).values() if isinstance(item, type) and issubclass(item, Exception)]
    return (*named, RuntimeError, ValueError, MemoryError)


@contextmanager
def _quiet() -> Iterator[None]:
    """Native code that prints while loading must not reach stdout: that is where the JSON goes."""
    try:
        sys.stdout.flush()
        kept = os.dup(1)
    except (OSError, AttributeError):  # no stdout at all
        yield
        return
    try:
        with suppress(OSError):
            os.dup2(2, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
