"""What a language model is asked to propose for a message, and how its answer becomes a Proposal."""
