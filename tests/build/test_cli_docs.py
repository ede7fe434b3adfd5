"""docs/cli.md is what the commands say of themselves."""

from __future__ import annotations

import runpy

import pytest
from places import BUILD, ROOT

from edge import config

REFERENCE = runpy.run_path(str(BUILD / "cli_docs.py"))
COMMANDS = dict(REFERENCE["commands"]())


@pytest.mark.parametrize("name", ["cli.md", "settings.md"])
def test_the_reference_is_current(name: str) -> None:
    """A changed option or setting changes the reference: run `make docs`."""
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == (REFERENCE["markdown" if name == "cli.md" else "settings"]())


def test_every_setting_says_what_it_is() -> None:
    """One line for each setting, in the reference and in `edge config --json`."""
    assert set(config.described()) == set(config.names())
    assert all(about.endswith(".") for about in config.described().values())


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_and_option_says_what_it_does(path: str) -> None:
    """No command, argument or option without a sentence of help; every value has a name."""
    command = COMMANDS[path]
    assert command.help
    for parameter in command.params:
        assert parameter.help, f"{path} {parameter.name}"
        assert getattr(parameter, "is_flag", False) or parameter.metavar, f"{path} {parameter.name}"


MEMORY = (
    "add", "search", "list", "show", "update", "supersede", "complete", "link", "delete", "restore", "import",
    "consolidate", "summarise",
    "export", "stats",
)  # fmt: skip


def test_the_commands_of_this_release() -> None:
    """Each command the design names for this release is there, and takes --json."""
    assert set(COMMANDS) == {
        "edge ask", "edge chat", "edge search", "edge index", "edge eval retrieval", "edge eval answers",
        "edge eval calibration", "edge eval grades", "edge eval compose", "edge calibrate",
        "edge doctor", "edge bench", "edge paths", "edge config", "edge embed",
        "edge models list", "edge models pull",
        "edge models import", "edge models verify", "edge models path", "edge models remove",
        "edge models recommend", "edge models tune", "edge models make", "edge extract",
        "edge grade", "edge queue",
        "edge correct", "edge stats", "edge consent grant", "edge consent show", "edge consent revoke",
        "edge consent clock", "edge audit show", "edge audit verify", "edge documents list",
        *(f"edge bundle {name}" for name in ("create", "verify", "install", "list")),
        "edge documents show", "edge documents remove", "edge open",
        *(f"edge memory {name}" for name in MEMORY), "edge compose", "edge mcp", "edge serve",
        *(f"edge trace {name}" for name in ("list", "show", "export", "label")),
    }  # fmt: skip
    for path, command in COMMANDS.items():
        assert any("--json" in parameter.opts for parameter in command.params), path
