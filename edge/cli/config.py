"""`edge config`: the settings in force and where each came from."""

from __future__ import annotations

from edge.cli import options


def config(
    knowledge: options.Knowledge = None,
    json: options.Json = False,
    offline: options.Offline = False,
    assign: options.Set = None,
) -> int:
    """Print every setting with its value and where the value comes from: default, file, environment or
    option.
    """
    import msgspec

    from edge import config as configuration
    from edge.cli.terminal import output
    from edge.cli.terminal.style import table

    settings, origins = configuration.load_with_origins(options.flags(knowledge, offline, assign))
    values = msgspec.to_builtins(settings)
    found: dict[str, dict[str, object]] = {}
    about = configuration.described()
    for name, origin in origins.items():
        value = values
        for part in name.split("."):
            value = value[part]
        found[name] = {"value": value, "origin": origin, "variable": configuration.variable(name)}
        found[name]["about"] = about[name]
    if json:
        output.pretty({"schema": 1, "settings": found})
        return 0
    for line in table([[name, _shown(row["value"]), str(row["origin"])] for name, row in found.items()]):
        output.text(line)
    return 0


def _shown(value: object) -> str:
    # As it would be written in the settings file.
    from edge.text.encode import encoded

    return encoded(value).decode()
