"""The .gaddag format (SPEC.md): from bytes to proved objects, and back. Nothing here builds or queries.

constants has the numbers of the format, and header_and_sections its outer shell. alphabet and the modules that end
in _section handle one section each (text_column the texts of columns); sections has the table of them, and
lexicon_file puts them together.

The proof that an automaton is safe to walk is kernels/proof; compiled_kernels tells which kernels run compiled.
node_order sorts the nodes, and reads all of them at once. bounded_input and packed_lexicon read compressed data;
atomic writes files; user_cache keeps lexicons that can be made again; foreign reads and writes the files of other
programs.
"""

__version__ = "0.1.0"
