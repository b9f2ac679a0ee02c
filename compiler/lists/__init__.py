"""Reading word lists: words, and the values that stand beside them."""
