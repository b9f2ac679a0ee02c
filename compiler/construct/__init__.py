"""The stages between a sorted list of words and a node array."""
