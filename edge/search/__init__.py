"""The databases: knowledge (read-only, prebuilt) and, later, the user's own state."""
