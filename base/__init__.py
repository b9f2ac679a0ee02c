"""The floor of the house: errors, checks of values, time limits, numpy on first use. Imports nothing of lexkit."""
