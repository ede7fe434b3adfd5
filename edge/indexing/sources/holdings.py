"""What a knowledge base holds while it is being changed: documents by key, and what each is called."""

from __future__ import annotations

import msgspec

from edge.indexing.sources.names import SourceKey, citation_names, plain_name
from edge.indexing.sources.roots import Roots
from edge.indexing.storing.workspace import Workspace
from edge.indexing.storing.write import forget, forgive, transaction
from edge.text.labels import numbered


class Holdings:
    """The documents of a knowledge base, and those that could not be read.

    The database is opened for writing with the first change, so what changes nothing writes nothing.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.known = workspace.known()
        self.failures = workspace.failures()
        self._roots = Roots(workspace.roots())
        self._before = {key: known.name for key, known in self.known.items()}
        self._used = set(self._before.values())

    @property
    def labels(self) -> dict[int, str]:
        """The label of each root by its id."""
        return self._roots.labels

    def provisional_name(self, key: SourceKey) -> str:
        """A name that is free, for the time of the run: its own, if it can be."""
        known = self.known.get(key)
        if known:
            return known.name
        name = numbered(plain_name(key, self._roots[key.root].label), self._used)
        self._used.add(name)
        return name

    def remove(self, key: SourceKey) -> None:
        """Remove a document, and that it could not be read."""
        with transaction(self._workspace.db()):
            forget(self._workspace.db(), key)
            forgive(self._workspace.db(), key)
        self.known.pop(key, None)
        self.failures.pop(key, None)

    def names(self) -> dict[SourceKey, str]:
        """What each document and each failure is called now."""
        labels = self._roots.labels
        names = citation_names(self.known.keys(), labels)
        failed = [key for key in self.failures if key not in names]
        return names | citation_names(failed, labels, set(names.values()))

    def relabel(self) -> None:
        """Labels as they would be if nothing else had ever been here."""
        files = {key.root for key in (*self.known, *self.failures) if not key.file and not key.member}
        names = {plain_name(key, "") for key in self.known if key.file or key.member}
        self._roots.shorten(files, names)
        with transaction(self._workspace.db()):
            for number in sorted(self._roots.changed):
                self._workspace.db().execute(
                    "UPDATE roots SET label = ? WHERE id = ?", (self._roots[number].label, number)
                )

    def rename(self, names: dict[SourceKey, str]) -> dict[str, str]:
        """Give documents and failures these names; returns those that had another before this run."""
        changed = {key: known.name for key, known in self.known.items() if known.name != names[key]}
        failed = [key for key, failure in self.failures.items() if failure.name != names[key]]
        if not changed and not failed:
            return {}
        update = "UPDATE sources SET name = ? WHERE root_id = ? AND file = ? AND member = ?"
        with transaction(self._workspace.db()):
            for number, key in enumerate(changed):  # names may be exchanged: none is in the way of another
                self._workspace.db().execute(update, (f"\x01{number}", *key))
            for key in changed:
                self._workspace.db().execute(update, (names[key], *key))
                self.known[key] = msgspec.structs.replace(self.known[key], name=names[key])
            for key in failed:
                self._workspace.db().execute(update.replace("sources", "failures"), (names[key], *key))
                self.failures[key] = self.failures[key]._replace(name=names[key])
        return {was: names[key] for key, was in changed.items() if self._before.get(key) == was}
