"""The game's kernels compiled for sets of letters of 64 bits; empty if they run interpreted."""
