"""The board and its moves: layouts, rules, racks, plays, scores, move generation.

``layout``, ``rules``, ``rack`` and ``bag`` describe a game; ``board``, ``move`` and ``moves`` hold positions and plays;
``judge`` and ``scoring`` judge one play; ``move_finder`` runs the generators in ``kernels``; ``text`` reads and writes
positions. ``import lexkit`` imports none of it.
"""
