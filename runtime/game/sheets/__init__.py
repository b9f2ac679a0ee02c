"""Score sheets: games that people enter and change, and records with faults."""
