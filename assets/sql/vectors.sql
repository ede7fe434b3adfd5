-- The coarse stage of large vector tables: made anew from `vectors` at the end of each run that publishes.
-- `chunks` and `bits` are in the same order: uint32 chunk ids, and the sign bits of their vectors, dims/8 bytes each.
CREATE TABLE vector_bits (
    model_id INTEGER PRIMARY KEY REFERENCES embedding_models(id) ON DELETE CASCADE,
    chunks BLOB NOT NULL,
    bits BLOB NOT NULL
);
