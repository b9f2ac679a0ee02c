"""The attacks of a hostile user on any build: files that lie, links, limits, wrong calls.

``python -m campaigns attacks --build sanitized`` runs their tests on sanitized kernels, ``--build interpreted``
on interpreted ones; on compiled ones the suite runs them.
"""
