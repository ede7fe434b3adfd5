"""`edge chat`."""
