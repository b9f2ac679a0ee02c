"""From the text of a query to a tree, without a lexicon."""
