"""Players and their games: strategies, leave values, matches, tallies."""
