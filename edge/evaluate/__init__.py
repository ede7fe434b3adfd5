"""Measure a knowledge base against questions with known pages: retrieval, and answers."""
