"""Settings of what is indexed, searched and asked, and of the model on this device."""

from typing import Annotated, Literal

import msgspec

from edge.settings.part import MB, SettingsPart, about, text


class IndexSettings(SettingsPart, frozen=True, kw_only=True):
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


class SearchSettings(SettingsPart, frozen=True, kw_only=True):
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


class AskSettings(SettingsPart, frozen=True, kw_only=True):
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


class OpenSettings(SettingsPart, frozen=True, kw_only=True):
    """How `edge open` shows a page."""

    viewer: Annotated[
        str,
        text("Program that shows a page, e.g. zathura -P {page} {file}; empty: one that is found here."),
    ] = ""


class GemmaSettings(SettingsPart, frozen=True, kw_only=True):
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
