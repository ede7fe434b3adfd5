"""A knowledge base in memory, made of pages given as (source, number, text): search without the readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import apsw

from edge import paths
from edge.search.build import build_search

#: (source, page number, text) or with title and section.
PageLine = tuple[str, int, str] | tuple[str, int, str, str, str]
MakeKnowledge = Callable[[Sequence[PageLine]], apsw.Connection]

RULES: list[PageLine] = [
    ("blitz.pdf", 1, "La cadence du blitz est de trois minutes plus deux secondes.", "Blitz", "Cadence"),
    (
        "blitz.pdf",
        2,
        "Un coup impossible en blitz donne une minute à l'adversaire.",
        "Blitz",
        "Coups impossibles",
    ),
    ("blitz.pdf", 3, "Le zugzwang n'est pas une règle.", "Blitz", "Divers"),
    ("coupe.pdf", 1, "La cadence de la coupe est de quatre-vingt-dix minutes.", "Coupe", "Cadence"),
    ("coupe.pdf", 2, "Chaque équipe aligne quatre joueuses ou joueurs.", "Coupe", "Équipes"),
    ("juniors.pdf", 1, "Les mineurs présentent une autorisation parentale signée.", "Juniors", "Inscription"),
]


def knowledge_of(pages: Sequence[PageLine], *, build: bool = True) -> apsw.Connection:
    """One chunk a line of each page; `build=False` leaves the search tables to the test."""
    db = apsw.Connection(":memory:")
    db.execute(paths.asset("sql", "knowledge.sql").read_text(encoding="utf-8")).fetchall()
    db.execute("INSERT INTO roots VALUES (1, 'rules', x'')").fetchall()
    ids: dict[str, int] = {}
    for page, (source, number, body, *more) in enumerate(pages, 1):
        title, section = more or ("", "")
        if source not in ids:
            ids[source] = len(ids) + 1
            db.execute(
                "INSERT INTO sources (id, name, root_id, file, kind, sha256, recipe, bytes)"
                " VALUES (?,?,1,?,'text','','',0)",
                (ids[source], source, source.encode()),
            ).fetchall()
        db.execute(
            "INSERT INTO pages (id, source_id, number, title, section, text) VALUES (?,?,?,?,?,?)",
            (page, ids[source], number, title, section, body),
        ).fetchall()
        start = 0
        for line in body.splitlines(keepends=True):
            db.execute(
                'INSERT INTO chunks (page_id, start, "end") VALUES (?,?,?)',
                (page, start, start + len(line)),
            ).fetchall()
            start += len(line)
    if build:
        build_search(db)
    return db
