-- What a calibration is fitted on, for each pass: its score before any calibration, the action that it proposed
-- (what people say of a message is compared with it), and the version of what it was asked and judged by. NULL:
-- the pass was kept before this step; of a reading's last pass score and action are those of the run.

ALTER TABLE run_passes ADD COLUMN raw REAL;
ALTER TABLE run_passes ADD COLUMN action TEXT;
ALTER TABLE run_passes ADD COLUMN version TEXT NOT NULL DEFAULT '';
