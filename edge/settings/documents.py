"""Settings of what is indexed, searched and asked, and of the model on this device."""

from typing import Annotated, Literal

import msgspec

from edge.settings.part import MB, SettingsPart, about, text


class IndexSettings(SettingsPart, frozen=True, kw_only=True):
    """How documents are read and cut (a change of that re-reads them), and what gives passages vectors."""

    chunk_tokens: Annotated[int, about("The number of tokens in a chunk.", 20, 10_000)] = 250
    part_words: Annotated[
        int, about("The largest number of words in a part of a document that has no pages.", 50, 100_000)
    ] = 300
    max_file_bytes: Annotated[int, about("Files larger than this are not read.", 1, 100_000 * MB)] = 200 * MB
    max_pages: Annotated[int, about("Documents with more pages than this are not read.", 1, 1_000_000)] = (
        5_000
    )
    pdf_seconds: Annotated[
        float, about("The time limit for one PDF, both by the clock and in processor time.", 0.1, 86_400)
    ] = 120.0
    pdf_workers: Annotated[
        int, about("How many processes read PDFs at the same time; 0: one for each core.", 0, 256)
    ] = 0
    record_paths: Annotated[
        bool,
        about(
            "Keep the full path of each folder in the knowledge base; false for one that you want to "
            "give away."
        ),
    ] = True
    pdf_memory_bytes: Annotated[int, about("The memory limit for one PDF.", 64 * MB, 1_000_000 * MB)] = (
        2_048 * MB
    )
    ocr: Annotated[
        str,
        text("The languages of scanned PDFs, as tesseract names them (eng+fra); empty: scans are not read."),
    ] = ""
    file_seconds: Annotated[
        float,
        about(
            "The time limit for one file that is not a PDF, both by the clock and in processor time.",
            0.1,
            86_400,
        ),
    ] = 120.0
    file_memory_bytes: Annotated[
        int, about("The memory limit for one file that is not a PDF.", 64 * MB, 1_000_000 * MB)
    ] = 2_048 * MB
    vectors: Annotated[
        str,
        text(
            "Vectors for search by meaning: auto (if an embedding model is installed), none, or the "
            "name of a model."
        ),
    ] = "auto"
    vectors_most: Annotated[
        int,
        about(
            "If more passages than this have no vector, edge index leaves them to edge embed.", 0, 100_000_000
        ),
    ] = 20_000


class SearchSettings(SettingsPart, frozen=True, kw_only=True):
    """The lexical mix, vectors beside it, and a second reading of the best pages."""

    k: Annotated[int, about("The number of results of a search.", 1, 1_000)] = 5
    log: Annotated[str, text("A file to which a JSON line is added for each query; empty: none.")] = ""
    vectors: Annotated[
        str,
        text(
            "Search by meaning as well as by words: auto (if the model is installed), none, or the name "
            "of a model."
        ),
    ] = "auto"
    vector_weight: Annotated[
        float,
        about("The weight of the vectors, that of the words being 1; 0: as the catalogue says.", 0, 100),
    ] = 0.0
    fusion: Annotated[
        Literal["mean", "rrf"],
        msgspec.Meta(
            description="How words and vectors are combined: mean (of the scores), or rrf (by ranks, .6/.4,"
            " k = 60; for comparison)."
        ),
    ] = "mean"
    reader: Annotated[
        Literal["auto", "none"],
        msgspec.Meta(
            description="Let the reader that answers questions sort the ten best pages of a search: auto (if "
            "it is installed), or none, which is faster."
        ),
    ] = "auto"
    rerank: Annotated[
        str, text("A cross-encoder of the catalogue that sorts the best pages again; empty: off.")
    ] = ""
    rerank_ms: Annotated[
        float,
        about(
            "The time limit for search.rerank, in milliseconds; after it the order stays as it was, and "
            "a note says so.",
            0,
            600_000,
        ),
    ] = 300.0


class AskSettings(SettingsPart, frozen=True, kw_only=True):
    """Who answers, and how much is read and quoted."""

    engine: Annotated[
        str,
        text(
            "What answers: auto (semantic if possible, otherwise lexical), semantic (a reader, words "
            "and vectors), lexical, gemma."
        ),
    ] = "auto"
    pages: Annotated[
        int,
        about(
            "The number of pages read for a question; a part of a document without pages counts as half "
            "a page.",
            1,
            100,
        ),
    ] = 5
    quotes: Annotated[int, about("The largest number of quotes shown.", 1, 20)] = 3
    passes: Annotated[
        str, text("The passes of Gemma: blind, contextual, reordered (which is only logged).")
    ] = "blind,contextual"
    strict: Annotated[
        Literal["low", "normal", "high"],
        msgspec.Meta(
            description="How sure an answer must be: low, normal or high. Less sure ones are shown as "
            '"Perhaps here".'
        ),
    ] = "normal"
    require: Annotated[
        float,
        about(
            "Answer only if a calibration certifies that such answers are right at least this "
            "often; 0: not used.",
            0,
            1,
        ),
    ] = 0.0


class OpenSettings(SettingsPart, frozen=True, kw_only=True):
    """How `edge open` shows a page."""

    viewer: Annotated[
        str,
        text(
            "The program that shows a page, for example zathura -P {page} {file}; empty: one that edge finds."
        ),
    ] = ""


class GemmaSettings(SettingsPart, frozen=True, kw_only=True):
    """How Gemma runs: the file, the window, what it may read and write, and for how long."""

    model: Annotated[
        str, text("The Gemma to use: a .gguf file, or a model of the catalogue as NAME or NAME:VARIANT.")
    ] = ""
    projector: Annotated[
        str,
        text(
            "What lets Gemma see pages: .gguf files or names of the catalogue, separated by commas; "
            "auto (beside the model, or installed from the catalogue), or none."
        ),
    ] = "auto"
    window: Annotated[
        int, about("The largest number of tokens of prompt and answer together.", 64, 131_072)
    ] = 2_048
    micro_batch: Annotated[
        int,
        about(
            "The number of tokens computed at once, and the step in which computed prompts are used again.",
            1,
            8_192,
        ),
    ] = 64
    threads: Annotated[int, about("The number of threads; 0: one for each physical core.", 0, 1_024)] = 0
    flash: Annotated[bool, about("Use flash attention.")] = True
    prompt_tokens: Annotated[
        int, about("The number of tokens in the prompt of a contextual pass.", 64, 131_072)
    ] = 700
    write: Annotated[bool, about("Let Gemma write a short answer from the chosen quotes.")] = False
    seconds: Annotated[
        float,
        about("The time limit for a call, in seconds; 600 is advised for pages that are seen.", 0.0, 86_400),
    ] = 120.0
