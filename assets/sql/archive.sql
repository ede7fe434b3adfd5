-- An index of the user's mail archive: a copy, made anew when it is damaged or of another edge.

CREATE TABLE files (
    file INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL        -- nanoseconds
);

CREATE TABLE messages (
    message INTEGER PRIMARY KEY,
    file INTEGER NOT NULL REFERENCES files(file),
    id TEXT NOT NULL,
    thread TEXT NOT NULL,           -- Message-ID of the conversation's first message
    sender TEXT NOT NULL,           -- the address alone
    shown TEXT NOT NULL,            -- the sender as the message writes it
    subject TEXT NOT NULL,
    topic TEXT NOT NULL,            -- the subject folded, without "Re:"
    at TEXT NOT NULL,               -- UTC, '' where nothing states it
    body TEXT NOT NULL              -- what its author wrote, its beginning
);

CREATE INDEX messages_by_thread ON messages(thread);
CREATE INDEX messages_by_id ON messages(id);
CREATE INDEX messages_by_topic ON messages(topic, sender);
CREATE INDEX messages_by_file ON messages(file);

CREATE VIRTUAL TABLE words USING fts5(
    subject, body, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
