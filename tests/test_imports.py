"""Who may import whom: downwards only (ARCHITECTURE.md, the rooms), and which libraries stay in which room.

Read from the syntax tree, so imports inside functions and under TYPE_CHECKING count as well. Inside a room no
rows hold, but there too nothing goes round.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EDGE = ROOT / "edge"
MODULES = sorted(path for path in EDGE.rglob("*.py") if "_data" not in path.parts)

#: Each row may import the rows below it and its own room, never a room beside it.
ROWS: tuple[tuple[str, ...], ...] = (
    ("__main__",),
    ("cli", "serve"),  # entrances
    ("api",),  # one object with all verbs
    ("library",),  # the documents of a session
    ("doctor", "evaluate", "benchmark"),  # what looks at the whole
    ("device",),
    ("ask", "extract", "grade", "memory", "bundle"),  # verbs
    ("compose",),  # serves ask, extract and memory
    ("context",),  # what stands around a message
    ("cascade",),  # judgement
    ("indexing", "cloud"),  # the outside world, each above what it opens
    ("search", "messages"),
    ("models",),
    ("engines", "state"),
    ("values", "schema", "i18n"),  # reading and telling
    ("text",),  # words
    ("worker",),  # processes of our own
    ("config",),  # ground
    ("settings",),
    ("arguments", "durable", "evident", "paths", "folders", "rates", "offline"),
    ("records", "errors"),
)
RANK = {room: len(ROWS) - row for row, rooms in enumerate(ROWS) for room in rooms}

#: Sideways on purpose: an error may carry the record that it could not keep; a command starts a server.
SIDEWAYS = {("records", "errors"), ("cli", "serve")}

NETWORK = {
    "aiohttp", "anthropic", "asyncore", "ftplib", "h11", "http", "httpcore2", "httpx", "httpx2",
    "huggingface_hub", "imaplib", "nntplib", "poplib", "requests", "smtplib", "socket", "socketserver", "ssl",
    "telnetlib", "urllib.request", "urllib3", "websockets", "xmlrpc",
}  # fmt: skip
#: What runs in worker processes only, where whatever a file does becomes its reason.
IN_WORKERS = {"indexing/pdf/page.py", "indexing/pdf/mupdf.py", "indexing/pdf/open_file.py"}
PDF = {"pymupdf", "fitz", "pypdfium2", "pypdf", "pdfplumber"}
#: Which library of inference stays where inside edge/.
INFERENCE = {
    "llama_cpp": "engines/gemma/llama.py",
    "onnxruntime": "engines/onnx/",
    "tokenizers": "engines/onnx/",
}
UNPICKLING = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"}
OURS_NOT_SHIPPED = {"build", "bench", "tests"}


def room(name: str) -> str:
    """`edge.search.database` belongs to `search`."""
    return name.split(".")[1]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Absolute names of everything a module imports; `from edge import paths` counts as `edge.paths`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where they go"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms_imported(path: Path) -> set[str]:
    return {room(name) for name in imports(path) if name.startswith("edge.") and room(name) in RANK}


def named(path: Path) -> str:
    return path.relative_to(EDGE).as_posix()


def importers(libraries: set[str]) -> set[str]:
    """Modules that import any of the libraries, as paths inside edge/."""
    return {
        named(path)
        for path in MODULES
        for name in imports(path)
        if any(name == library or name.startswith(library + ".") for library in libraries)
    }


def own_room(path: Path) -> str:
    return path.relative_to(EDGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_imports_go_downwards_only(path: Path) -> None:
    """A room imports rooms below it, never above and never beside."""
    here = own_room(path)
    if here == "__init__":  # the public face resolves its names lazily
        return
    assert here in RANK, f"{here} has no place in the rows: give it one here and in ARCHITECTURE.md"
    wrong = {
        there
        for there in rooms_imported(path)
        if there != here and RANK[there] >= RANK[here] and (here, there) not in SIDEWAYS
    }
    assert not wrong, f"{named(path)} may not import {sorted(wrong)}"


def _circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules of which each imports the one before, the first of them again at the end; [] where none do."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _module(path: Path) -> str:
    return f"edge.{named(path)}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _modules_imported(path: Path, modules: set[str]) -> set[str]:
    """`from edge.records import passage` takes the module, not the package; a class is of its package."""
    taken: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            taken |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            of = [f"{node.module}.{alias.name}" for alias in node.names]
            taken |= {name if name in modules else str(node.module) for name in of}
    return taken & modules


def test_no_two_modules_import_one_another() -> None:
    """What two modules share stands in a third below both, or comes as an argument: no chain of imports, not
    even of those inside functions or under TYPE_CHECKING, leads back to where it began. Only `edge` itself
    is left out: it resolves its public names when they are asked for.
    """
    modules = {_module(path): path for path in MODULES if path.parent != EDGE or path.stem != "__init__"}
    graph = {name: _modules_imported(path, set(modules)) for name, path in modules.items()}
    assert "edge.text.tokens" in graph["edge.search.query"]
    assert _circle(graph) == []


def test_no_two_scripts_of_the_page_import_one_another() -> None:
    """The same of the page: its scripts load in an order that has a beginning."""
    scripts = {path.name: path for path in (ROOT / "assets" / "page" / "js").glob("*.js")}
    graph = {
        name: set(re.findall(r'from "\./([\w-]+\.js)"', path.read_text(encoding="utf-8")))
        for name, path in scripts.items()
    }
    assert sum(map(len, graph.values())) > len(graph)
    assert _circle(graph) == []


def test_only_the_cloud_client_imports_a_network_library() -> None:
    """One module can open a connection to somewhere else, and one fetches models; the server room listens."""
    allowed = {"cloud/client.py", "models/pull.py"}
    assert {name for name in importers(NETWORK) if not name.startswith("serve/")} <= allowed


def test_only_the_worker_imports_the_pdf_library() -> None:
    """A PDF that takes the library down takes a worker process down, not edge."""
    assert importers(PDF) == {"indexing/pdf/mupdf.py"}


@pytest.mark.parametrize(("library", "home"), INFERENCE.items())
def test_only_engines_import_inference_libraries(library: str, home: str) -> None:
    """One module names llama.cpp, one room ONNX Runtime and tokenizers: all stay behind the engines."""
    found = importers({library})
    assert found and all(name.startswith(home) for name in found)


def test_only_the_worker_reaches_llama_cpp() -> None:
    """llama.cpp can end its process: what calls it is imported by nothing outside the worker's side."""
    inside = {"worker", "native", "sampler", "vocabulary", "projector"}
    calls = {f"edge.engines.gemma.{name}" for name in inside}
    assert importers(calls) <= {f"engines/gemma/{name}.py" for name in inside}


def test_one_module_parses_html() -> None:
    """Documents and mail are read by one reader, behind its limit on what markup may cost."""
    assert importers({"bs4", "html.parser", "lxml", "selectolax"}) == {"text/html/pieces.py"}


def test_nothing_can_unpickle() -> None:
    """Data is never code."""
    assert importers(UNPICKLING) == set()


def test_the_package_imports_nothing_that_does_not_ship() -> None:
    """An editable install finds build/, bench/ and tests/; from the wheel they would be missing."""
    assert importers(OURS_NOT_SHIPPED) == set()
    assert not (ROOT / "build" / "__init__.py").exists()


def _raises_on(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def is_worker(path: Path) -> bool:
    """The main module of a worker process: `worker.py` of a room, or `NAME_worker.py`."""
    return path.stem.split("_")[-1] == "worker"


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_no_broad_except_outside_the_last_line_and_workers(path: Path) -> None:
    """An error nobody foresaw is seen, not swallowed: `except Exception` has two homes."""
    if named(path) == "cli/run.py" or is_worker(path) or named(path) in IN_WORKERS:
        return
    for node in ast.walk(tree(path)):
        # Cleaning up and raising on is not swallowing.
        if isinstance(node, ast.ExceptHandler) and not _raises_on(node):
            caught = ast.unparse(node.type) if node.type else "everything"
            assert caught not in ("everything", "Exception", "BaseException"), f"{named(path)}:{node.lineno}"


def test_only_workers_import_what_runs_in_workers() -> None:
    """The exception to the rule above holds only while no other process runs that code."""
    inside = {"edge." + name.removesuffix(".py").replace("/", ".") for name in IN_WORKERS}
    found = importers(inside)
    assert found and all(is_worker(Path(name)) or name in IN_WORKERS for name in found)


_IMPORT_ALL = """
import sys
seen = []
def audit(event, details):
    if event.startswith("socket.") or event in ("subprocess.Popen", "os.mkdir", "sqlite3.connect"):
        seen.append((event, str(details)[:200]))
    if event == "open" and isinstance(details[1], str) and set(details[1]) & set("wax+"):
        seen.append((event, str(details)[:200]))
sys.dont_write_bytecode = True
sys.addaudithook(audit)
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
assert not seen, seen
"""


def test_importing_does_nothing() -> None:
    """Every module can be imported without printing, writing, starting a process or touching the network."""
    names = [
        _module(path)
        for path in MODULES
        if (path.name != "__main__.py" and path.parent != EDGE) or path.stem not in ("__init__", "__main__")
    ]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _IMPORT_ALL, "edge", *names],
        capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_import_edge_loads_nothing_heavy() -> None:
    """`import edge` costs milliseconds: no library of ours is loaded by it."""
    probe = "import sys, edge; print([m for m in sys.argv[1:] if m in sys.modules])"
    heavy = [
        "apsw",
        "msgspec",
        "numpy",
        "platformdirs",
        "pymupdf",
        "rich",
        "selectolax",
        "typer",
        "asyncio",
        "ssl",
    ]
    done = subprocess.run(
        [sys.executable, "-c", probe, *heavy], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "[]"
