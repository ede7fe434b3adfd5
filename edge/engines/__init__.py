"""Engines: things that choose, write or embed."""
