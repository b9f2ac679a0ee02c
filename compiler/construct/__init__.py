"""The stages from sorted words to the sections of a file.

nodes is the automaton between the stages. sorted_route builds it from sorted words (sorted_route_numpy without
compiled kernels, from tries), gordon_route in the way of the paper; place_nodes lays it out as a node array.
expanded_form, with the states of paper_states, and alphagrams make the optional sections.
"""
