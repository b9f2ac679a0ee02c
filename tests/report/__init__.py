"""The report on reliability is made of runs: docs/runs/ holds what each came to, docs/reliability.md shows it.

``runs`` is the one form in which every campaign writes what it came to; ``suite`` runs the tests and does the same,
by the rows of ``promises.toml``; ``tables`` makes the document's tables of them, and ``python -m tests.report`` puts
these in their places. ``test_report`` holds the document to the runs.
"""
