"""The same words and options give the same bytes: on every Python, kernels or not, whatever the surroundings.

:mod:`.outputs` builds lexicons of every sort and gives their SHA-256; ``tests/compiler/test_reproducible.py`` compares
what this Python makes in different surroundings; ``python -m tests.reproducible`` compares Pythons, each with lexkit
installed from this checkout into a virtual environment of its own.
"""
