"""``lexq siu``: an engine for front ends that speak SIU (draft 0.2), on standard input and output.

:mod:`.protocol_lines` reads and writes lines, :mod:`.requests` understands them, :mod:`.options` and
:mod:`.positions` keep what was set, :mod:`.searches` finds answers, :mod:`.search_thread` runs one of them at a time,
:mod:`.session` puts these together. docs/siu.md describes the protocol as it is spoken here.
"""
