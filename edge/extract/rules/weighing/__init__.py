"""From the evidence in a message to a suggested action, and how sure it is."""
