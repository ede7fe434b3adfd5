"""HTML as its reader sees it: `pieces` parses it, the others say what of it is hidden or beside the text."""
