"""From the text of a query to trees. Nothing here knows a lexicon."""
