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

if TYPE_CHECKING:
    from . import errors as errors
    from .building import build as build
    from .building import diff as diff
    from .building import merge as merge
    from .catalogue import open as open
    from .compiler.attach_columns import attach as attach
    from .compiler.build import Options as Options
    from .converting import convert as convert
    from .formats.alphabet import Alphabet as Alphabet
    from .formats.alphabet import LetterSet as LetterSet
    from .formats.compiled_kernels import backend as backend
    from .formats.tile import Tile as Tile
    from .leaves import read_leaves as read_leaves
    from .leaves import train_leaves as train_leaves
    from .leaves import write_leaves as write_leaves
    from .runtime import pictures as pictures
    from .runtime.automaton.cursor import SEPARATOR as SEPARATOR
    from .runtime.automaton.cursor import Cursor as Cursor
    from .runtime.game.bag import Bag as Bag
    from .runtime.game.board import Board as Board
    from .runtime.game.judge import Verdict as Verdict
    from .runtime.game.layout import Layout as Layout
    from .runtime.game.move import Move as Move
    from .runtime.game.moves import Moves as Moves
    from .runtime.game.rack import Rack as Rack
    from .runtime.game.referee.cgh_reader import read_cgh as read_cgh
    from .runtime.game.referee.clock import Clock as Clock
    from .runtime.game.referee.game import Game as Game
    from .runtime.game.referee.gcg_files import read_gcg as read_gcg
    from .runtime.game.referee.player_view import View as View
    from .runtime.game.referee.turn import Action as Action
    from .runtime.game.referee.turn import Turn as Turn
    from .runtime.game.referee.turn_fields import turns_to_frame as turns_to_frame
    from .runtime.game.rules import Rules as Rules
    from .runtime.lexicon import Hooks as Hooks
    from .runtime.lexicon import Lexicon as Lexicon
    from .runtime.limits import within as within
    from .runtime.players import engine as engine
    from .runtime.players.analysis import analyse as analyse
    from .runtime.players.autoplay.match import Match as Match
    from .runtime.players.candidates import Candidate as Candidate
    from .runtime.players.candidates import Candidates as Candidates
    from .runtime.players.endgame.pre_endgame import Outcome as Outcome
    from .runtime.players.endgame.pre_endgame import pre_endgame as pre_endgame
    from .runtime.players.endgame.solution import Solution as Solution
    from .runtime.players.endgame.solution import solve as solve
    from .runtime.players.player import Player as Player
    from .runtime.players.player import player as player
    from .runtime.players.simulation.inference import Inference as Inference
    from .runtime.players.simulation.inference import infer as infer
    from .runtime.players.simulation.simulate import Simulated as Simulated
    from .runtime.players.simulation.simulate import Simulation as Simulation
    from .runtime.players.simulation.simulate import simulate as simulate
    from .runtime.players.simulation.win_chances import WinChances as WinChances
    from .runtime.players.simulation.win_chances import train_win_chances as train_win_chances
    from .runtime.words import measures as measures
    from .runtime.words.column import Column as Column
    from .runtime.words.listing import Listing as Listing
    from .runtime.words.words import Words as Words

#: Public modules, by where they live.
_MODULES = {
    "engine": ".runtime.players.engine",
    "errors": ".errors",
    "measures": ".runtime.words.measures",
    "pictures": ".runtime.pictures",
}
#: All other public names, by the module that has them. What type checkers see is above.
_NAMES = {
    ".building": "build diff merge",
    ".catalogue": "open",
    ".compiler.attach_columns": "attach",
    ".compiler.build": "Options",
    ".converting": "convert",
    ".formats.alphabet": "Alphabet LetterSet",
    ".formats.compiled_kernels": "backend",
    ".formats.tile": "Tile",
    ".leaves": "read_leaves train_leaves write_leaves",
    ".runtime.automaton.cursor": "Cursor SEPARATOR",
    ".runtime.game.bag": "Bag",
    ".runtime.game.board": "Board",
    ".runtime.game.judge": "Verdict",
    ".runtime.game.layout": "Layout",
    ".runtime.game.move": "Move",
    ".runtime.game.moves": "Moves",
    ".runtime.game.rack": "Rack",
    ".runtime.game.referee.cgh_reader": "read_cgh",
    ".runtime.game.referee.clock": "Clock",
    ".runtime.game.referee.game": "Game",
    ".runtime.game.referee.gcg_files": "read_gcg",
    ".runtime.game.referee.player_view": "View",
    ".runtime.game.referee.turn": "Action Turn",
    ".runtime.game.referee.turn_fields": "turns_to_frame",
    ".runtime.game.rules": "Rules",
    ".runtime.lexicon": "Hooks Lexicon",
    ".runtime.limits": "within",
    ".runtime.players.analysis": "analyse",
    ".runtime.players.autoplay.match": "Match",
    ".runtime.players.candidates": "Candidate Candidates",
    ".runtime.players.endgame.pre_endgame": "Outcome pre_endgame",
    ".runtime.players.endgame.solution": "Solution solve",
    ".runtime.players.player": "Player player",
    ".runtime.players.simulation.inference": "Inference infer",
    ".runtime.players.simulation.simulate": "Simulated Simulation simulate",
    ".runtime.players.simulation.win_chances": "WinChances train_win_chances",
    ".runtime.words.column": "Column",
    ".runtime.words.listing": "Listing",
    ".runtime.words.words": "Words",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = sorted([*_MODULES, *_HOMES])


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
