"""`edge grade`."""
