"""Knowledge bases: building and opening them, ranking their pages, finding passages."""
