"""`edge open`."""
