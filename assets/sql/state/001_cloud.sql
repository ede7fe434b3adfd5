-- The budget, the consents and the end of the audit. Money is whole billionths of a US dollar, so that sums are
-- exact; times are ISO 8601 with offset.

CREATE TABLE consents (
    id INTEGER PRIMARY KEY,
    scope TEXT NOT NULL CHECK (scope IN ('ask', 'extract', 'all')),
    rungs TEXT NOT NULL,                       -- comma-separated, in the order they were given
    granted_at TEXT NOT NULL,
    until TEXT NOT NULL,
    max_nanousd INTEGER CHECK (max_nanousd >= 0),  -- NULL: only the budget limits it
    note TEXT NOT NULL DEFAULT '',
    revoked_at TEXT,
    ended_at TEXT                              -- when its end was first seen: it stays ended
) STRICT;

-- One row a request, written before anything is sent and never deleted. `tokens` and `nanousd` are the estimate
-- until it is settled; a row whose process died stays 'open', and spent.
CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,                          -- what the clock said
    day TEXT NOT NULL,                         -- the day it counts to: its own, or the latest seen if later
    purpose TEXT NOT NULL,
    rung TEXT NOT NULL,
    model TEXT NOT NULL,
    request TEXT NOT NULL,                     -- sha256 of the bytes
    consent INTEGER REFERENCES consents (id),  -- NULL: the person said yes to this call
    reserved_tokens INTEGER NOT NULL CHECK (reserved_tokens >= 0),
    reserved_nanousd INTEGER NOT NULL CHECK (reserved_nanousd >= 0),
    tokens INTEGER NOT NULL CHECK (tokens >= 0),
    nanousd INTEGER NOT NULL CHECK (nanousd >= 0),
    outcome TEXT NOT NULL DEFAULT 'open'
        CHECK (outcome IN ('open', 'answered', 'refused', 'broken', 'failed', 'unknown')),
    settled_at TEXT
) STRICT;

CREATE INDEX calls_by_day ON calls (day);
CREATE INDEX calls_by_request ON calls (request);

-- How many lines the audit has and how it ends: a cut-off end can only be seen from outside the file.
CREATE TABLE audit_end (
    file TEXT PRIMARY KEY,
    lines INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL
) STRICT;
