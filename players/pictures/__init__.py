"""Pictures of what players found: reports of games, and results as notebooks show them."""
