-- Under what a consent was given: the host, the models by tier (JSON), the file it lies in, the settings file.
-- NULL: given before a consent said so; it counts no more.

ALTER TABLE consents ADD COLUMN host TEXT;
ALTER TABLE consents ADD COLUMN models TEXT;
ALTER TABLE consents ADD COLUMN place TEXT;
ALTER TABLE consents ADD COLUMN settings TEXT;

-- Which database this is: lines of audit.jsonl name the one whose rows they copy. Calls up to `before` were made
-- before they did.
CREATE TABLE identity (
    id TEXT NOT NULL,
    before INTEGER NOT NULL
) STRICT;
INSERT INTO identity SELECT lower(hex(randomblob(8))), (SELECT coalesce(max(id), 0) FROM calls);
