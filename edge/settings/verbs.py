"""Settings of messages, grades, memories and contexts."""

from typing import Annotated, Literal

import msgspec

from edge.settings.part import MB, SettingsPart, about, text


class ExtractSettings(SettingsPart, frozen=True, kw_only=True):
    """Who reads messages, beside what, and what makes a case hard. Lists are separated by commas."""

    engine: Annotated[
        str, text("What reads messages: rules, gemma, or auto (Gemma if one is set up, otherwise rules).")
    ] = "auto"
    stop: Annotated[float, about("The confidence that is enough after the first pass.", 0, 1)] = 0.95
    bar: Annotated[float, about("The confidence that is enough after a later pass.", 0, 1)] = 0.90
    floor: Annotated[float, about("Below this confidence nothing is decided without you.", 0, 1)] = 0.85
    person: Annotated[
        float, about("From this confidence on, a person is asked rather than a larger engine.", 0, 1)
    ] = 0.75
    max_passes: Annotated[int, about("The largest number of passes over one message.", 1, 20)] = 5
    multi_pass_percent: Annotated[
        int,
        about("How many of 100 messages may be read in several passes; the others are read in one.", 0, 100),
    ] = 100
    delete_offline: Annotated[
        bool, about("Let an engine on this device decide to delete, not only suggest it.")
    ] = False
    leave_worthless: Annotated[
        bool,
        about(
            "Leave messages that rules are sure are worthless where they are, instead of asking you to "
            "delete them."
        ),
    ] = True
    notes: Annotated[str, text("Your folder of Markdown notes.")] = ""
    calendar: Annotated[str, text("Your calendar: an .ics file, or a folder of them.")] = ""
    tasks: Annotated[str, text("Your task list: Markdown, todo.txt or JSON.")] = ""
    archive: Annotated[str, text("Your earlier mail: a Maildir, an mbox file, or a folder of them.")] = ""
    knowledge: Annotated[bool, about("Search the knowledge base for context as well.")] = False
    high_amount: Annotated[
        float, about("From this amount on, in any currency, the stakes are high.", 0, 1000000000000000.0)
    ] = 10_000.0
    deadline_days: Annotated[
        int,
        about("If a deadline is at most this many days after the message, the stakes are high.", 0, 3_650),
    ] = 2
    vip: Annotated[str, text("Senders whose mail always has high stakes: addresses, or domains with @.")] = ""
    timezone: Annotated[
        str,
        text(
            "The time zone of texts that name none; empty: your calendar's, unless the message has another."
        ),
    ] = ""
    country: Annotated[str, text("The country of telephone numbers without a prefix.")] = "FR"
    max_message_bytes: Annotated[int, about("Messages larger than this are not read.", 1, 10_000 * MB)] = (
        40 * MB
    )
    max_body_chars: Annotated[
        int,
        about("How many characters of a message are read; a note says how much was left.", 1, 100_000_000),
    ] = 200_000
    require: Annotated[
        float,
        about(
            "Decide only if a calibration certifies that such actions are right at least this "
            "often; 0: not used.",
            0,
            1,
        ),
    ] = 0.0


class GradeSettings(SettingsPart, frozen=True, kw_only=True):
    """Who grades copies, and when two judges are apart. The limits are the specification's."""

    judges: Annotated[
        str,
        text(
            "The two judges: criteria, similarity, gemma, gemma:FILE, or a tier of the cloud; auto: "
            "criteria, and Gemma if one is set up, otherwise similarity."
        ),
    ] = "auto"
    threshold: Annotated[
        float, about("Grades that differ by more than this are looked at again; 0: not used.", 0, 1_000_000)
    ] = 0.5
    relative_threshold: Annotated[
        float, about("The same, as a share of the question's maximum; 0: not used.", 0, 1)
    ] = 0.25
    jaccard: Annotated[
        float, about("If the judges' readings share fewer of their words than this, they disagree.", 0, 1)
    ] = 0.30
    char_ratio: Annotated[
        float,
        about("If the characters of the judges' readings are less alike than this, they disagree.", 0, 1),
    ] = 0.8
    max_pages: Annotated[int, about("Copies with more pages than this are not read.", 1, 10_000)] = 60
    pictures: Annotated[
        Literal["auto", "all", "none"],
        msgspec.Meta(
            description="Which pages of a PDF the judges see as pictures: auto (those that are only "
            "pictures), all, none."
        ),
    ] = "auto"
    squares: Annotated[
        int,
        about(
            "How many squares cover the shorter side of a page that is seen; 2 for small handwriting.", 1, 4
        ),
    ] = 1
    require: Annotated[
        float,
        about(
            "Settle a question only if a calibration certifies that such grades are right at least this "
            "often; 0: not used.",
            0,
            1,
        ),
    ] = 0.0


class MemorySettings(SettingsPart, frozen=True, kw_only=True):
    """How memories are found, and what is kept of them."""

    vectors: Annotated[
        str,
        text(
            "Search by meaning as well as by words: auto (if an embedding model is installed), none, or "
            "the name of a model."
        ),
    ] = "auto"
    excerpt_chars: Annotated[
        int,
        about(
            "The largest number of characters of a conversation that are kept with a memory.", 0, 1_000_000
        ),
    ] = 20_000
    keep_days: Annotated[float, about("For how many days a deleted memory can be restored.", 0, 3_650)] = 30.0
    k: Annotated[int, about("The number of results of a search.", 1, 1_000)] = 10


class ComposeSettings(SettingsPart, frozen=True, kw_only=True):
    """How contexts are packed out of documents, conversations and memories."""

    max_tokens: Annotated[int, about("The largest number of tokens of a context.", 1, 1_000_000)] = 6_000
    recent_turns: Annotated[int, about("The largest number of latest turns, which come first.", 0, 1_000)] = (
        12
    )
    fetch_k: Annotated[int, about("The number of candidates to consider.", 1, 10_000)] = 120
    top_k: Annotated[int, about("The number of candidates to use; 0: as many as fit.", 0, 10_000)] = 0
    lambda_mult: Annotated[float, about("Relevance against variety (MMR); 1: relevance alone.", 0, 1)] = 1.0
    similarity_threshold: Annotated[
        float, about("The cosine from which two items count as the same; 1: only equal texts.", 0, 1)
    ] = 0.92
    window_size: Annotated[int, about("The number of neighbours on each side of what was found.", 0, 10)] = 1
    merge_threshold: Annotated[
        float,
        about("The share of a section's chunks from which the rest is added too; more than 1: never.", 0, 2),
    ] = 0.5
    max_gap: Annotated[int, about("The largest gap between found items that is filled; 0: none.", 0, 10)] = 0
    summaries: Annotated[
        int, about("The largest number of summaries that fill the rest of the budget.", 0, 20)
    ] = 2
    rerank_seconds: Annotated[
        float, about("The time limit for search.rerank over the candidates of a context, in seconds.", 0, 600)
    ] = 5.0
    vote: Annotated[
        float, about("How much a written summary adds to the score of the turns that it covers.", 0, 10)
    ] = 0.3
    dense: Annotated[float, about("How much vectors add to words in conversations; 0: off.", 0, 10)] = 0.8
    writer: Annotated[
        str,
        text(
            "What writes summaries: auto (Gemma if gemma.model is set), gemma, or sentences (taken from "
            "the conversation)."
        ),
    ] = "auto"
    summary_seconds: Annotated[
        float,
        about(
            "The time limit for a summary by Gemma, in seconds; after it, sentences of the conversation "
            "are used instead.",
            0.01,
            3_600,
        ),
    ] = 20.0
    tokenizer: Annotated[
        str,
        text("What counts tokens: estimate (three characters each), or gemma (the model of gemma.model)."),
    ] = "estimate"
    traces: Annotated[bool, about("Keep a trace of every composed context.")] = True
