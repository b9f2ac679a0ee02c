"""Records of campaigns: ``runs`` writes and reads them, ``python -m tests.report FILE...`` summarises them.

``suite`` runs the tests and counts them by the promises of ``promises.toml``.
"""
