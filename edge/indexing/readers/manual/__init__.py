"""Manual pages, man(7) and mdoc(7): roff to requests, macros to pieces of HTML, those to a page."""
