"""Recognize the files of other programs."""
