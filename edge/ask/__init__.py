"""A question to an answer: search, choose, check, decide; `pipeline` reads top to bottom."""
