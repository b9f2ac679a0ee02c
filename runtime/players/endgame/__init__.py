"""Endgames and pre-endgames: what both players' best play comes to, when few tiles are left to draw or none."""
