"""Headings that a text only shows by how its lines are set: a file for each way of setting them."""
