"""Players and their games: evaluations, leaves, matches."""
