"""What the bytes mean: the .gaddag format (SPEC.md), its proof of safety, packing, foreign formats.

layout has the numbers, container the shell, graph and proof the automaton, lexicon_file the whole; alphabet says
what the letters are. Nothing here builds or asks.
"""
