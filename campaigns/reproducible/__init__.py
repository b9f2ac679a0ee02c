"""The same words and options give the same bytes: on every Python, with kernels or without, in any surroundings.

:mod:`.outputs` builds lexicons of every sort and gives their SHA-256. ``test_reproducible.py`` compares what this
Python makes in different surroundings; ``python -m campaigns reproducible`` compares Pythons, each with lexkit
installed from this checkout into a virtual environment of its own.
"""
