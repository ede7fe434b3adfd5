"""The inverted index of a knowledge base: which pages hold a word; made at indexing, read at each query."""
