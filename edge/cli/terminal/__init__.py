"""What all commands print and read by: streams, colours, progress, questions to the person."""
