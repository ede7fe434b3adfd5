"""Processes of our own that run what could end a process: one protocol, one supervisor, one child's side."""
