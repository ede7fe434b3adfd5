"""The checks of `edge doctor`: this machine, the installation, the knowledge base.

Nothing is kept and no connection is opened. A check never raises: what it finds is its result.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
from collections.abc import Mapping
from contextlib import closing
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edge import __version__, config, device, paths
from edge.engines.gemma import llama
from edge.errors import EdgeError, KnowledgeError, ModelDamaged, ModelError, UsageError
from edge.records.diagnosis import Check, DoctorReport
from edge.settings import Settings

if TYPE_CHECKING:
    from edge.engines.gemma.llama_proof import ProofResult

#: Below this, a crafted FTS5 table can overflow the heap (CVE-2026-11824) and WAL can corrupt.
OLDEST_SQLITE = (3, 53, 2)

#: What each extra adds, and the module that shows it is there.
EXTRAS = {
    "embed": ("onnxruntime", "search by meaning as well as by words"),
    "llama": ("llama_cpp", "answers chosen and written by Gemma"),
    "vision": ("llama_cpp", "copies graded whose pages are pictures, by a Gemma with a projector"),
    "extract": ("dateparser", "reading messages: dates, amounts, telephone numbers"),
    "cloud": ("anthropic", "hard cases handed to Claude, after you said yes"),
    "mcp": ("mcp", "edge as a tool of other programs"),
    "serve": ("starlette", "a page and an HTTP interface on this machine"),
    "pull": ("huggingface_hub", "fetching model weights"),
    "docs": ("defusedxml", "Word, PowerPoint, OpenDocument, EPUB, spreadsheets, RTF, reStructuredText"),
    "bundle": ("cyclonedx", "all of it as one file for a machine without a network: edge bundle create"),
    "make": ("onnx", "making a model of vectors from a package: edge models make"),
}

#: How to get an extra that a plain install would get wrong (docs/models.md).
_PLAIN_STEP = "pip install 'edge-answers[{}]'"
_WHEEL = 'in a checkout: pip install --force-reinstall "$(python build/llama_wheel.py)"'
_STEPS = {"llama": _WHEEL, "vision": _WHEEL}

#: Variables that would change what leaves, where to or who reads along, in other programs. Not in edge.
IGNORED = (
    "ALL_PROXY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_LOG",
    "HTTPS_PROXY", "HTTP_PROXY", "SSLKEYLOGFILE", "https_proxy", "http_proxy", "all_proxy",
)  # fmt: skip

#: Variables that count: who is trusted, where things are, where requests go.
HEEDED = (
    "EDGE_CLOUD_BASE_URL",
    "EDGE_CLOUD_KEY",
    "EDGE_CONFIG",
    "EDGE_STATE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
)

_LOW_DISK = 1_000_000_000


def examine(flags: Mapping[str, Any] | None = None) -> DoctorReport:
    """Run every check under the settings that `flags` lead to. Unreadable settings are a result too."""
    checks = [_python(), _sqlite(), _fts5(), _extensions()]
    try:
        settings, origins = config.load_with_origins(flags)
    except UsageError as error:
        checks.append(Check(name="settings", status="fail", detail=error.message, next_step=error.hint))
        settings = Settings()
    else:
        checks.append(_settings(settings, origins))
    checks += [
        _knowledge(settings.knowledge_path),
        _state(settings.state_path),
        _folder("home", paths.home()),
    ]
    checks += [_folder("config", paths.config_file().parent), _disk(), device.check(), _pdf(), _reader()]
    checks.append(_network(settings))
    checks.append(_environment(os.environ))
    checks += [_extra(name) for name in EXTRAS]
    checks += _gemma(settings)
    broken = [check.name for check in checks if check.status == "fail"]
    code = 0 if not broken else 7 if broken == ["knowledge"] else 1
    return DoctorReport(ok=not broken, exit_code=code, checks=checks)


def _environment(environ: Mapping[str, str]) -> Check:
    """Variables that change where bytes go or how. What they hold is not printed: it may be a secret."""
    ignored = [name for name in IGNORED if environ.get(name)]
    heeded = [name for name in HEEDED if environ.get(name)]
    parts = (
        [f"set, and heeded (whom a connection trusts, where things are): {', '.join(heeded)}"]
        if heeded
        else []
    )
    parts += [f"set, and not used by edge: {', '.join(ignored)}"] if ignored else []
    return Check(
        name="environment", status="warn" if heeded else "ok",
        detail="; ".join(parts) or "no variable changes where anything goes",
        next_step="Unset what you did not set yourself." if heeded else "",
    )  # fmt: skip


def _python() -> Check:
    detail = f"{platform.python_version()} on {platform.system()} {platform.machine()}, edge {__version__}"
    return Check(name="python", status="ok", detail=detail)


def sqlite_version() -> str:
    """Version of the SQLite that edge uses, e.g. "3.54.1". Raises ImportError."""
    import apsw

    return str(apsw.sqlitelibversion())


def _sqlite() -> Check:
    step = "pip install --upgrade apsw"
    try:
        found = sqlite_version()
    except ImportError as error:
        return Check(name="sqlite", status="fail", detail=f"apsw cannot be imported: {error}", next_step=step)
    if tuple(int(part) for part in found.split(".")[:3]) < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        return Check(
            name="sqlite", status="fail", detail=f"{found} is older than {oldest} and unsafe", next_step=step
        )
    return Check(name="sqlite", status="ok", detail=f"{found}, through apsw")


def _fts5() -> Check:
    import apsw

    try:
        apsw.Connection(":memory:").execute("CREATE VIRTUAL TABLE t USING fts5(x)").fetchall()
    except apsw.Error as error:
        return Check(
            name="fts5", status="fail", detail=str(error), next_step="pip install --force-reinstall apsw"
        )
    return Check(name="fts5", status="ok", detail="full-text search is built in")


def _extensions() -> Check:
    import apsw

    try:
        apsw.Connection(":memory:").enable_load_extension(True)
    except (apsw.Error, AttributeError) as error:
        return Check(
            name="extensions",
            status="warn",
            detail=f"SQLite cannot load extensions: {error}",
            next_step="Only vector search will need them; nothing to do for now.",
        )
    return Check(name="extensions", status="ok", detail="SQLite can load extensions")


def _settings(settings: Settings, origins: Mapping[str, str]) -> Check:
    changed = [f"{name} ({origin})" for name, origin in origins.items() if origin != "default"]
    detail = "changed: " + ", ".join(changed) if changed else "all at their defaults"
    return Check(name="settings", status="ok", detail=detail)


def _knowledge(path: Path) -> Check:
    import apsw

    from edge.search import database, vectors

    meaning = False
    try:
        manifest = database.verify(path, full=True)
        connection = database.open_knowledge(path)
        try:
            sound = connection.execute("PRAGMA quick_check(1)").fetchall()[0][0]
            failures = [row[0] for row in connection.execute("SELECT name FROM failures ORDER BY name")]
            meaning = bool(vectors.stored(connection))
        finally:
            connection.close()
    except KnowledgeError as error:
        return Check(name="knowledge", status="fail", detail=error.message, next_step=error.hint)
    except apsw.Error as error:
        sound, failures = str(error), []
    except EdgeError as error:  # a disk or a lock in the way: not the knowledge base's own fault
        return Check(name="knowledge", status="warn", detail=error.message, next_step=error.hint)
    if sound != "ok":
        step = f"Build it again: edge index … --knowledge {path}"
        return Check(name="knowledge", status="fail", detail=f"{path}: {sound}", next_step=step)
    detail = (
        f"{path}: {manifest.sources} documents, {manifest.pages} pages, {manifest.chunks} chunks, "
        f"schema {manifest.knowledge_version}, sha256 {manifest.sha256[:12]}… as its manifest says"
    )
    if failures:
        return Check(
            name="knowledge",
            status="warn",
            detail=f"{detail}; {len(failures)} documents could not be read: {', '.join(failures[:5])}",
            next_step="edge index tries them again and says why.",
        )
    if not meaning:
        detail += "; no vectors: words alone are compared"
        step = f"If you want it found by meaning too: edge embed --knowledge {path}"
        return Check(name="knowledge", status="ok", detail=detail, next_step=step)
    return Check(name="knowledge", status="ok", detail=detail)


def _state(path: Path) -> Check:
    """Every page of the user's own database, whatever its size."""
    if not path.is_file():
        return Check(name="state", status="ok", detail=f"{path}: nothing kept yet")
    from edge.state import database, page_sums

    try:
        with closing(database.open_state(path)) as db:
            database.check(db, path)
    except EdgeError as error:
        return Check(name="state", status="fail", detail=error.message, next_step=error.hint)
    if page_sums.vfs() is None:
        detail = f"{path}: sound, but its pages carry no sums: this apsw comes without {page_sums.EXTENSION}"
        step = "pip install --force-reinstall --only-binary apsw apsw"
        return Check(name="state", status="warn", detail=detail, next_step=step)
    return Check(name="state", status="ok", detail=f"{path}: every page is as it was written")


def _standing(path: Path) -> Path:
    """The folder itself, or the nearest one above it that exists."""
    return next((place for place in (path, *path.parents) if place.is_dir()), Path(path.anchor or "."))


def _folder(name: str, path: Path) -> Check:
    there = _standing(path)
    if not os.access(there, os.W_OK | os.X_OK):
        return Check(
            name=name,
            status="warn",
            detail=f"{path} cannot be written: questions work, remembering does not",
            next_step="Set EDGE_HOME to a folder of your own.",
        )
    return Check(name=name, status="ok", detail=str(path) + ("" if there == path else " (made when needed)"))


def _disk() -> Check:
    there = _standing(paths.home())
    free = shutil.disk_usage(there).free
    detail = f"{free / 1e9:.1f} GB free at {there}"
    if free < _LOW_DISK:
        return Check(name="disk", status="warn", detail=detail, next_step="Make room before indexing.")
    return Check(name="disk", status="ok", detail=detail)


def _pdf() -> Check:
    # Found, not imported: the PDF library belongs to the worker process.
    try:
        found = metadata.version("pymupdf")
    except metadata.PackageNotFoundError:
        return Check(
            name="pdf",
            status="warn",
            detail="PyMuPDF is missing: PDFs cannot be indexed",
            next_step="pip install 'pymupdf<2'",
        )
    if int(found.split(".", 1)[0]) >= 2:
        return Check(
            name="pdf",
            status="warn",
            detail=f"PyMuPDF {found}: edge is tested with 1.x, and 2.x takes 136 MB at start",
            next_step="pip install 'pymupdf<2'",
        )
    return Check(name="pdf", status="ok", detail=f"PyMuPDF {found}, run in a worker process")


def _reader() -> Check:
    """Encoder and reader of `semantic`, every byte of them, and what runs them. No digest is kept."""
    from edge.cascade.factory import ENCODER, READER
    from edge.models import catalog, installed

    size = 0
    try:
        for model in map(catalog.get, (ENCODER, READER)):
            place = installed.locate(model, model.variant())
            for file, path in zip(model.files_of(model.variant()), place.paths, strict=True):
                _same(path, file.sha256, installed.how_to_get(model, model.variant()))
            size += sum(file.bytes for file in model.variant().files)
    except EdgeError as error:
        detail = f"{error.message.rstrip('.')}: sentences are chosen by words alone"
        return Check(name="reader", status="warn", detail=detail, next_step=error.hint)
    missing = [name for name in ("onnxruntime", "tokenizers") if find_spec(name) is None]
    if missing:
        step = "If you want it: pip install 'edge-answers[embed]'"
        detail = (
            f"not usable: {' and '.join(missing)} not installed;"
            " adds: sentences read and compared by meaning (--engine semantic)"
        )
        return Check(name="reader", status="ok", detail=detail, next_step=step, absent=True)
    detail = f"{ENCODER} and {READER}, {size / 1e6:.0f} MB, their digests as published"
    return Check(name="reader", status="ok", detail=detail)


def _same(path: Path, wanted: str, mend: str) -> None:
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"The model file {path} cannot be read: {error}.", mend) from error
    if digest != wanted:
        raise ModelDamaged(f"{path} has sha256 {digest}, and should have {wanted}.", mend)


def _network(settings: Settings) -> Check:
    state = "offline: connections are refused" if settings.offline else "not set to offline"
    way = {
        "never": "no case goes to the cloud",
        "ask": "a hard case goes to Claude when you say yes to it",
        "auto": "a hard case goes to Claude where a consent covers it (edge consent show)",
    }.get(settings.cloud.mode, f"cloud.mode is {settings.cloud.mode!r}, which is no mode")
    detail = f"{state}; {way}; besides, only `edge models pull` and `make` open a connection"
    return Check(name="network", status="ok", detail=detail)


def _extra(name: str) -> Check:
    module, adds = EXTRAS[name]
    if name not in _declared():
        detail = f"not in this release yet; will add: {adds}"
        return Check(name=name, status="ok", detail=detail, absent=True)
    if not (llama.sees() if name == "vision" else find_spec(module)):
        step = f"If you want it: {_STEPS.get(name, _PLAIN_STEP.format(name))}"
        detail = f"not installed; adds: {adds}"
        return Check(name=name, status="ok", detail=detail, next_step=step, absent=True)
    return Check(name=name, status="ok", detail=f"installed: {adds}")


def _gemma(settings: Settings) -> list[Check]:
    """llama.cpp, proved in a process of its own, and the model that is chosen; nothing where neither is."""
    from edge.engines.gemma import llama_proof
    from edge.models import resolve

    found = {"llama.cpp": llama_proof.build(settings.gemma)}
    if settings.gemma.model:
        try:
            path = resolve.gemma_file(settings.gemma.model)
        except EdgeError as error:
            found["gemma"] = llama_proof.ProofResult("fail", error.message, error.hint)
        else:
            found["gemma"] = fits = llama_proof.model(path, settings.gemma)
            if fits.status == "ok":
                found["gemma eyes"] = _eyes(path, settings.gemma.projector)
    return [
        Check(name=name, status=one.status, detail=one.detail, next_step=one.next_step)
        for name, one in found.items()
        if one is not None
    ]


def _eyes(model: Path, chosen: str) -> ProofResult:
    """Whether the chosen model can see pages, and what a part of a page costs it."""
    from edge.engines.gemma import llama_proof, projector_file
    from edge.models import resolve

    try:
        path = resolve.projector_file(chosen, model)
        eyes = projector_file.check(path) if path else None
    except EdgeError as error:
        return llama_proof.ProofResult("fail", error.message, error.hint)
    if eyes is None:
        step = "If you want it: put mmproj…gguf beside the model, or edge grade --projector FILE"
        return llama_proof.ProofResult(
            "ok", "no projector for this model: edge grade reads text, no pictures", step
        )
    detail = (
        f"{eyes.path.name}: a part of a page is {eyes.side} x {eyes.side} pixels and {eyes.tokens} tokens"
    )
    if not llama.sees():
        return llama_proof.ProofResult("warn", f"{detail}; but this llama.cpp reads no pictures", _WHEEL)
    return llama_proof.ProofResult("ok", detail)


def _declared() -> set[str]:
    """Extras that the installed distribution offers; none when edge runs from a bare checkout."""
    try:
        return set(metadata.metadata("edge-answers").get_all("Provides-Extra") or ())
    except metadata.PackageNotFoundError:
        return set()
