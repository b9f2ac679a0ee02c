"""Compiled code of the players: values of leaves from the worth of racks."""
