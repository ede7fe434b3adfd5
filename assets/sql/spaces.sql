-- Who may read the documents of a root. Only where that is not everybody; a root without a row is public.
CREATE TABLE spaces (
    id INTEGER PRIMARY KEY REFERENCES roots(id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    org TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'org', 'public'))
);
