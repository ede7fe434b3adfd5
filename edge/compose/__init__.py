"""A query and a token budget to one compact context: recent turns, summaries, chosen and expanded items."""
