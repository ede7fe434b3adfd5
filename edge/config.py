"""Settings: defaults < measured here (edge models tune) < file < EDGE_* environment < flags, read once at the
edge of the program.

`EDGE_SEARCH_K=3` sets `search.k`; the file is TOML with the same names (`[search]`, `k = 3`).
`edge config` prints the settings in force and where each came from.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from edge import paths
from edge.errors import UsageError


class IndexSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How documents are read and cut. Part of each source's recipe: a change re-reads the source."""

    chunk_tokens: int = 250
    chunk_overlap: int = 0
    stemming: str = "light"  # or none, or a Snowball language; takes effect at the next --rebuild
    max_file_bytes: int = 200 * 1024 * 1024
    max_pages: int = 5_000
    pdf_seconds: float = 120.0  # wall clock for one PDF
    pdf_cpu_seconds: int = 120
    pdf_memory_bytes: int = 2 * 1024**3


class SearchSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The lexical mix and its options. Options that did not win on development data are off."""

    k: int = 5
    log: str = ""  # path of a JSONL retrieval log; empty: none is kept
    # The vector channel, for a knowledge base with vectors (edge embed).
    vectors: str = "auto"  # where the model is here and its weight above 0; or none; or a name of the catalog
    vector_weight: float = 0.0  # the lexical ranking = 1; 0: as the model's catalog entry says
    vector_k: int = 5  # of the reciprocal rank fusion, see bench/LOG.md
    vector_scan: str = "numpy"  # numpy, or sqlite-vec
    # A cross-encoder that reads the best passages with the question and orders them anew.
    rerank: str = ""  # a reranker of the catalog, NAME or NAME:VARIANT; empty: off
    rerank_pool: int = 10  # pages that are ordered anew, each by its best passage
    rerank_ms: float = 300.0  # after that the order stays as it was, and a note says so
    # Weights of the channels, each first divided by its best page (research: the weightless mix).
    words: float = 1.0
    header: float = 1.0  # title and section, beside the words of the page
    grams: float = 0.7
    chunks: float = 1.0
    bigrams: float = 0.4
    tables: float = 0.2
    neighbour: float = 0.2  # share of the better neighbouring page's score
    document: float = 0.3  # boost for all pages of a document, times how well the document fits
    # Options of the specification that did not win (bench/LOG.md); 0 or empty: off.
    document_keep: int = 0  # search only the best so many documents when the margin to the next is clear
    document_margin: float = 0.2
    glossary: float = 0.0  # factor on pages that define a term the question asks for, e.g. 1.3
    synonyms: str = ""  # file: a group of comma-separated words or phrases a line
    synonym_weight: float = 0.2
    abbreviations: bool = False  # expand abbreviations by their long forms in the documents
    source_patterns: str = ""  # file: `regular expression => document pattern` a line
    source_pattern_weight: float = 0.3
    feedback: int = 0  # terms added from the best pages (pseudo relevance feedback)
    feedback_weight: float = 0.2


class AskSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many pages are read, how many sentences are quoted, and below what edge abstains."""

    engine: str = "lexical"  # auto: the reader for English questions, else the lexical engine
    pages: int = 5
    quotes: int = 3
    passes: str = "blind,contextual"  # also reordered: a second reading in another order, logged
    max_question_bytes: int = 8_192


class GemmaSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How Gemma runs: the file, the window, what it may read and write in one pass, and for how long."""

    model: str = ""  # a .gguf file, or a model of the catalog: NAME or NAME:VARIANT
    window: int = 2_048  # tokens of prompt and answer together
    batch: int = 512
    micro_batch: int = 64  # also the grain in which computed prompts are used again
    threads: int = 0  # 0: the physical cores
    flash: bool = True
    states: bool = True  # keep the states of fixed prompts on disk
    prompt_tokens: int = 700  # of a contextual pass
    sentences: int = 24  # at most so many are read; letters end at 25
    permutations: int = 2  # opposite orders of the sentences that are averaged: 1 or 2
    passage_first: bool = False  # with more sentences than letters: choose the passage before the sentence
    write: bool = False  # write a short answer from the chosen quotes
    answer_tokens: int = 40
    seconds: float = 120.0  # for one call; then the pass has failed


class ExtractSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who reads messages, what they are read beside, and what makes a case hard. Lists are separated by
    commas.
    """

    engine: str = "auto"  # rules; then gemma, where one is set up. Or: rules, gemma
    stop: float = 0.95  # confidence that ends it after the first pass
    bar: float = 0.90  # ... after a later one
    floor: float = 0.85  # nothing is applied below
    person: float = 0.75  # from here a person is asked sooner than a larger engine
    max_passes: int = 5
    delete_offline: bool = False  # let an engine on this device delete, not only suggest it
    notes: str = ""  # folder of Markdown notes
    calendar: str = ""  # an .ics file, or a folder of them
    tasks: str = ""  # a task list: Markdown or JSON
    knowledge: bool = False  # look into the knowledge base as well
    notes_shown: int = 5
    events_shown: int = 8
    tasks_shown: int = 5
    messages_shown: int = 5
    passages_shown: int = 3
    high_amount: float = 2_000.0  # high stakes from here, in any currency
    deadline_days: int = 2  # high stakes: a deadline 0 to so many days after the message
    vip: str = ""  # senders: addresses, or domains with @
    timezone: str = ""  # of texts that name none; empty: the offset in which the message arrived
    country: str = "FR"  # of telephone numbers without a prefix
    max_message_bytes: int = 40 * 1024 * 1024
    max_body_chars: int = 200_000  # more is reported as unread
    chunk_chars: int = 6_000  # of a message that a model reads at once
    overlap_chars: int = 400
    max_chunks: int = 12  # ... and in so many; the rest is reported as unread


class CloudSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calls to Claude: off until permitted. Budgets count what was reserved, whatever became of it."""

    mode: str = "never"  # never, ask (at a terminal, each time), auto (with a recorded consent)
    ladder: str = "sonnet,opus"  # who is asked, in this order; the tiers are those of the data file
    models: str = ""  # tiers and their models, e.g. "sonnet=claude-sonnet-5-5"; empty: the data file's
    base_url: str = "https://api.anthropic.com"
    key: str = "ANTHROPIC_API_KEY"  # the NAME of the environment variable that holds the key
    seconds: float = 60.0  # total, for one call with its retries
    retries: int = 2
    max_bytes: int = 2 * 1024 * 1024  # of an answer
    max_tokens: int = 4_096  # that it may write, thinking included
    effort: str = "medium"
    passages: bool = True  # may passages and quotes leave, or the question alone
    redact: str = "iban,card,phone,key"  # what is masked before anything leaves; also: email
    resend: bool = False  # send again what may have been sent, and billed, before
    audit_bodies: bool = True  # keep the bytes themselves in the audit, not their hash alone
    day_calls: int = 50
    day_tokens: int = 500_000
    day_usd: float = 1.0
    month_usd: float = 10.0

    @property
    def tiers(self) -> list[str]:
        """The names on the ladder, each once; `edge.cloud.prices` knows which there are."""
        return list(dict.fromkeys(name.strip() for name in self.ladder.split(",") if name.strip()))


class AlarmSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `edge stats` warns of; `--check` makes it an exit code. 0 switches an alarm off."""

    day_usd: float = 0.5
    opus_share: float = 0.05
    clarification_share: float = 0.2  # of messages that a language model read: rules alone always ask
    mean_confidence: float = 0.0  # at least; off: it is not calibrated until you correct
    p95_seconds: float = 0.0


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """`tuned.json`: what `edge models tune` found. Counts only where as many processors may be used."""

    gemma: dict[str, int | bool]
    processors: int
    model: str
    library: str


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    knowledge: str = ""  # empty: the knowledge base that ships
    state: str = ""  # your own database; empty: state.db in the user's folder
    offline: bool = False
    index: IndexSettings = IndexSettings()
    search: SearchSettings = SearchSettings()
    ask: AskSettings = AskSettings()
    gemma: GemmaSettings = GemmaSettings()
    extract: ExtractSettings = ExtractSettings()
    cloud: CloudSettings = CloudSettings()
    alarms: AlarmSettings = AlarmSettings()

    @property
    def knowledge_path(self) -> Path:
        return Path(self.knowledge).expanduser() if self.knowledge else paths.shipped_knowledge()

    @property
    def state_path(self) -> Path:
        return Path(self.state).expanduser() if self.state else paths.state_file()


def load(flags: Mapping[str, Any] | None = None, *, environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings in force. `flags` maps dotted names to values, None meaning "not given". Raises UsageError."""
    return load_with_origins(flags, environ=environ)[0]


def load_with_origins(
    flags: Mapping[str, Any] | None = None, *, environ: Mapping[str, str] = os.environ
) -> tuple[Settings, dict[str, str]]:
    """Settings in force and, for every dotted name, where its value came from.

    Origins: "default", "measured PATH", "file PATH", "environment NAME", "flag".
    """
    known = names()
    values: dict[str, Any] = {}
    origins = dict.fromkeys(known, "default")
    path = paths.config_file()
    tuned = paths.tuned_file()
    layers = (
        (_from_tuning(tuned), f"measured {tuned}"),
        (_from_file(path, known), f"file {path}"),
        (_from_environment(environ, known), "environment"),
        ({name: value for name, value in (flags or {}).items() if value is not None}, "flag"),
    )
    for layer, origin in layers:
        for name, value in layer.items():
            if name not in known:
                raise UsageError(f"There is no setting {name!r} ({origin}).", "See: edge config")
            values[name] = value
            origins[name] = f"environment {variable(name)}" if origin == "environment" else origin
    # Checked one by one, so that the message can name the setting and where its value came from.
    tree: dict[str, Any] = {}
    for name, value in values.items():
        try:
            checked = msgspec.convert(value, known[name], strict=False)
        except msgspec.ValidationError as error:
            raise UsageError(
                f"The setting {name} has the value {value!r} ({origins[name]}): {error}.", "See: edge config"
            ) from error
        *room, leaf = name.split(".")
        (tree.setdefault(room[0], {}) if room else tree)[leaf] = checked
    if _truthy(environ.get("HF_HUB_OFFLINE", "")) and origins["offline"] == "default":
        tree["offline"], origins["offline"] = True, "environment HF_HUB_OFFLINE"
    return msgspec.convert(tree, Settings), origins


def names() -> dict[str, Any]:
    """Every setting's dotted name and its type, in order."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            for inner in msgspec.structs.fields(field.type):
                found[f"{field.name}.{inner.name}"] = inner.type
        else:
            found[field.name] = field.type
    return found


def variable(name: str) -> str:
    """The environment variable of a setting: `search.k` is `EDGE_SEARCH_K`."""
    return "EDGE_" + name.replace(".", "_").upper()


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _from_tuning(path: Path) -> dict[str, Any]:
    try:
        tuning = msgspec.json.decode(path.read_bytes(), type=Tuning)
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(
            f"The measured settings {path} cannot be read: {error}.",
            "Measure again: edge models tune; or delete it.",
        ) from error
    if tuning.processors != processors():
        return {}
    return {f"gemma.{name}": value for name, value in tuning.gemma.items()}


def _from_environment(environ: Mapping[str, str], known: Mapping[str, Any]) -> dict[str, Any]:
    given = {name: environ.get(variable(name), "") for name in known}
    # An empty variable means "not set": that is how shells unset one for a single command.
    return {
        name: _truthy(text) if known[name] is bool else text for name, text in given.items() if text != ""
    }


def _from_file(path: Path, known: Mapping[str, Any]) -> dict[str, Any]:
    import tomllib

    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(
            f"The settings file {path} cannot be read: {error}.", "Mend it or move it away."
        ) from error
    flat: dict[str, Any] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat.update({f"{key}.{inner}": item for inner, item in value.items()})
        else:
            flat[key] = value
    return flat


def _truthy(text: str) -> bool:
    lowered = text.strip().lower()
    if lowered in {"1", "true", "yes", "on"}:
        return True
    if lowered in {"", "0", "false", "no", "off"}:
        return False
    raise UsageError(f"{text!r} is neither yes nor no.", "Use 1 or 0.")
