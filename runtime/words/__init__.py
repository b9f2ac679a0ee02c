"""Sets of words, their order, and facts about each word."""
