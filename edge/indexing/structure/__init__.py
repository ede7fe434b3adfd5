"""What stands where in a document: sections, parts, chunks, lists, tables, asides."""
