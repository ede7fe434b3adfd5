-- The search tables of knowledge.db. Made anew from pages, chunks and tables at the end of each index run.

-- Exact phrases, and the floor our own postings are measured against. The text itself is in `pages`.
CREATE VIRTUAL TABLE pages_fts USING fts5(
    text, header, content='', tokenize='unicode61 remove_diacritics 2'
);

-- The terms of a channel: `key` is the channel's letter and the term.
--   w words, h header (title > section), g character 5-grams, b stem bigrams   -> pages
--   c stems -> chunks        t stems of table rows told as sentences           -> rows of tables
-- `docs` holds ordinals into search_arrays, ascending, little-endian: uint16 where the channel has at most 65,536
-- documents, else uint32. `impacts` has a byte for each, 255 sqrt(tf / (tf + norm)): docs/FORMAT.md. A term of
-- many documents has several rows.
CREATE TABLE postings (
    key TEXT NOT NULL,
    part INTEGER NOT NULL,
    docs BLOB NOT NULL,
    impacts BLOB NOT NULL,
    PRIMARY KEY (key, part)
) WITHOUT ROWID;

-- Ordinal -> row, as little-endian uint32 arrays (see edge/search/build.py): loaded whole when a search begins.
CREATE TABLE search_arrays (
    name TEXT PRIMARY KEY,
    data BLOB NOT NULL
) WITHOUT ROWID;
