-- The search tables of knowledge.db. Made anew from pages, chunks and tables at the end of each index run.

-- Exact phrases, and the floor our own postings are measured against. The text itself is in `pages`.
CREATE VIRTUAL TABLE pages_fts USING fts5(
    text, header, content='', tokenize='unicode61 remove_diacritics 2'
);

-- One row per term of a channel: `key` is the channel's letter and the term.
--   w words, h header (title > section), g character 5-grams, b stem bigrams   -> pages
--   c stems -> chunks        t stems of table rows told as sentences           -> rows of tables
-- `docs` holds little-endian uint32 ordinals into search_arrays, ascending; `impacts` their BM25 as float16.
CREATE TABLE postings (
    key TEXT PRIMARY KEY,
    docs BLOB NOT NULL,
    impacts BLOB NOT NULL
) WITHOUT ROWID;

-- Ordinal -> row, as little-endian uint32 arrays (see edge/store/build.py): loaded whole when a search begins.
CREATE TABLE search_arrays (
    name TEXT PRIMARY KEY,
    data BLOB NOT NULL
) WITHOUT ROWID;
