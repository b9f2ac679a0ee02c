"""The referee: whole games of two to four players, with bag, racks, challenges, clocks and records.

:mod:`.game` has the class, :mod:`.game_state` the state of a game between two turns, :mod:`.turn` the record of a
turn.
"""
