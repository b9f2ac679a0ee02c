"""Lexicons for crossword-tile games, and for searching words by what is inside them.

    import lexkit
    lex = lexkit.open()                       # the bundled English list
    lex = lexkit.open("nwl.gaddag")           # a file that `lexc build nwl.txt` made
    "AXOLOTL" in lex
    lex.substring("AX"), lex.prefix("AX"), lex.suffix("AX")
    lex.cross_sets("ABLE"), lex.cross_set("PA", "ABLE")
    board = lexkit.Board.from_cgp("15/15/... AEINRST/ 0/0 0 lex nwl;")
    lex.moves(board), lex.best_move(board, "RETAIN?")
    board.play("8D LIFE"), board.undo(), board.explain("8D", "LIFE", rack="EFIL")

This module is the face: all public names are here, and in :mod:`lexkit.engine`, :mod:`lexkit.errors`,
:mod:`lexkit.measures` and :mod:`lexkit.pictures`. Importing it is cheap: the compiler, the command lines and
compression are loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .formats import __version__ as __version__

__all__ = [
    "SEPARATOR",
    "Action",
    "Alphabet",
    "Bag",
    "Board",
    "Candidate",
    "Candidates",
    "Clock",
    "Column",
    "Cursor",
    "Game",
    "Hooks",
    "Inference",
    "Layout",
    "LetterSet",
    "Lexicon",
    "Listing",
    "Match",
    "Move",
    "Moves",
    "Options",
    "Outcome",
    "Player",
    "Rack",
    "Rules",
    "Simulated",
    "Simulation",
    "Solution",
    "Turn",
    "Verdict",
    "View",
    "WinChances",
    "Words",
    "analyse",
    "attach",
    "backend",
    "build",
    "diff",
    "engine",
    "errors",
    "infer",
    "measures",
    "merge",
    "open",
    "pictures",
    "player",
    "pre_endgame",
    "read_cgh",
    "read_gcg",
    "read_leaves",
    "simulate",
    "solve",
    "train_leaves",
    "train_win_chances",
    "within",
    "write_leaves",
]

if TYPE_CHECKING:
    from . import errors
    from .building import build
    from .catalogue import open
    from .compiler.attach_columns import attach
    from .compiler.build import Options
    from .diff_and_merge import diff, merge
    from .formats.alphabet import Alphabet, LetterSet
    from .formats.compiled_kernels import backend
    from .leaves import read_leaves, train_leaves, write_leaves
    from .runtime import pictures
    from .runtime.automaton.cursor import SEPARATOR, Cursor
    from .runtime.game.bag import Bag
    from .runtime.game.board import Board
    from .runtime.game.judge import Verdict
    from .runtime.game.layout import Layout
    from .runtime.game.move import Move
    from .runtime.game.moves import Moves
    from .runtime.game.rack import Rack
    from .runtime.game.referee.cgh_reader import read_cgh
    from .runtime.game.referee.clock import Clock
    from .runtime.game.referee.game import Game
    from .runtime.game.referee.gcg_files import read_gcg
    from .runtime.game.referee.player_view import View
    from .runtime.game.referee.turn import Action, Turn
    from .runtime.game.rules import Rules
    from .runtime.lexicon import Hooks, Lexicon
    from .runtime.limits import within
    from .runtime.players import engine
    from .runtime.players.analysis import analyse
    from .runtime.players.autoplay.match import Match
    from .runtime.players.candidates import Candidate, Candidates
    from .runtime.players.endgame.pre_endgame import Outcome, pre_endgame
    from .runtime.players.endgame.solution import Solution, solve
    from .runtime.players.player import Player, player
    from .runtime.players.simulation.inference import Inference, infer
    from .runtime.players.simulation.simulate import Simulated, Simulation, simulate
    from .runtime.players.simulation.win_chances import WinChances, train_win_chances
    from .runtime.words import measures
    from .runtime.words.column import Column
    from .runtime.words.listing import Listing
    from .runtime.words.words import Words

#: Public modules, by where they live.
_MODULES = {
    "engine": ".runtime.players.engine",
    "errors": ".errors",
    "measures": ".runtime.words.measures",
    "pictures": ".runtime.pictures",
}
#: All other public names, by the module that has them.
_HOMES = {
    "SEPARATOR": ".runtime.automaton.cursor",
    "Action": ".runtime.game.referee.turn",
    "Alphabet": ".formats.alphabet",
    "Bag": ".runtime.game.bag",
    "Board": ".runtime.game.board",
    "Candidate": ".runtime.players.candidates",
    "Candidates": ".runtime.players.candidates",
    "Clock": ".runtime.game.referee.clock",
    "Column": ".runtime.words.column",
    "Cursor": ".runtime.automaton.cursor",
    "Game": ".runtime.game.referee.game",
    "Hooks": ".runtime.lexicon",
    "Inference": ".runtime.players.simulation.inference",
    "Layout": ".runtime.game.layout",
    "LetterSet": ".formats.alphabet",
    "Lexicon": ".runtime.lexicon",
    "Listing": ".runtime.words.listing",
    "Match": ".runtime.players.autoplay.match",
    "Move": ".runtime.game.move",
    "Moves": ".runtime.game.moves",
    "Options": ".compiler.build",
    "Outcome": ".runtime.players.endgame.pre_endgame",
    "Player": ".runtime.players.player",
    "Rack": ".runtime.game.rack",
    "Rules": ".runtime.game.rules",
    "Simulated": ".runtime.players.simulation.simulate",
    "Simulation": ".runtime.players.simulation.simulate",
    "Solution": ".runtime.players.endgame.solution",
    "Turn": ".runtime.game.referee.turn",
    "Verdict": ".runtime.game.judge",
    "View": ".runtime.game.referee.player_view",
    "Words": ".runtime.words.words",
    "analyse": ".runtime.players.analysis",
    "attach": ".compiler.attach_columns",
    "backend": ".formats.compiled_kernels",
    "build": ".building",
    "diff": ".diff_and_merge",
    "merge": ".diff_and_merge",
    "open": ".catalogue",
    "player": ".runtime.players.player",
    "infer": ".runtime.players.simulation.inference",
    "pre_endgame": ".runtime.players.endgame.pre_endgame",
    "read_cgh": ".runtime.game.referee.cgh_reader",
    "read_gcg": ".runtime.game.referee.gcg_files",
    "read_leaves": ".leaves",
    "simulate": ".runtime.players.simulation.simulate",
    "solve": ".runtime.players.endgame.solution",
    "WinChances": ".runtime.players.simulation.win_chances",
    "train_leaves": ".leaves",
    "train_win_chances": ".runtime.players.simulation.win_chances",
    "within": ".runtime.limits",
    "write_leaves": ".leaves",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        value: Any = import_module(_MODULES[name], __name__)
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name], __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
