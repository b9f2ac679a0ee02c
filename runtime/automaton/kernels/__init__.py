"""Compiled walks through one automaton."""
