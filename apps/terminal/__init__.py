"""Games at a terminal: ``lexq play``, against bots or between people at one keyboard.

:mod:`.command` reads the command line, :mod:`.talk` what people type, which :mod:`.session` and
:mod:`.duplicate_session` do in each kind of game; :mod:`.drawing` draws squares and what is beside them; :mod:`.screen`
is the terminal, or a pipe. The game itself is a :class:`lexkit.apps.table.AnyTable`.
"""
