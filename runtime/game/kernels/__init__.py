"""Compiled generators of moves, and the squares they read."""
