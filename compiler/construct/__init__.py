"""The stages from sorted words to the sections of a file.

minimal_automaton has what the stages hand on, two ways to it, and its layout as a node array; optional_sections makes
the other sections.
"""
