"""The board and its moves: squares, racks, rules, cross sets, and every legal placement with its score.

Nothing here is imported by ``import lexkit``; the face loads what is asked for.
"""
