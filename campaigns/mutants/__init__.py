"""Mutation testing: does a test notice every change to the proofs of the format and to the scorer?

A *mutant* is a module with one change that makes it wrong: a condition that never holds, `<` for `<=`, a number one
larger. The tests of that module must fail for it; if they pass, it *survives*: either a test is missing, or the change
makes no difference. ``survivors.toml`` lists those that make none, each with why; ``modules.toml`` has the modules and
their tests. ``python -m campaigns mutants`` runs it; it is no part of the normal suite.
"""
