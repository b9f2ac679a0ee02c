"""The kinds of condition in a query, one file a subject."""
