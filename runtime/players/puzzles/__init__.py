"""Puzzles: positions in which one play is far ahead, from games that bots play and from mistakes of people."""
