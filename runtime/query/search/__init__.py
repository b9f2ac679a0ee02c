"""From trees to ranks: machines, and walks through a lexicon."""
