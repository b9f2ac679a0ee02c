"""Puzzles: their tags, their grades, how they are made."""
