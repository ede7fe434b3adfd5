"""Long answers of two students that are nearly the same word for word: a hint, never a verdict."""
