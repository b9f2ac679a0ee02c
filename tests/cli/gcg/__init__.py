"""Tests of lexq gcg."""
