"""Compiled code of the players: what racks say of the leaves in them."""
