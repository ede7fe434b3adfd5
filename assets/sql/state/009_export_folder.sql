-- A folder of notes that a run made, to be taken away with what it wrote into it; '': none.

ALTER TABLE exports ADD COLUMN folder TEXT NOT NULL DEFAULT '';
