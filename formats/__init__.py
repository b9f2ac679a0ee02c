"""The .gaddag format (SPEC.md): from bytes to proved objects, and back. Nothing here builds or queries.

constants has those of the format and container its outer shell. Each section has a file: alphabet, graph
(the automata), arc_table, alphagrams, columns (with text_column), editions and leaves; lexicon_file puts them together.

The proof that a graph is safe to walk is kernels/proof or, if that is not compiled (compiled_kernels says which kernels
are), proof_numpy. node_arrays reads all nodes at once and has their order. bounded_input and packed read compressed
data; atomic writes files; user_cache keeps lexicons that can be made again; foreign recognizes the files of other
programs.
"""

__version__ = "0.1.0"
