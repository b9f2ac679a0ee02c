"""Games at a terminal: ``lexq play``, against bots or between people at one keyboard.

:mod:`.command` reads the command line, :mod:`.session` what people type; :mod:`.drawing` draws squares and
what is beside them; :mod:`.screen` is the terminal, or a pipe. The game itself is a
:class:`lexkit.apps.table.Table`.
"""
