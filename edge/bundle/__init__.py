"""All that edge needs on a machine without a network, in one archive or folder: made, checked, installed."""
