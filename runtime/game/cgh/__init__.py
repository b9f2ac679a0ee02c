"""CGH, the record of a game as JSON (Crossword Game History), read and written."""
