"""Players and their games: evaluations, leave values, matches, tallies."""
