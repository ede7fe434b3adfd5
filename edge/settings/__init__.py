"""Every setting: type, range, default, and what it is in one line. A class for each part (`[search]`).

Read from file, environment and flags in `edge.config`; docs/settings.md is made from these classes.
"""

from pathlib import Path
from typing import Annotated

from edge import paths
from edge.settings.access import AccessSettings, ServeSettings
from edge.settings.cloud import AlarmSettings, CloudSettings
from edge.settings.documents import AskSettings, GemmaSettings, IndexSettings, OpenSettings, SearchSettings
from edge.settings.part import SettingsPart, about, text
from edge.settings.verbs import ComposeSettings, ExtractSettings, GradeSettings, MemorySettings

__all__ = [
    "AccessSettings",
    "AlarmSettings",
    "AskSettings",
    "CloudSettings",
    "ComposeSettings",
    "ExtractSettings",
    "GemmaSettings",
    "GradeSettings",
    "IndexSettings",
    "MemorySettings",
    "OpenSettings",
    "SearchSettings",
    "ServeSettings",
    "Settings",
]


class Settings(SettingsPart, frozen=True, kw_only=True):
    """All settings, a room for each part."""

    knowledge: Annotated[str, text("The knowledge base; empty: the included handbook.")] = ""
    state: Annotated[str, text("Your own database; empty: state.db in edge's folder (edge paths).")] = ""
    offline: Annotated[bool, about("Open no connection, whatever else is set.")] = False
    index: IndexSettings = IndexSettings()
    search: SearchSettings = SearchSettings()
    ask: AskSettings = AskSettings()
    open: OpenSettings = OpenSettings()
    gemma: GemmaSettings = GemmaSettings()
    extract: ExtractSettings = ExtractSettings()
    grade: GradeSettings = GradeSettings()
    cloud: CloudSettings = CloudSettings()
    alarms: AlarmSettings = AlarmSettings()
    access: AccessSettings = AccessSettings()
    memory: MemorySettings = MemorySettings()
    compose: ComposeSettings = ComposeSettings()
    serve: ServeSettings = ServeSettings()

    @property
    def knowledge_path(self) -> Path:
        return paths.database(self.knowledge) if self.knowledge else paths.shipped_knowledge()

    @property
    def state_path(self) -> Path:
        return paths.database(self.state or paths.state_file())
