"""From a word list to a lexicon file: the offline half of lexkit.

build runs the stages: lists/ reads and sorts words, construct/ builds the automaton and lays it out, verify proves the
result. merge makes one file of several lists and takes one of them out again, compare lists what changed between two,
attach_columns adds columns to a file. gordon_statistics measures the automata as Gordon's paper does. kernels/ has the
compiled code, cli/ the command line ``lexc``.
"""
