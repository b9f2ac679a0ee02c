"""The offline half of lexkit: from a word list to a lexicon file.

build runs the stages: lists/ reads and sorts words, construct/ builds the automaton and lays it out, verify proves
the result. merge joins several lists in one file and extracts one of them again, compare finds the differences of
two lists, attach_columns adds columns to a file, foreign_files reads and writes the files of other programs.
gordon_statistics measures the automata as Gordon's paper does. kernels/ has the compiled code.
"""
