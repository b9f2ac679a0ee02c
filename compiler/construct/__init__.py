"""The stages from sorted words to the sections of a file.

minimal_automaton is what the stages hand on, with the usual way to it; build_as_gordon has that of the paper.
lay_out_nodes lays it out as a node array. optional_sections makes the others, one with the states of number_states.
"""
