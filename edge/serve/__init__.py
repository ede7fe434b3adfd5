"""Other programs: thin like the command line, on the same object."""
