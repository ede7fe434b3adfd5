"""Codes and parameters to sentences for people, in English and French."""
