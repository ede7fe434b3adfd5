"""The way to Claude: off until permitted, counted before it is sent, and written down."""
