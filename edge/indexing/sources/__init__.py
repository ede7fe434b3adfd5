"""Which files are read, and what their documents are called."""
