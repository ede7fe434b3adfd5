"""Every setting: type, range, default, and what it is in one line. A class for each part (`[search]`).

Read from file, environment and flags in `edge.config`; docs/settings.md is made from this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from edge import paths

#: No NUL, and no longer than any path or list needs to be.
_MAX_TEXT = 8_192

MB = 1024 * 1024


def about(text: str, least: float | None = None, most: float | None = None) -> msgspec.Meta:
    """What a setting is, in one line, and its range."""
    if least is None:
        return msgspec.Meta(description=text)
    return msgspec.Meta(description=text, ge=least, le=most)


def text(description: str) -> msgspec.Meta:
    """What a setting of text is, in one line."""
    return msgspec.Meta(description=description, max_length=_MAX_TEXT, pattern=r"^[^\x00]*$")


class _Room(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class IndexSettings(_Room, frozen=True, kw_only=True):
    """How documents are read and cut (a change of that re-reads them), and what gives passages vectors."""

    chunk_tokens: Annotated[int, about("Tokens in a chunk.", 20, 10_000)] = 250
    part_words: Annotated[
        int, about("Words in a part of a document that has no pages, at most.", 50, 100_000)
    ] = 300
    max_file_bytes: Annotated[int, about("Larger files are not read.", 1, 100_000 * MB)] = 200 * MB
    max_pages: Annotated[int, about("Documents of more pages are not read.", 1, 1_000_000)] = 5_000
    pdf_seconds: Annotated[
        float, about("Time for one PDF, by the clock and by the processor.", 0.1, 86_400)
    ] = 120.0
    pdf_workers: Annotated[
        int, about("Processes that read PDFs at the same time; 0: one for each core.", 0, 256)
    ] = 0
    record_paths: Annotated[
        bool, about("Keep the full path of each folder in the knowledge base; false: for one to give away.")
    ] = True
    pdf_memory_bytes: Annotated[int, about("Memory for one PDF.", 64 * MB, 1_000_000 * MB)] = 2_048 * MB
    ocr: Annotated[
        str,
        text("Languages of scanned PDFs whose text is recognised (eng+fra; tesseract); empty: none is."),
    ] = ""
    file_seconds: Annotated[
        float, about("Time for one file that is no PDF, by the clock and by the processor.", 0.1, 86_400)
    ] = 120.0
    file_memory_bytes: Annotated[
        int, about("Memory for one file that is no PDF.", 64 * MB, 1_000_000 * MB)
    ] = 2_048 * MB
    vectors: Annotated[
        str,
        text("Vectors of passages: auto (where an embedder is here), none, or a model of the catalog."),
    ] = "auto"
    vectors_most: Annotated[
        int, about("Where more passages lack a vector they are left to edge embed.", 0, 100_000_000)
    ] = 20_000


class SearchSettings(_Room, frozen=True, kw_only=True):
    """The lexical mix, vectors beside it, and a second reading of the best pages."""

    k: Annotated[int, about("Results of a search.", 1, 1_000)] = 5
    log: Annotated[str, text("File that gets a JSON line a query; empty: none is kept.")] = ""
    vectors: Annotated[
        str,
        text("Vectors beside words: auto (where their model is here), none, or a model of the catalog."),
    ] = "auto"
    vector_weight: Annotated[
        float, about("Weight of the vectors, the words = 1; 0: as the catalog says.", 0, 100)
    ] = 0.0
    fusion: Annotated[
        Literal["mean", "rrf"],
        msgspec.Meta(
            description="Words and vectors by a mean of scores, or by ranks (.6/.4, k = 60), to compare."
        ),
    ] = "mean"
    reader: Annotated[
        Literal["auto", "none"],
        msgspec.Meta(
            description="What answers questions also orders the ten best pages of a search: auto (where it is"
            " here) or none, which is faster."
        ),
    ] = "auto"
    rerank: Annotated[
        str, text("Cross-encoder of the catalog that orders the best pages anew; empty: off.")
    ] = ""
    rerank_ms: Annotated[
        float, about("Milliseconds for that; then the order stays as it was, and a note says so.", 0, 600_000)
    ] = 300.0


class AskSettings(_Room, frozen=True, kw_only=True):
    """Who answers, and how much is read and quoted."""

    engine: Annotated[
        str,
        text("auto (semantic, else lexical), semantic (a reader, words and vectors), lexical, gemma."),
    ] = "auto"
    pages: Annotated[
        int,
        about("Pages read for a question; a part of a document without pages counts half.", 1, 100),
    ] = 5
    quotes: Annotated[int, about("Quotes that are shown at most.", 1, 20)] = 3
    passes: Annotated[str, text("Passes of Gemma: blind, contextual, reordered (logged only).")] = (
        "blind,contextual"
    )
    strict: Annotated[
        Literal["low", "normal", "high"],
        msgspec.Meta(description="How sure an answer must be; what is less sure is shown as unsure."),
    ] = "normal"
    require: Annotated[
        float,
        about(
            "Answer only where such answers are certified to be right at least so often; 0: not used.", 0, 1
        ),
    ] = 0.0


class OpenSettings(_Room, frozen=True, kw_only=True):
    """How `edge open` shows a page."""

    viewer: Annotated[
        str,
        text("Program that shows a page, e.g. zathura -P {page} {file}; empty: one that is found here."),
    ] = ""


class GemmaSettings(_Room, frozen=True, kw_only=True):
    """How Gemma runs: the file, the window, what it may read and write, and for how long."""

    model: Annotated[str, text("A .gguf file, or a model of the catalog: NAME or NAME:VARIANT.")] = ""
    projector: Annotated[
        str,
        text(
            "Lets Gemma see pages: .gguf files or names of the catalog, with commas; auto: beside the model, "
            "or of the catalog and here; none."
        ),
    ] = "auto"
    window: Annotated[int, about("Tokens of prompt and answer together.", 64, 131_072)] = 2_048
    micro_batch: Annotated[
        int,
        about("Tokens computed at once, and the grain in which computed prompts are used again.", 1, 8_192),
    ] = 64
    threads: Annotated[int, about("Threads; 0: one for each physical core.", 0, 1_024)] = 0
    flash: Annotated[bool, about("Flash attention.")] = True
    prompt_tokens: Annotated[int, about("Tokens of a contextual pass.", 64, 131_072)] = 700
    write: Annotated[bool, about("Write a short answer from the chosen quotes.")] = False
    seconds: Annotated[float, about("Seconds until a call fails; 600 to see pages.", 0.0, 86_400)] = 120.0


class ExtractSettings(_Room, frozen=True, kw_only=True):
    """Who reads messages, beside what, and what makes a case hard. Lists are separated by commas."""

    engine: Annotated[str, text("rules, gemma, or auto: Gemma where one is set up, else rules.")] = "auto"
    stop: Annotated[float, about("Confidence that ends it after the first pass.", 0, 1)] = 0.95
    bar: Annotated[float, about("Confidence that ends it after a later pass.", 0, 1)] = 0.90
    floor: Annotated[float, about("Nothing is applied below.", 0, 1)] = 0.85
    person: Annotated[float, about("From here a person is asked sooner than a larger engine.", 0, 1)] = 0.75
    max_passes: Annotated[int, about("Passes of one message at most.", 1, 20)] = 5
    multi_pass_percent: Annotated[
        int, about("Of 100 messages so many are read in several passes, the others in one; 0: none.", 0, 100)
    ] = 100
    delete_offline: Annotated[bool, about("Let an engine on this device delete, not only suggest it.")] = (
        False
    )
    leave_worthless: Annotated[
        bool,
        about("Leave what rules are sure is worthless where it is, unasked, in place of asking to delete."),
    ] = True
    notes: Annotated[str, text("Folder of Markdown notes.")] = ""
    calendar: Annotated[str, text("An .ics file, or a folder of them.")] = ""
    tasks: Annotated[str, text("A task list: Markdown or JSON.")] = ""
    archive: Annotated[str, text("Mail of earlier days: a Maildir, an mbox file, or a folder of them.")] = ""
    knowledge: Annotated[bool, about("Look into the knowledge base as well.")] = False
    high_amount: Annotated[
        float, about("An amount from here is high stakes, in any currency.", 0, 1000000000000000.0)
    ] = 10_000.0
    deadline_days: Annotated[
        int, about("A deadline within so many days of the message is high stakes.", 0, 3_650)
    ] = 2
    vip: Annotated[str, text("Senders whose mail is high stakes: addresses, or domains with @.")] = ""
    timezone: Annotated[
        str, text("Zone of texts that name none; empty: the offset in which the message arrived.")
    ] = ""
    country: Annotated[str, text("Country of telephone numbers without a prefix.")] = "FR"
    max_message_bytes: Annotated[int, about("Larger messages are not read.", 1, 10_000 * MB)] = 40 * MB
    max_body_chars: Annotated[
        int, about("Characters of a message that are read; the rest is told.", 1, 100_000_000)
    ] = 200_000
    require: Annotated[
        float,
        about(
            "Apply only where such actions are certified to be right at least so often; 0: not used.", 0, 1
        ),
    ] = 0.0


class GradeSettings(_Room, frozen=True, kw_only=True):
    """Who grades copies, and when two judges are apart. The limits are the specification's."""

    judges: Annotated[
        str,
        text(
            "Two judges: criteria, similarity, gemma, gemma:FILE, or a tier of the cloud; auto: criteria, "
            "and Gemma where one is set up, else similarity."
        ),
    ] = "auto"
    threshold: Annotated[
        float, about("Grades further apart than this are looked at again; 0: not used.", 0, 1_000_000)
    ] = 0.5
    relative_threshold: Annotated[
        float, about("The same as a share of the question's maximum; 0: not used.", 0, 1)
    ] = 0.25
    jaccard: Annotated[float, about("Readings that share fewer of their words are apart.", 0, 1)] = 0.30
    char_ratio: Annotated[float, about("Readings less alike in their characters are apart.", 0, 1)] = 0.8
    max_pages: Annotated[int, about("Copies of more pages are not read.", 1, 10_000)] = 60
    pictures: Annotated[
        Literal["auto", "all", "none"],
        msgspec.Meta(
            description="Pages of a PDF that judges see: auto (those that are only pictures), all, none."
        ),
    ] = "auto"
    squares: Annotated[
        int, about("Squares over the shorter side of a page that is seen: 2 for small handwriting.", 1, 4)
    ] = 1
    require: Annotated[
        float,
        about("Settle only what is certified to be right at least so often; 0: not used.", 0, 1),
    ] = 0.0


class CloudSettings(_Room, frozen=True, kw_only=True):
    """Claude: off until permitted. Budgets count what was reserved, whatever became of it."""

    mode: Annotated[
        str, text("never, ask (at a terminal, each time), or auto (with a recorded consent).")
    ] = "never"
    ladder: Annotated[str, text("Who is asked, in this order: tiers of the price file.")] = "sonnet,opus"
    models: Annotated[
        str, text('Tiers and their models, e.g. "sonnet=claude-sonnet-5-5"; empty: those of the price file.')
    ] = ""
    base_url: Annotated[str, text("Where requests go.")] = "https://api.anthropic.com"
    key: Annotated[str, text("NAME of the environment variable that holds the key.")] = "ANTHROPIC_API_KEY"
    seconds: Annotated[float, about("Time for one call with its retries.", 0.01, 3_600)] = 60.0
    retries: Annotated[
        int, about("Further tries after an answer that says that nothing was done.", 0, 10)
    ] = 2
    max_bytes: Annotated[int, about("Bytes of an answer.", 1_024, 1_000 * MB)] = 2 * MB
    max_tokens: Annotated[int, about("Tokens that an answer may take, thinking included.", 16, 1_000_000)] = (
        4_096
    )
    effort: Annotated[str, text("How hard Claude thinks: low, medium or high.")] = "medium"
    passages: Annotated[bool, about("Passages and quotes may leave, not the question alone.")] = True
    redact: Annotated[str, text("Kinds that are masked before anything leaves; also: email.")] = (
        "iban,card,id,phone,key"
    )
    redact_words: Annotated[str, text("Words of your own that are masked too, with commas.")] = ""
    resend: Annotated[bool, about("Send again what may have been sent, and billed, before.")] = False
    audit_bodies: Annotated[bool, about("Keep the bytes that left in the audit, not their hash alone.")] = (
        True
    )
    day_calls: Annotated[int, about("Calls a day.", 0, 1_000_000)] = 50
    day_tokens: Annotated[int, about("Tokens a day.", 0, 1_000_000_000_000)] = 500_000
    day_usd: Annotated[float, about("US dollars a day.", 0, 1000000.0)] = 1.0
    month_usd: Annotated[float, about("US dollars a month.", 0, 1000000.0)] = 10.0

    @property
    def tiers(self) -> list[str]:
        """The names on the ladder, each once; `edge.cloud.prices` knows which there are."""
        return list(dict.fromkeys(name.strip() for name in self.ladder.split(",") if name.strip()))


class AlarmSettings(_Room, frozen=True, kw_only=True):
    """What `edge stats` warns of; `--check` makes it an exit code. 0 switches an alarm off."""

    day_usd: Annotated[float, about("US dollars a day.", 0, 1000000.0)] = 0.5
    opus_share: Annotated[float, about("Share of messages that went to Opus.", 0, 1)] = 0.05
    clarification_share: Annotated[
        float, about("Share asked back, of messages that a language model read.", 0, 1)
    ] = 0.2
    mean_confidence: Annotated[float, about("Mean confidence, at least.", 0, 1)] = 0.0
    p95_seconds: Annotated[float, about("Time of the slowest twentieth.", 0, 1000000.0)] = 0.0
    drift: Annotated[
        bool, about("A calibration of yours whose promise was broken by what you corrected since.")
    ] = True


class AccessSettings(_Room, frozen=True, kw_only=True):
    """Who asks, and who may read what is added. No login: whoever can read the files can read all of them."""

    owner: Annotated[
        str,
        text("Who asks: whose documents, memories, conversations and traces; empty: this device's person."),
    ] = ""
    org: Annotated[str, text("The organisation whose shared ones are read too.")] = ""
    visibility: Annotated[
        str, text("Of memories and conversations that are added: private, org or public.")
    ] = "private"


class MemorySettings(_Room, frozen=True, kw_only=True):
    """How memories are found, and what is kept of them."""

    vectors: Annotated[
        str, text("Vectors beside words: auto (where an embedder is here), none, or a model of the catalog.")
    ] = "auto"
    excerpt_chars: Annotated[
        int, about("Longest excerpt of a conversation that is kept with a memory.", 0, 1_000_000)
    ] = 20_000
    keep_days: Annotated[float, about("Days in which a deleted memory can be restored.", 0, 3_650)] = 30.0
    k: Annotated[int, about("Results of a search.", 1, 1_000)] = 10


class ComposeSettings(_Room, frozen=True, kw_only=True):
    """How contexts are packed out of documents, conversations and memories."""

    max_tokens: Annotated[int, about("Tokens of a context.", 1, 1_000_000)] = 6_000
    recent_turns: Annotated[int, about("Turns just said that are packed first, at most.", 0, 1_000)] = 12
    fetch_k: Annotated[int, about("Candidates that are looked at.", 1, 10_000)] = 120
    top_k: Annotated[int, about("Candidates that are packed; 0: as many as fit.", 0, 10_000)] = 0
    lambda_mult: Annotated[float, about("Relevance against variety (MMR); 1: relevance alone.", 0, 1)] = 1.0
    similarity_threshold: Annotated[
        float, about("Cosine from which two items are one; 1: equal texts only.", 0, 1)
    ] = 0.92
    window_size: Annotated[int, about("Neighbours on each side of what was found.", 0, 10)] = 1
    merge_threshold: Annotated[
        float, about("Share of a section's chunks from which the rest comes too; over 1: never.", 0, 2)
    ] = 0.5
    max_gap: Annotated[int, about("Gaps between found items that are filled; 0: none.", 0, 10)] = 0
    summaries: Annotated[int, about("Summaries that fill what is left, at most.", 0, 20)] = 2
    rerank_seconds: Annotated[
        float, about("Time for search.rerank over the candidates of a context.", 0, 600)
    ] = 5.0
    vote: Annotated[
        float, about("What a summary that was written adds to the turns that it covers.", 0, 10)
    ] = 0.3
    dense: Annotated[float, about("What vectors add to words, in conversations; 0: off.", 0, 10)] = 0.8
    writer: Annotated[
        str,
        text("Who writes summaries: auto (Gemma where gemma.model is set), gemma, or sentences (their own)."),
    ] = "auto"
    summary_seconds: Annotated[
        float, about("Time for a summary; then its own sentences stand in.", 0.01, 3_600)
    ] = 20.0
    tokenizer: Annotated[
        str,
        text("What counts tokens: estimate (three characters each), or gemma (the model of gemma.model)."),
    ] = "estimate"
    traces: Annotated[bool, about("Keep a trace of every composed context.")] = True


class ServeSettings(_Room, frozen=True, kw_only=True):
    """Where `edge serve` listens, and how much it takes on."""

    host: Annotated[str, text("Address to listen on; beyond this device only with a token.")] = "127.0.0.1"
    port: Annotated[int, about("Port; 0: a free one.", 0, 65_535)] = 8710
    token_file: Annotated[str, text("File that holds the token to ask for; empty: none is asked for.")] = ""
    waiting: Annotated[
        int, about("Requests that may wait for the one at work; more are told to come back.", 0, 10_000)
    ] = 32


class Settings(_Room, frozen=True, kw_only=True):
    """All settings, a room for each part."""

    knowledge: Annotated[str, text("Knowledge base; empty: the one that ships.")] = ""
    state: Annotated[str, text("Your own database; empty: state.db in your folder.")] = ""
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
