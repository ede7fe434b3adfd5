"""Formats of documents, one a file, those that take several in a room: bytes and a name in, a document out.
All run in the worker that reads files, under its limits.
"""
