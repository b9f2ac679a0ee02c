"""Memory-mapped automaton: ranks of words, words of ranks, substring queries, cursors."""
