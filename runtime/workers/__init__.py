"""Work that an executor of the caller spreads over threads, processes or machines."""
