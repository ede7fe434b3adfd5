"""Formats of documents, one a file: bytes and a name in, a document out. All run in the worker that reads
files, under its limits.
"""
