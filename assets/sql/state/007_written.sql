-- Summaries that a person or a model wrote vote for what they cover; sentences taken from the turns themselves
-- do not (bench/LOG.md).

ALTER TABLE items ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
