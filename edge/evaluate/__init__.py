"""Measure against what a person knows: search and answers on questions with known pages, contexts, grades."""
