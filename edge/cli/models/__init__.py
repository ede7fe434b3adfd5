"""`edge models` and the commands below it."""
