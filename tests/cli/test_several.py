"""`edge ask` and `edge search` with several knowledge bases."""

from __future__ import annotations

from pathlib import Path

from cli_fakes import Run


def test_several_on_the_command_line(run: Run, tmp_path: Path) -> None:
    """They take -K again and again and name the base of each citation; what writes or lists takes one."""
    for plant, bar in (("north", 4), ("south", 9)):
        (tmp_path / plant).mkdir()
        text = f"# Pump {plant}\n\nThe pump of the {plant} plant runs at {bar} bar.\n"
        (tmp_path / plant / "README.md").write_text(text, encoding="utf-8")
        assert run("index", str(tmp_path / plant), "-K", str(tmp_path / f"{plant}.db")).code == 0
    both = ("-K", str(tmp_path / "north.db"), "-K", str(tmp_path / "south.db"))
    asked = run("ask", "At how many bar does the pump of the south plant run?", *both)
    assert asked.code == 0 and "9 bar" in asked.out and "south.db · README.md" in asked.out
    found = run("search", "pump bar", *both, "--json").json
    assert {hit["knowledge"] for hit in found["results"]} == {"north.db", "south.db"}
    for command in (("index", str(tmp_path / "north")), ("documents", "list"), ("open", "README.md")):
        refused = run(*command, *both)
        assert refused.code == 2 and "one knowledge base" in refused.err
