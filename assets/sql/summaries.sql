-- What a model wrote of tables (edge index --summaries): searched and embedded beside them, never quoted. Only where that was asked for.
CREATE TABLE table_summaries (
    table_id INTEGER PRIMARY KEY REFERENCES tables(id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    text TEXT NOT NULL
);
