"""LaTeX files."""
