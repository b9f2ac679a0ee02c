"""The referee: whole games of two to four players, with bag, racks, challenges, clocks and records.

:mod:`.game` has the class; :mod:`.game_state` is what a game is between two turns, and :mod:`.turn` the record of a
turn.
"""
