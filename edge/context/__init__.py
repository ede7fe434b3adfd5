"""What an engine is given to read, within its token budget."""
