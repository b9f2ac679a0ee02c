"""Read lists: word lists, values for words, and the words of lexicon files.

sorted_words is what every reader returns. word_list reads a word list, lexicon_words a lexicon file, several_lists
any number of both. value_files reads values for words, and column_values makes columns of them; list_columns makes
columns of what a word list says besides its words.
"""
