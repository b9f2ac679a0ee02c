"""Kinds of condition in a query, one file for each subject."""
