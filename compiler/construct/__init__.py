"""The stages from sorted words to the sections of a file.

unplaced_nodes is the automaton between the stages. sorted_route builds it from sorted words (sorted_route_numpy without
compiled kernels, from tries), gordon_route in the way of the paper; place_nodes lays it out as a node array.
make_arc_table, with the states of number_states, and alphagrams make the optional sections.
"""
