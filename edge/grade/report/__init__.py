"""Pages that show how a class was graded, and one copy: each a file that loads nothing."""
