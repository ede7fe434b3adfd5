"""Checks `edge mcp` with programs that are not ours: the MCP Inspector's command line over stdio and HTTP,
and the conformance suite over HTTP. Both come from npm, and so does the Node that they need.

    python build/mcp_check.py        (make mcp-check; about 330 MB in .cache/mcp-check)
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".cache" / "mcp-check"
PACKAGES = ("node@22", "@modelcontextprotocol/inspector@2.12.0", "@modelcontextprotocol/conformance@0.1.16")
EXPECTED = ROOT / "build" / "mcp_expected_failures.yaml"
TOOLS = {
    "ask", "document_search", "memory_add", "memory_search", "memory_get", "memory_update", "memory_delete",
    "memory_consolidate", "context_compose", "context_expand",
}  # fmt: skip
WHY = {
    "situation": "The build fails on ARM after the compiler update.",
    "solution": "Pin gcc 12 in the Dockerfile.",
    "trigger_keywords": ["ARM", "gcc"],
}
SERVER = [sys.executable, "-m", "edge", "mcp", "--allow-write"]


def install() -> None:
    """The programs, once."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm is not here: install Node, then try again.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted, done = json.dumps(PACKAGES), FOLDER / "installed.json"
    if done.is_file() and done.read_text(encoding="utf-8") == wanted:
        return
    (FOLDER / "package.json").write_text('{"private": true}', encoding="utf-8")
    subprocess.run([npm, "install", "--no-audit", "--no-fund", "--silent", *PACKAGES], cwd=FOLDER, check=True)
    done.write_text(wanted, encoding="utf-8")


def environment(home: Path) -> dict[str, str]:
    """An edge that has nothing yet and connects to nothing; Node 22 before any other."""
    return {
        **os.environ, "EDGE_HOME": str(home), "EDGE_STATE": str(home / "state.db"), "EDGE_OFFLINE": "1",
        "EDGE_MEMORY_VECTORS": "none", "PYTHONPATH": str(ROOT),
        "PATH": os.pathsep.join((str(FOLDER / "node_modules" / ".bin"), os.environ["PATH"])),
    }  # fmt: skip


def inspect(where: list[str], method: list[str], env: dict[str, str]) -> Any:
    """One call through the Inspector's command line; what a tool refuses is an answer too."""
    command = ["mcp-inspector", "--cli", *where, "--method", *method]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode and "tool_is_error" not in done.stdout + done.stderr:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return json.JSONDecoder().raw_decode(done.stdout)[0]


def through_the_inspector(where: list[str], env: dict[str, str], title: str) -> None:
    """All tools are listed; a memory is added, found, and refused without its context."""
    listed = {tool["name"] for tool in inspect(where, ["tools/list"], env)["tools"]}
    assert listed == TOOLS, listed ^ TOOLS
    call = ["tools/call", "--tool-name", "memory_add", "--tool-arg", "type=bug", f"title={title}"]
    added = inspect(where, [*call, f"context={json.dumps(WHY)}"], env)
    assert not added.get("isError"), added
    assert inspect(where, [*call, "context={}"], env)["isError"] is True
    find = ["tools/call", "--tool-name", "memory_search", "--tool-arg", "query=compiler ARM"]
    (content,) = inspect(where, find, env)["content"]
    assert title in {hit["title"] for hit in json.loads(content["text"])["data"]["results"]}, content
    assert inspect(where, ["prompts/list"], env)["prompts"][0]["name"] == "capture_memory"
    assert inspect(where, ["resources/templates/list"], env)["resourceTemplates"]


@contextmanager
def serving(env: dict[str, str]) -> Iterator[str]:
    """`edge mcp --http` on a free port; its URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    child = subprocess.Popen([*SERVER, "--http", str(port)], env=env, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        child.terminate()
        child.wait()


def main() -> None:
    """Run everything; any surprise ends it with 1."""
    install()
    with tempfile.TemporaryDirectory() as folder:
        env = environment(Path(folder))
        through_the_inspector(SERVER, env, "Build fails on ARM, over stdio")
        print("MCP Inspector over stdio: ok", flush=True)
        with serving(env) as url:
            through_the_inspector([url, "--transport", "http"], env, "Build fails on ARM, over HTTP")
            print("MCP Inspector over HTTP: ok", flush=True)
            suite = ["conformance", "server", "--url", url, "--expected-failures", str(EXPECTED)]
            done = subprocess.run(
                [*suite, "-o", str(Path(folder, "results"))],
                env=env,
                capture_output=True,
                text=True,
                check=False,
            )
        _, _, summary = done.stdout.partition("=== SUMMARY ===")
        print(summary.strip() or done.stdout[-2000:] + done.stderr[-2000:])
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
