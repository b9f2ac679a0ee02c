"""Many at once, and for long: threads on one lexicon, processes on one map, readers of a file that is replaced.

``python -m tests.load`` runs it at full size; the tests here are short slices of it.
"""
