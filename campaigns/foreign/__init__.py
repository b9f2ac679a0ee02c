"""The campaign on other programs' files: each format by itself, mutated; refused, or read right, within limits."""
