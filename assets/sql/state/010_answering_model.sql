-- The model that answered a call, where the service named another than was asked for; NULL: the one asked for.

ALTER TABLE calls ADD COLUMN answered_by TEXT;
