"""The tier without any model: evidence, cues and values give a suggested action and typed extractions."""
