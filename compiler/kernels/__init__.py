"""Compiled code of the compiler."""
