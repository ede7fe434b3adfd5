"""Calls to Claude: off until permitted, counted before they are sent, and written down."""
