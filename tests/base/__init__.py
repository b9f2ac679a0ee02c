"""Tests of what everything else stands on."""
