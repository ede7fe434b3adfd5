"""The commands, under the headings of `edge --help`: where each of them lives."""

from __future__ import annotations

#: Heading -> command -> module and function (for a family, the function that makes it). Imported when wanted:
#: reading the options of all commands costs more than a search takes.
SECTIONS = {
    "Your documents": {
        "index": ("edge.cli.index.command", "index"),
        "ask": ("edge.cli.ask.command", "ask"),
        "chat": ("edge.cli.chat.command", "chat"),
        "search": ("edge.cli.search.command", "search"),
        "open": ("edge.cli.open.command", "open_"),
        "documents": ("edge.cli.documents", "group"),
        "embed": ("edge.cli.embed", "embed"),
    },
    "Mail and notes": {
        "extract": ("edge.cli.extract.command", "extract"),
        "queue": ("edge.cli.queue", "queue"),
        "correct": ("edge.cli.correct", "correct"),
        "stats": ("edge.cli.stats", "stats"),
    },
    "Student papers": {
        "grade": ("edge.cli.grade.command", "grade"),
    },
    "Memories and contexts": {
        "memory": ("edge.cli.memory.command", "group"),
        "compose": ("edge.cli.compose", "compose"),
        "trace": ("edge.cli.trace", "group"),
    },
    "For browsers and other programs": {
        "serve": ("edge.cli.serve", "serve"),
        "mcp": ("edge.cli.mcp", "mcp"),
    },
    "What may leave this device": {
        "consent": ("edge.cli.consent", "group"),
        "audit": ("edge.cli.audit", "group"),
    },
    "How good the answers are": {
        "eval": ("edge.cli.evaluate.command", "group"),
        "calibrate": ("edge.cli.calibrate", "calibrate"),
        "bench": ("edge.cli.bench", "bench"),
    },
    "This installation": {
        "doctor": ("edge.cli.doctor", "doctor"),
        "config": ("edge.cli.config", "config"),
        "paths": ("edge.cli.paths", "paths"),
        "models": ("edge.cli.models.command", "group"),
        "bundle": ("edge.cli.bundle", "group"),
    },
}
COMMANDS = {name: place for section in SECTIONS.values() for name, place in section.items()}
FAMILIES = {"audit", "bundle", "consent", "documents", "eval", "memory", "models", "trace"}
