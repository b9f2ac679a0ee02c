"""Read lists: word lists, values for words, and the words of lexicon files.

list_input is what a build reads: the words of a list, then its columns. read_list recognizes the forms of lists,
word_list reads lines, sorted_words has the result of every reader, and spells the words of a lexicon file.
read_value_file reads values for words, and columns_from_lists makes columns of them.
"""
