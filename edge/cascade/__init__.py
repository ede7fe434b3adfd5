"""Judgement: gates, confidence, and the one decision that follows from them."""
