"""Work that a caller's executor spreads over threads, processes or machines."""
