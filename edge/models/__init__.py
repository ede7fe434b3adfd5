"""Model files: which there are (`catalog`, `recognise`), which are here and whole (`installed`),
and how they come (`pull`).
"""
