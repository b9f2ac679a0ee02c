"""The query toolkit: conditions that words meet, a language that joins them, answers that are sorted sets of ranks.

Loaded by the first question beyond prefix, suffix and substring.
"""
