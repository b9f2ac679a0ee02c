"""Compiled machines and their walks."""
