-- knowledge.db: what was read, exactly, and where. Written by ingest, read-only once finished.
-- The search tables (built from these at the end of an index run) are in search.sql.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,          -- path relative to the indexed folder, NFC, forward slashes
    root TEXT NOT NULL DEFAULT '',      -- label of the indexed folder, so that --prune knows what it owns
    kind TEXT NOT NULL,                 -- pdf, markdown, text, html, pages
    title TEXT NOT NULL DEFAULT '',
    paged INTEGER NOT NULL DEFAULT 1,   -- 0: it has no pages of its own, `pages` holds the parts it was cut into
    sha256 TEXT NOT NULL,               -- of the file's bytes (of the page records, for pages)
    recipe TEXT NOT NULL,               -- fingerprint of the settings it was read and cut with
    bytes INTEGER NOT NULL
);

-- A document that could not be read: remembered so that the next run tries again and `doctor` can tell.
CREATE TABLE failures (
    name TEXT PRIMARY KEY,
    root TEXT NOT NULL DEFAULT '',
    sha256 TEXT NOT NULL,
    reason TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,            -- physical page, from 1, as the extractor counts; of a part, its place
    shift INTEGER NOT NULL DEFAULT 0,   -- of a part: its place in the document's text, which is all parts in order
    label TEXT NOT NULL DEFAULT '',     -- printed page label where the document has one
    title TEXT NOT NULL DEFAULT '',     -- title of the document, or of the page record
    section TEXT NOT NULL DEFAULT '',   -- heading path in force on the page, " > " between levels
    text TEXT NOT NULL,                 -- exact page text: every span below points into it
    structure TEXT NOT NULL DEFAULT '', -- JSON: lines of the file, code blocks, what points elsewhere (spans)
    UNIQUE (source_id, number)
);

CREATE TABLE sections (                 -- the parents of chunks
    id INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
    heading TEXT NOT NULL,              -- heading path, " > " between levels
    level INTEGER NOT NULL,
    first_page INTEGER NOT NULL,        -- pages.number
    last_page INTEGER NOT NULL
);

CREATE TABLE chunks (                   -- the unit of search: 200-300 tokens, never across a page
    id INTEGER PRIMARY KEY,
    page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
    section_id INTEGER REFERENCES sections(id) ON DELETE SET NULL,
    start INTEGER NOT NULL,             -- code points into pages.text
    "end" INTEGER NOT NULL,
    heading TEXT NOT NULL DEFAULT ''
);

CREATE TABLE tables (                   -- whole tables, with caption
    id INTEGER PRIMARY KEY,
    page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
    chunk_id INTEGER REFERENCES chunks(id) ON DELETE SET NULL, -- the chunk that holds its text
    caption TEXT NOT NULL DEFAULT '',
    start INTEGER NOT NULL,             -- span of the table in pages.text
    "end" INTEGER NOT NULL,
    header TEXT NOT NULL,               -- JSON array of column headings
    rows TEXT NOT NULL                  -- JSON array of {"cells": [...], "start", "end"}: row spans in pages.text
);

CREATE TABLE page_sections (            -- which section is in force from which place of a page on
    page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    section_id INTEGER NOT NULL REFERENCES sections(id) ON DELETE CASCADE,
    PRIMARY KEY (page_id, start)
) WITHOUT ROWID;

CREATE TABLE glossary (
    id INTEGER PRIMARY KEY,
    term TEXT NOT NULL,
    page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL
);

-- One row per embedding model whose vectors are stored; a query embedded by any other is refused.
CREATE TABLE embedding_models (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    revision TEXT NOT NULL,
    dims INTEGER NOT NULL,
    query_prompt TEXT NOT NULL,
    document_prompt TEXT NOT NULL,
    UNIQUE (name, revision, dims)
);

CREATE TABLE vectors (
    model_id INTEGER NOT NULL REFERENCES embedding_models(id) ON DELETE CASCADE,
    chunk_id INTEGER NOT NULL REFERENCES chunks(id) ON DELETE CASCADE,
    vector BLOB NOT NULL,               -- dims little-endian float32, unit length
    PRIMARY KEY (model_id, chunk_id)
) WITHOUT ROWID;

CREATE INDEX pages_by_source ON pages (source_id, number);
CREATE INDEX chunks_by_page ON chunks (page_id);
CREATE INDEX tables_by_page ON tables (page_id);
CREATE INDEX glossary_by_term ON glossary (term);
