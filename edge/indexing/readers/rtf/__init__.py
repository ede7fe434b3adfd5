"""Rich text."""
