"""The tier without any model: signs, cues and values give a suggested action and typed extractions."""
