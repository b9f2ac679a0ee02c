"""Simulation: play on after each candidate, again and again, with other tiles drawn each time."""
