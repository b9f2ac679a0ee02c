"""The stages from sorted words to the sections of a file.

minimal_automaton is what the stages hand on, with two ways to it. lay_out_nodes lays it out as a node array.
optional_sections makes the others.
"""
