"""The stages from sorted words to the sections of a file.

minimal_automaton is what the stages hand on. build_from_sorted_words makes it (build_from_sorted_words_numpy without
compiled kernels, from tries), or build_as_gordon in the way of the paper; lay_out_nodes lays it out as a node array.
make_arc_table, with the states of number_states, and make_alphagram_hash make the optional sections.
"""
