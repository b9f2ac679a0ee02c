"""``lexq siu``: an engine for front ends that speak SIU (draft 0.2), on standard input and output.

:mod:`.protocol_lines` reads and writes lines, :mod:`.requests` understands them and keeps the options,
:mod:`.positions` keeps what was set up, :mod:`.searches` finds answers, :mod:`.session` runs one of them at a time and
puts these together. docs/siu.md describes the protocol as it is spoken here.
"""
