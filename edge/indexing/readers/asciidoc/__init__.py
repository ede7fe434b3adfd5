"""AsciiDoc files."""
