"""Endgames and pre-endgames: the result of both players' best play, with few or no tiles in the bag."""
