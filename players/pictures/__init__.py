"""Pictures of players' results: reports of games, and what notebooks show."""
