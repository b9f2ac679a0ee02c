"""Sets of words, their order, and what is known of each word."""
