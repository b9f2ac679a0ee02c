"""Games at a terminal: ``lexq play``, against bots or between people at one keyboard.

:mod:`.command` is the command; :mod:`.talk` reads what people type, and :mod:`.session` and :mod:`.duplicate_session`
carry it out in each kind of game; :mod:`.drawing` draws the board and the panel beside it; :mod:`.screen` is the
terminal, or a pipe. The game itself is a :class:`lexkit.apps.table.AnyTable`.
"""
