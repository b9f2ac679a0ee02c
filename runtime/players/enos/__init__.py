"""Enos's player (2004): promising subsets of letters, a hash of the words that they spell, and minimax."""
