-- One table of calls is the source: what left, on whose word, and what came of it. Budget, consents, `edge stats` and
-- the lines of audit.jsonl are read from it. NULL in a new column: not known, not kept (cloud.audit_bodies), or the
-- call is older than this step and only audit.jsonl has it.

ALTER TABLE consents RENAME COLUMN rungs TO tiers;

ALTER TABLE calls RENAME COLUMN rung TO tier;
ALTER TABLE calls ADD COLUMN host TEXT;
ALTER TABLE calls ADD COLUMN permission TEXT;        -- whose yes it was, in words
ALTER TABLE calls ADD COLUMN masked INTEGER;         -- values with placeholders
ALTER TABLE calls ADD COLUMN bytes INTEGER;          -- of the body
ALTER TABLE calls ADD COLUMN usage TEXT;             -- JSON, as the service counted
ALTER TABLE calls ADD COLUMN request_id TEXT;        -- the service's
ALTER TABLE calls ADD COLUMN attempts INTEGER;
ALTER TABLE calls ADD COLUMN error TEXT;             -- the name of what went wrong
ALTER TABLE calls ADD COLUMN body TEXT;              -- exactly what left; last, so that sums never read it

-- The head of the chain of audit.jsonl.
ALTER TABLE audit_end RENAME TO audit_head;

-- Each reading by an engine that a person settled, with the person's last word before the message was read anew.
CREATE VIEW settlements AS
    SELECT reading.run AS reading, word.run AS word
    FROM runs AS reading JOIN runs AS word ON word.id = reading.id AND word.person AND word.run = (
        SELECT max(run) FROM runs AS later
        WHERE later.id = reading.id AND later.person AND later.run > reading.run AND NOT EXISTS (
            SELECT 1 FROM runs AS anew
            WHERE anew.id = reading.id AND NOT anew.person AND anew.run > reading.run AND anew.run < later.run
        )
    )
    WHERE NOT reading.person;
