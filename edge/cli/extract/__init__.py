"""`edge extract`."""
