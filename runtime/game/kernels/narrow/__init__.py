"""The game's kernels compiled for sets of letters of 32 bits; empty if they run interpreted."""
