"""The fuzz campaign: random input of every kind, each case held to what lexkit promises.

The promise: whatever the input is, the answer is right or a ``LexkitError``, in bounded time and memory; never a crash,
a hang, a warning, another error or a wrong answer. The right answer is told by plain Python that shares no code with
lexkit: ``tests/query/oracle.py``, ``tests/formats/spec_reader.py``, ``tests/game/word_scan.py``.

A *part* (``parts.py``) draws cases and checks them. A case is a JSON value that suffices to repeat it, so that a
finding is a small file: past ones are in ``corpus/`` and replayed by ``test_fuzz.py``, which also runs a short slice of
each part. ``python -m campaigns fuzz --minutes 30 --build sanitized`` runs all parts, on a build of its own.
"""
