"""`edge search`."""
