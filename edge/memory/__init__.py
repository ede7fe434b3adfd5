"""Things learnt, each with its why: kept, found by their situation, superseded, made into patterns."""
