"""`edge index`."""
