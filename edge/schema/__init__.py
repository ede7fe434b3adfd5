"""JSON schemas: one reader for checking, grammars, forms and the cloud."""
