"""Words: everything that reads or compares text, below every room, so that none keeps a copy."""
