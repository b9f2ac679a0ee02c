"""Simulation: candidates weighed by what happens after them, again and again, with other tiles drawn each time."""
