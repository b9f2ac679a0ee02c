"""From trees to ranks: machines, and the walks that they go through a lexicon."""
