"""Compiled state machines, and the walks that run them through a lexicon."""
