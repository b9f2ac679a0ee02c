"""Mutation testing: is there a test for every condition of the format's proofs and of the scorer?

A *mutant* is a module with one change that makes it wrong: a condition that never holds, `<` for `<=`, a number one
larger. The tests of that module must fail for it; a mutant that passes them *survives*, and is either a test that
is missing or no real change. ``python -m tests.campaigns mutants`` runs it; what survives and why that is no
matter stands in ``survivors.toml``. No part of pytest's run.
"""
