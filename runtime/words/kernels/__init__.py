"""Compiled walks that measure words or pair them with others."""
