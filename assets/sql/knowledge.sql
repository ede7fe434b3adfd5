-- knowledge.db: what was read, exactly, and where. Written by ingest, read-only once finished.
-- The search tables (built from these at the end of an index run) are in search.sql.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE roots (                    -- the folders, and the files given by themselves, that were indexed
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE,         -- what it is called: the end of its path that no other has, or --as
    place BLOB NOT NULL                 -- full real path, "/" between folders, as the file system spells it;
);                                      -- empty where it is not to be told (index.record_paths)

CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,          -- how it is cited: its path below the root, NFC, forward slashes;
                                        -- after the root's label where two would be called the same
    root_id INTEGER NOT NULL REFERENCES roots(id),
    file BLOB NOT NULL DEFAULT x'',     -- path below the root as the file system spells it; empty: the root itself
    member TEXT NOT NULL DEFAULT '',    -- which document of the file, where it holds several (JSONL of pages)
    kind TEXT NOT NULL,                 -- pdf, markdown, text, html, pages
    title TEXT NOT NULL DEFAULT '',
    paged INTEGER NOT NULL DEFAULT 1,   -- 0: it has no pages of its own, `pages` holds the parts it was cut into
    sha256 TEXT NOT NULL,               -- of the file's bytes (of the page records, for pages)
    recipe TEXT NOT NULL,               -- fingerprint of the settings it was read and cut with
    bytes INTEGER NOT NULL,
    unread TEXT NOT NULL DEFAULT '',    -- JSON: what of it could not be read
    UNIQUE (root_id, file, member)
);

-- A document that could not be read: remembered so that the next run tries again and `doctor` can tell.
CREATE TABLE failures (
    root_id INTEGER NOT NULL REFERENCES roots(id),
    file BLOB NOT NULL,
    member TEXT NOT NULL,
    name TEXT NOT NULL,                 -- how it would be cited
    sha256 TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (root_id, file, member)
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
