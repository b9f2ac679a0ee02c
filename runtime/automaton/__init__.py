"""The mapped automaton: its words as ranks, its ranks as words, places in it."""
