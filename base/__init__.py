"""The lowest layer: errors, checks of values, time limits, numpy on first use. Imports nothing else of lexkit."""
