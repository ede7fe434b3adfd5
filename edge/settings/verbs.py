"""Settings of messages, grades, memories and contexts."""

from typing import Annotated, Literal

import msgspec

from edge.settings.part import MB, SettingsPart, about, text


class ExtractSettings(SettingsPart, frozen=True, kw_only=True):
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


class GradeSettings(SettingsPart, frozen=True, kw_only=True):
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


class MemorySettings(SettingsPart, frozen=True, kw_only=True):
    """How memories are found, and what is kept of them."""

    vectors: Annotated[
        str, text("Vectors beside words: auto (where an embedder is here), none, or a model of the catalog.")
    ] = "auto"
    excerpt_chars: Annotated[
        int, about("Longest excerpt of a conversation that is kept with a memory.", 0, 1_000_000)
    ] = 20_000
    keep_days: Annotated[float, about("Days in which a deleted memory can be restored.", 0, 3_650)] = 30.0
    k: Annotated[int, about("Results of a search.", 1, 1_000)] = 10


class ComposeSettings(SettingsPart, frozen=True, kw_only=True):
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
