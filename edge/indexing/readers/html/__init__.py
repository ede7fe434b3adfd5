"""HTML files: `page` reads one, and lays out what the readers of other formats turn into HTML."""
