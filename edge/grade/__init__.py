"""Copies against a marking scale: two judges that know nothing of each other, and what follows from both."""
