"""`edge ask`."""
