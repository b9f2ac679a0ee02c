"""Pictures as SVG text: boards, racks, heat maps, and the automaton of a few words.

    svg = lexkit.pictures.board_svg(board, move="8D QUIZ")
    svg = lexkit.pictures.board_svg(board, heat=lexkit.pictures.squares_used(lex.moves(board)))
    dot = lexkit.pictures.automaton_dot(lexkit.build(["CARE", "CAREEN"]))

Guaranteed: an SVG is well-formed XML, whatever the labels of the alphabet are. It has no scripts and no references
to other files. Its title and description say in words what it shows. Equal arguments give equal text.
"""

from __future__ import annotations

from .automaton import automaton_dot, automaton_svg
from .board import best_scores, board_svg, cross_letters, squares_used
from .markup import rack_svg

__all__ = [
    "automaton_dot",
    "automaton_svg",
    "best_scores",
    "board_svg",
    "cross_letters",
    "rack_svg",
    "squares_used",
]
