"""From documents to rows, and from the building database to the finished one."""
