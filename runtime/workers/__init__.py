"""Work that is spread over threads, processes or machines, by an executor that the caller has."""
