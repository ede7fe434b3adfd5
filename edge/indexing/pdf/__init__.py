"""PDF to page texts: layout, headings, tables, whole words; all of it in a worker process."""
