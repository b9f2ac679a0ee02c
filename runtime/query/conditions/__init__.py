"""The kinds of condition that a query may have, a file for each subject."""
