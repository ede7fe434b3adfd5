"""From files to pages, tables, sections and chunks in a knowledge base."""
