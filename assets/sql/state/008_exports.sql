-- What was written into calendars, task lists and notes of the user's: each entry, so that reading a message
-- again changes it and never repeats it, and each file as it was before, so that a run can be taken back.

CREATE TABLE exports (
    run INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL
);

CREATE TABLE export_files (
    run INTEGER NOT NULL REFERENCES exports(run),
    file TEXT NOT NULL,
    before BLOB,                    -- zlib; NULL: there was no such file
    after TEXT NOT NULL,            -- SHA-256 of what was written
    entries TEXT NOT NULL,          -- rows of export_entries before the run, JSON
    PRIMARY KEY (run, file)
) WITHOUT ROWID;

CREATE TABLE export_entries (
    file TEXT NOT NULL,
    key TEXT NOT NULL,
    message TEXT NOT NULL,
    quote TEXT NOT NULL,            -- digest of the words that it rests on
    digest TEXT NOT NULL,           -- of the entry as it was written; '': taken out by a message
    at TEXT NOT NULL,               -- the date of that message
    PRIMARY KEY (file, key)
) WITHOUT ROWID;
