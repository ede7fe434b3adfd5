"""A message to extractions and one suggested action; `pipeline` reads top to bottom."""
