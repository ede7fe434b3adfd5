"""`edge paths`: where everything is."""

from __future__ import annotations

from edge.cli import options


def paths(
    knowledge: options.Knowledge = None,
    json: options.Json = False,
) -> int:
    """Print where edge keeps and finds things: settings file, data folder, knowledge base, included
    files.
    """
    from edge import paths as files
    from edge.cli.terminal import output
    from edge.cli.terminal.style import table

    settings = options.settings(options.flags(knowledge))
    found = {
        "config": files.config_file(),
        "home": files.home(),
        "knowledge": settings.knowledge_path,
        "manifest": files.manifest_of(settings.knowledge_path),
        "assets": files.asset(),
        "models": files.ROOT / "models",
    }
    if json:
        places = {name: {"path": str(path), "exists": files.exists(path)} for name, path in found.items()}
        output.pretty({"schema": 1, "paths": places})
        return 0
    rows = [[name, str(path), "" if files.exists(path) else "(not there)"] for name, path in found.items()]
    for line in table(rows):
        output.text(line)
    return 0
