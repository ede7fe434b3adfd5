"""Dates and times in text: a file for each way in which they are said, joined and told by `find`."""

from edge.values.dates.find import When, find_dates

__all__ = ["When", "find_dates"]
