"""What a bundle carries of edge's own code to install itself: the standard library alone, one file when
written out (`edge.bundle.installer`). Modules here import names from each other, and nothing else of edge.
"""
