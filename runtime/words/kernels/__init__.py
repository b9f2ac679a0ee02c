"""Compiled walks that measure words, or pair them with the words that extend them."""
