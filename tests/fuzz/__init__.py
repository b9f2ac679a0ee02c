"""The fuzz campaign: random input of every kind, each case held to what lexkit promises.

The promise: whatever the input is, the answer is right or a ``LexkitError``, in bounded time and memory; never a crash,
a hang, a warning, another error or a wrong answer. What is right is told by plain Python that shares no code with
lexkit: ``tests/query/oracle.py``, ``tests/formats/spec_reader.py``, ``tests/game/word_scan.py``.

A *part* (``parts.py``) draws cases and checks them. A case is a JSON value that has all that is needed to repeat it, so
that a finding is a small file: those of the past are in ``corpus/`` and replayed by ``test_campaign.py``, which also
runs a short slice, the same each time. ``python -m tests.fuzz --minutes 30`` runs as long as one likes, and
``python -m tests.fuzz.builds sanitized --minutes 30`` on a build of its own.
"""
