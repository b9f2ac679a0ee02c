"""Compiled code of the format: how a node is read, and the proofs that a file is safe to walk."""
