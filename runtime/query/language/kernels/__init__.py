"""Compiled trees of letter expressions."""
