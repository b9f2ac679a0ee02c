"""``lexq siu``: an engine for front ends that speak SIU (draft 0.2), on standard input and output.

:mod:`.protocol_lines` reads and writes lines, :mod:`.requests` parses them and holds the options, :mod:`.positions`
holds the position, :mod:`.searches` has the searches, and :mod:`.session` connects these and runs one search at a time.
docs/siu.md describes the protocol as implemented here.
"""
