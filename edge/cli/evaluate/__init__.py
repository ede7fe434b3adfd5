"""`edge eval` and the commands below it."""
