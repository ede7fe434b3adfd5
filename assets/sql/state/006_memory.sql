-- What the user and their assistants learnt, what was said, and what was composed of it. Memories, turns of
-- conversations and their summaries are items of one table, so that one composer packs them all. Nothing is
-- overwritten: what changes is superseded; what is deleted stays for some days.

-- Whose things are whose, and who else may read them. Few rows: every query filters by them.
CREATE TABLE spaces (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,                       -- '': the person of this device
    org TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'org', 'public')),
    UNIQUE (owner, org, visibility)
) STRICT;

CREATE TABLE conversations (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    space INTEGER NOT NULL REFERENCES spaces (id),
    started_at TEXT NOT NULL,
    UNIQUE (name, space)
) STRICT;

CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,      -- AUTOINCREMENT: an id is never given twice
    kind TEXT NOT NULL CHECK (kind IN ('memory', 'turn', 'summary')),
    live INTEGER NOT NULL DEFAULT 1,           -- 0: superseded or deleted, so in no search
    space INTEGER NOT NULL REFERENCES spaces (id),
    level INTEGER NOT NULL DEFAULT 0,          -- of a summary: 1 turns, 2 sessions, periods and themes, 3 above
    conversation INTEGER REFERENCES conversations (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL DEFAULT 0,        -- of a turn: its place, from 0; of a summary: that of its first
    role TEXT NOT NULL DEFAULT '',             -- of a turn: who speaks; of a summary: window, session, week, theme
    created_at TEXT NOT NULL,
    deleted_at TEXT,
    superseded_by INTEGER REFERENCES items (id) ON DELETE SET NULL,
    hash BLOB NOT NULL,                        -- of the whole content: the same again is a no-op
    subject BLOB,                              -- of a memory: of type, title and situation; another of it supersedes
    title TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL
) STRICT;

CREATE INDEX items_by_space ON items (kind, live, space);
CREATE UNIQUE INDEX memories_by_hash ON items (hash, space) WHERE kind = 'memory' AND live = 1;
CREATE UNIQUE INDEX memories_by_subject ON items (subject, space) WHERE kind = 'memory' AND live = 1;
CREATE INDEX items_by_conversation ON items (conversation, kind, ordinal) WHERE conversation IS NOT NULL;
CREATE INDEX items_by_deletion ON items (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX items_by_superseder ON items (superseded_by) WHERE superseded_by IS NOT NULL;

-- What a memory knows of its why. `situation` and `solution` are empty only in what was imported without them.
CREATE TABLE memories (
    item INTEGER PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    semantic INTEGER NOT NULL DEFAULT 0,       -- 1: a pattern made of episodes, which it covers
    project TEXT NOT NULL DEFAULT '',
    situation TEXT NOT NULL,
    solution TEXT NOT NULL,
    keywords TEXT NOT NULL,                    -- JSON array
    what_failed TEXT NOT NULL DEFAULT '',
    excerpt BLOB,                              -- zlib of the conversation's words
    files TEXT NOT NULL DEFAULT '[]',
    errors TEXT NOT NULL DEFAULT '[]',
    legacy TEXT NOT NULL DEFAULT '',           -- free context of another program, until it is completed
    extraction_method TEXT NOT NULL,
    origin TEXT NOT NULL,                      -- who wrote it: cli, python, mcp, chat, consolidation, rekall, jsonl
    origin_id TEXT NOT NULL DEFAULT ''         -- its name there
) STRICT;

CREATE INDEX memories_by_origin ON memories (origin, origin_id) WHERE origin_id != '';

CREATE TABLE links (
    source INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    target INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('related', 'supersedes', 'derived_from', 'contradicts')),
    reason TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (source, target, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX links_by_target ON links (target);

-- What an item stands for: a summary its turns or its summaries, a pattern its episodes.
CREATE TABLE covers (
    parent INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    child INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    PRIMARY KEY (parent, child)
) STRICT, WITHOUT ROWID;

CREATE INDEX covers_by_child ON covers (child);

-- Clusters of episodes that might be one pattern: suggested, never made without the person.
CREATE TABLE suggestions (
    id INTEGER PRIMARY KEY,
    space INTEGER NOT NULL REFERENCES spaces (id),
    members BLOB NOT NULL UNIQUE,              -- digest of the ids
    items TEXT NOT NULL,                       -- JSON array of ids
    score REAL NOT NULL,
    shared TEXT NOT NULL,                      -- JSON array of what they have in common
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'declined', 'outdated')),
    pattern INTEGER REFERENCES items (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL
) STRICT;

-- Vectors of items, by the model that made them: name, revision, size. Little-endian float32 of unit length.
CREATE TABLE item_vectors (
    item INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (model, item)
) STRICT, WITHOUT ROWID;

CREATE INDEX item_vectors_by_item ON item_vectors (item);

-- Searched text: no second copy of it is kept. A turn is found by its neighbours' words as well (`near`: one
-- before and after, `far`: two), a summary by the words of what it covers.
CREATE VIRTUAL TABLE memory_fts USING fts5 (
    title, text, keywords, situation, solution,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE memory_terms USING fts5vocab (memory_fts, row);
CREATE VIRTUAL TABLE turn_fts USING fts5 (
    own, near, far,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE summary_fts USING fts5 (
    text, covered,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);

-- Every context that was composed: what was asked, what went in, what was left out and why.
CREATE TABLE contexts (
    id INTEGER PRIMARY KEY,
    created_at TEXT NOT NULL,
    slug TEXT NOT NULL,
    owner TEXT NOT NULL,
    org TEXT NOT NULL,
    query TEXT NOT NULL,
    params_json TEXT NOT NULL,
    items_json TEXT NOT NULL,
    expanded_json TEXT NOT NULL,
    budget TEXT NOT NULL,
    metrics TEXT NOT NULL,
    versions TEXT NOT NULL
) STRICT;

CREATE TABLE context_labels (
    context INTEGER NOT NULL REFERENCES contexts (id) ON DELETE CASCADE,
    item TEXT NOT NULL,
    useful INTEGER NOT NULL CHECK (useful IN (0, 1)),
    created_at TEXT NOT NULL,
    PRIMARY KEY (context, item)
) STRICT, WITHOUT ROWID;
