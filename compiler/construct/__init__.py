"""The stages from sorted words to the sections of a file.

minimal_automaton builds the automaton in two ways and lays it out as a node array; optional_sections makes the
other sections.
"""
