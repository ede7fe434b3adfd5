-- What was extracted: the latest run of an id is its state. Runs are never changed; of each engine the last few stay. `result`
-- and `trail` are the records as JSON; the columns beside them are what is searched and counted.

CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    id TEXT NOT NULL,                          -- the message's
    at TEXT NOT NULL,                          -- when it was run: ISO 8601 with offset
    subject TEXT NOT NULL,
    sender TEXT NOT NULL,                      -- the address alone, lower case
    thread TEXT NOT NULL,
    received_at TEXT NOT NULL,
    action TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('apply', 'queue', 'wait')),
    wanted TEXT,                               -- the tier that a hard case would want
    confidence REAL NOT NULL,
    calibrated REAL,
    clarification INTEGER NOT NULL,
    escalated INTEGER NOT NULL,
    person INTEGER NOT NULL,                   -- 1: a person made this run by correcting the one before
    cost_usd REAL NOT NULL,
    ms REAL NOT NULL,
    result TEXT NOT NULL,
    trail TEXT NOT NULL
) STRICT;

CREATE INDEX runs_by_id ON runs (id, run);
CREATE INDEX runs_by_sender ON runs (sender, run);
CREATE INDEX runs_by_thread ON runs (thread, run);
CREATE INDEX runs_by_at ON runs (at);

CREATE TABLE run_passes (
    run INTEGER NOT NULL REFERENCES runs (run),
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    confidence REAL NOT NULL,
    tokens INTEGER NOT NULL,
    cost_usd REAL NOT NULL,
    ms REAL NOT NULL,
    error TEXT NOT NULL,
    PRIMARY KEY (run, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_entities (
    name TEXT NOT NULL,                        -- folded
    run INTEGER NOT NULL REFERENCES runs (run),
    PRIMARY KEY (name, run)
) STRICT, WITHOUT ROWID;

-- What a person changed, or left as it was (before = after): the labels that calibration will use.
CREATE TABLE corrections (
    correction INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (run),  -- the run that was corrected
    id TEXT NOT NULL,
    field TEXT NOT NULL,
    before TEXT NOT NULL,                      -- JSON
    after TEXT NOT NULL,                       -- JSON
    at TEXT NOT NULL
) STRICT;

CREATE INDEX corrections_by_id ON corrections (id);
