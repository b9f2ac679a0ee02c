"""Matches: games of two players one after another, counted and kept."""
