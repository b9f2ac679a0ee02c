"""Campaigns: what tests do for seconds, done by hand for minutes or hours.

``python -m campaigns NAME`` runs one; without a name it lists them. ``run`` has what they share. The tests in
these folders, part of the normal suite, are short slices of the campaigns, the same each time.
"""
