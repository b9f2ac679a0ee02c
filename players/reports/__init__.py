"""Reports of games: what each turn lost, grades and reasons, luck."""
