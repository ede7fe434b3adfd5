-- Under what a consent was given: the host, the models by tier (JSON), the file it lies in, the settings file.
-- NULL: given before a consent said so; it counts no more.

ALTER TABLE consents ADD COLUMN host TEXT;
ALTER TABLE consents ADD COLUMN models TEXT;
ALTER TABLE consents ADD COLUMN place TEXT;
ALTER TABLE consents ADD COLUMN settings TEXT;
