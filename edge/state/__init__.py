"""The user's own database, `state.db`: messages read, corrections, consents, calls and what they cost."""
