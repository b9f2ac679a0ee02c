"""Read lists: word lists, values for words, and the words of lexicon files.

sorted_words is what every reader returns, and spells those of a lexicon file. word_list reads a word list,
read_list any number of both. read_value_file reads values for words, and columns_from_lists makes
columns of them, and of what a word list says besides its words.
"""
