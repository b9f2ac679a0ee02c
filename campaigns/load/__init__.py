"""Threads on one lexicon, processes on one map, readers of a file that is replaced, for minutes or hours.

``python -m campaigns load`` and ``soak`` run at full size; the tests here are short slices of them.
"""
