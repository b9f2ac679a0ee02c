"""Doors about whole games, moves, players and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import lexkit
from lexkit import Action, Board, Duplicate, Game, Match, Rules, ScoreSheet, engine, errors, pictures

from ..inputs import CGH, CGP, GCG, JSON, LISTS, PLAIN, Make, repeat
from .boards import PLAYS, TILES, TURNS
from .case import Case, every


def as_gcg(world: Any, text: str) -> str:
    return str(world.file(text, "input.gcg"))


def as_json(world: Any, text: str) -> str:
    return str(world.file(text, "input.json"))


def of_duplicate_games() -> Iterator[Case]:
    yield from every("Duplicate", LISTS, lambda w, x: Duplicate(w.lex, rules=w.rules, players=x))
    yield from every("Duplicate", PLAIN, lambda w, x: Duplicate(w.lex, rules=w.rules, players=("a", x)))
    yield from every("Duplicate", PLAIN, lambda w, x: Duplicate(w.lex, rules=w.rules, seed=x))
    yield from every("Duplicate.submit", PLAYS, lambda w, x: Duplicate(w.lex, rules=w.rules, seed=1).submit(x))
    yield from every("Duplicate.from_json", JSON, lambda w, x: Duplicate.from_json(x, w.lex))


def of_score_sheets() -> Iterator[Case]:
    lines: dict[str, Make] = {"lines": lambda n: [(k % 2, "-") for k in range(n)], **LISTS}
    yield from every("ScoreSheet", LISTS, lambda w, x: ScoreSheet(None, x))
    yield from every("ScoreSheet", lines, lambda w, x: ScoreSheet(lines=x), most=1 << 9)
    yield from every("ScoreSheet.add", PLAYS, lambda w, x: ScoreSheet().add(x))
    yield from every("ScoreSheet.insert", PLAIN, lambda w, x: ScoreSheet().insert(0, "-", rack=x))
    yield from every("ScoreSheet.change", PLAIN, lambda w, x: ScoreSheet(lines=[(0, "-")]).change(0, note=x))
    yield from every("ScoreSheet.set_rack", PLAIN, lambda w, x: ScoreSheet().set_rack(0, x))
    yield from every("ScoreSheet.from_gcg", GCG, lambda w, x: ScoreSheet.from_gcg(x))
    of_turns = lambda w, n: w.game_of(n // 16)  # noqa: E731
    yield Case(
        "ScoreSheet.from_game",
        "n turns",
        TURNS["n turns"],
        lambda w, x: ScoreSheet.from_game(x),
        ready=of_turns,
        most=1 << 13,
    )


def of_games() -> Iterator[Case]:
    yield from every("Game", LISTS, lambda w, x: Game(None, x))
    yield from every("Game", PLAIN, lambda w, x: Game(None, ("a", x)))
    yield from every("Game", PLAIN, lambda w, x: Game(None, seed=x))
    yield from every("Game", CGP, lambda w, x: Game(None, position=x))
    for name in ("act", "exchange", "play"):
        yield from every(f"Game.{name}", PLAYS, lambda w, x, name=name: getattr(x[0], name)(x[1]), ready=with_game)
    yield from every("Game.exchange", TILES, lambda w, x: x[0].exchange(x[1]), ready=with_game)
    yield from every(
        "Game.exchange", {"digits": lambda n: 10**n}, lambda w, x: x[0].exchange(x[1]), ready=with_game, most=4096
    )
    yield from every("Game.challenge", {**PLAIN, **LISTS}, lambda w, x: x[0].challenge(x[1]), ready=played)
    yield from every("Game.challenge", LISTS, lambda w, x: x[0].challenge(invalid=x[1]), ready=played)
    yield from every("Game.set_rack", PLAIN, lambda w, x: x[0].set_rack(0, x[1]), ready=with_game)
    yield from every("Game.from_json", JSON, lambda w, x: Game.from_json(x))
    kept = lambda w, n: w.game_of(n // 8).to_json()  # noqa: E731
    yield Case("Game.from_json", "n turns", TURNS["n turns"], lambda w, x: Game.from_json(x), ready=kept, most=1 << 15)
    yield from of_duplicate_games()
    yield from of_score_sheets()
    does: dict[str, Any] = {
        "copy": lambda x: x.copy(),
        "undo": lambda x: x.undo(),
        "to_cgp": lambda x: x.to_cgp(),
        "to_cgh": lambda x: x.to_cgh(),
        "to_gcg": lambda x: x.to_gcg(),
        "to_json": lambda x: x.to_json(),
        "positions": lambda x: list(x.positions()),
        "turns": lambda x: x.turns,
        "turn_number": lambda x: x.turn_number,
        "nicknames": lambda x: x.nicknames,
        "bingos": lambda x: x.bingos(0),
        "unseen": lambda x: x.unseen(0),
        "view": lambda x: x.view(0),
        "pass_turn": lambda x: x.pass_turn(),
        "considered": lambda x: x.considered,
        "challengeable": lambda x: x.challengeable,
        "exchangeable": lambda x: x.exchangeable,
        "winner": lambda x: x.winner,
        "result": lambda x: x.result,
        "fine": lambda x: x.fine(0, 5),
        "__eq__": lambda x: x == x.copy(),
        "racks": lambda x: x.racks,
        "__repr__": repr,
    }
    for name, do in does.items():
        yield from every(
            f"Game.{name}", TURNS, lambda w, x, do=do: do(x), ready=lambda w, n: w.game_of(n), most=1 << 13
        )
    yield Case("Game.undo", "all of n turns", TURNS["n turns"], undo_all, ready=lambda w, n: w.game_of(n), most=1 << 12)
    yield Case("Game.redo", "all of n turns", TURNS["n turns"], redo_all, ready=undone, most=1 << 12)
    yield Case("Game.pass_turn", "n turns", TURNS["n turns"], lambda w, x: w.game_of(x), most=1 << 13)
    yield Case("Game.exchange", "n turns", TURNS["n turns"], exchanges, ready=lambda w, n: w.game_of(n), most=1 << 12)
    yield Case("Game.view", "at each of n turns", TURNS["n turns"], views, most=1 << 11)
    yield Case(
        "Turn.hidden",
        "n turns",
        TURNS["n turns"],
        lambda w, x: [t.hidden() for t in x.turns],
        ready=lambda w, n: w.game_of(n),
        most=1 << 13,
    )
    yield Case(
        "View.unseen",
        "n turns",
        TURNS["n turns"],
        lambda w, x: x.view(0).unseen,
        ready=lambda w, n: w.game_of(n),
        most=1 << 13,
    )
    yield Case(
        "View.to_cgp",
        "n turns",
        TURNS["n turns"],
        lambda w, x: x.view(0).to_cgp(),
        ready=lambda w, n: w.game_of(n),
        most=1 << 13,
    )
    yield from every("read_gcg", GCG, lambda w, x: lexkit.read_gcg(x), ready=as_gcg)
    yield from every("read_cgh", CGH, lambda w, x: lexkit.read_cgh(x), ready=as_json)
    yield from every("Game.from_gcg", GCG, lambda w, x: Game.from_gcg(x))
    yield from every("Game.from_cgh", CGH, lambda w, x: Game.from_cgh(x))
    written = lambda w, n: w.game_of(n // 8).to_gcg()  # noqa: E731
    yield Case("Game.from_gcg", "n turns", TURNS["n turns"], lambda w, x: Game.from_gcg(x), ready=written, most=1 << 15)
    yield from every("Action.read", PLAYS, lambda w, x: Action.read(x))
    yield from every(
        "engine.read_move",
        {**PLAYS, "dots of a token": repeat("."), "semicolons": repeat(";")},
        lambda w, x: engine.read_move(x),
    )


def with_game(world: Any, x: Any) -> Any:
    return world.game, x


def played(world: Any, x: Any) -> Any:
    game = Game(None, seed=1, rules=Rules(challenge="double"), dealt=False)
    game.set_rack(game.to_move, "ABAAAAA")
    game.play("8H AB")
    return game, x


def undo_all(world: Any, game: Game) -> None:
    for _ in range(len(game.turns)):
        game.undo()


def undone(world: Any, n: int) -> Game:
    game: Game = world.game_of(n)
    undo_all(world, game)
    return game


def redo_all(world: Any, game: Game) -> None:
    for _ in range(len(game.considered) and 10**9):
        try:
            game.redo()
        except errors.LexkitError:
            return


def exchanges(world: Any, game: Game) -> None:
    for _ in range(32):
        game.exchange(str(game.racks[game.to_move])[:1])


def views(world: Any, n: int) -> None:
    """What a program does that looks at each turn: not a fault of the view if it grows as the square."""
    game = world.game_of(0)
    for _ in range(n):
        game.pass_turn()
        game.view(0)


def of_moves() -> Iterator[Case]:
    yield from every("Moves.__contains__", PLAYS, lambda w, x: x in w.moves)
    does: dict[str, Any] = {
        "__iter__": lambda x: list(x),
        "__getitem__": lambda x: x[::2],
        "__eq__": lambda x: x == x[:],
        "best": lambda x: x.best(),
        "top": lambda x: x.top(len(x)),
        "to_numpy": lambda x: x.to_numpy(),
        "to_frame": lambda x: x.to_frame(),
        "__repr__": repr,
    }
    for name, do in does.items():
        yield Case(
            f"Moves.{name}",
            "n moves",
            TURNS["n turns"],
            lambda w, x, do=do: do(x),
            ready=lambda w, n: w.moves_of(n),
            most=1 << 15,
        )
    yield Case(
        "Moves.by_equity",
        "n moves",
        TURNS["n turns"],
        lambda w, x: x.by_equity(w.values, 80),
        ready=lambda w, n: w.moves_of(n),
        most=1 << 15,
    )
    candidates: dict[str, Any] = {
        "by_score": lambda x: x.by_score(),
        "equities": lambda x: x.equities(),
        "to_frame": lambda x: x.to_frame(),
        "__iter__": lambda x: list(x),
        "__getitem__": lambda x: x[::2],
        "__repr__": repr,
    }
    for name, do in candidates.items():
        yield Case(
            f"Candidates.{name}",
            "n moves",
            TURNS["n turns"],
            lambda w, x, do=do: do(x),
            ready=lambda w, n: w.moves_of(n).by_equity(w.values, 80),
            most=1 << 14,
        )
    columns = {
        "columns": lambda n: ["score", "place"] * (n // 2),
        "wrong": lambda n: ["x"] * n,
        "long": lambda n: ["x" * n],
    }
    yield from every("Moves.to_frame", columns, lambda w, x: w.moves.to_frame(x, library="arrow"), most=1 << 12)
    yield from every(
        "Candidates.to_frame",
        columns,
        lambda w, x: w.moves.by_equity(w.values, 80).to_frame(x, library="arrow"),
        most=1 << 12,
    )
    positions: dict[str, Make] = {"positions": lambda n: n}
    for name in ("best_moves", "moves_batch"):
        call = lambda w, x, name=name: getattr(w.lex, name)(x, threads=1)  # noqa: E731
        yield from every(
            f"Lexicon.{name}", positions, call, ready=lambda w, n: [(w.board, "AEINRST")] * n, most=1 << 11
        )
    for name in ("moves", "best_move", "counters", "best_by_equity"):
        yield from every(f"Lexicon.{name}", PLAIN, lambda w, x, name=name: getattr(w.lex, name)(w.board, x))
    yield from every("Lexicon.moves", PLAIN, lambda w, x: w.lex.moves(w.board, "AB", x))
    yield from every("pictures.rack_svg", PLAIN, lambda w, x: pictures.rack_svg(x))
    yield from every("pictures.board_svg", PLAYS, lambda w, x: pictures.board_svg(w.board, move=x))
    yield from every("pictures.board_svg", LISTS, lambda w, x: pictures.board_svg(w.board, last=x))
    heat: dict[str, Make] = {
        "many squares": lambda n: {f"{number}A": 1.0 for number in range(n)},
        "a long one": lambda n: {"A" * n: 1.0},
    }
    yield from every("pictures.board_svg", heat, lambda w, x: pictures.board_svg(w.board, heat=x))
    yield from every("pictures.cross_letters", PLAIN, lambda w, x: pictures.cross_letters(w.board, x, w.lex))
    for name in ("best_scores", "squares_used"):
        call = lambda w, x, name=name: getattr(pictures, name)(x)  # noqa: E731
        yield Case(
            f"pictures.{name}", "n moves", TURNS["n turns"], call, ready=lambda w, n: w.moves_of(n), most=1 << 14
        )
        yield Case(
            f"pictures.{name}",
            "a list of n",
            TURNS["n turns"],
            call,
            ready=lambda w, n: list(w.moves_of(n)),
            most=1 << 14,
        )


def of_players() -> Iterator[Case]:
    yield from every("player", PLAIN, lambda w, x: lexkit.player(x, w.lex))
    yield from every("player", {"levels": lambda n: "champion:" + "1" * n}, lambda w, x: lexkit.player(x, w.lex))
    yield from every("player", PLAIN, lambda w, x: lexkit.player("greedy", w.lex, seed=x))
    yield from every(
        "infer",
        PLAYS,
        lambda w, x: lexkit.infer(Board(rules=w.rules), "AEINRST", x, lexicon=w.lex, leaves=w.values, most=9),
    )
    yield from every(
        "infer",
        PLAIN,
        lambda w, x: lexkit.infer(Board(rules=w.rules), x, "8H AB", lexicon=w.lex, leaves=w.values, most=9),
    )
    yield from every("Inference.chance", PLAIN, lambda w, x: w.inference.chance(x))
    yield from every("simulate", PLAIN, lambda w, x: lexkit.simulate(w.board, x, lexicon=w.lex, leaves=w.values))
    yield from every("pre_endgame", LISTS, lambda w, x: lexkit.pre_endgame(w.board, w.lex, moves=x))
    yield from every(
        "pre_endgame",
        {f"one move of {k}": lambda n, m=m: [m(n)] for k, m in PLAYS.items()},
        lambda w, x: lexkit.pre_endgame(w.board, w.lex, moves=x),
    )
    judged: dict[str, Callable[[Any, Any], Any]] = {
        "analyse": lambda w, x: lexkit.analyse(x, w.lex, w.values),
        "Game.report": lambda w, x: x.report(lexicon=w.lex, leaves=w.values, draws=1),
        "Game.reports": lambda w, x: list(x.reports(lexicon=w.lex, leaves=w.values, draws=1)),
    }
    for name, ask in judged.items():
        yield Case(name, "n turns", TURNS["n turns"], ask, ready=lambda w, n: w.game_of(n), most=1 << 9)

    def reported(w: Any, n: int) -> tuple[Any, dict[str, Any]]:
        game = w.game_of(n)
        return game, game.report(lexicon=w.lex, leaves=w.values).to_dict()

    yield Case(
        "Game.read_report",
        "n turns",
        TURNS["n turns"],
        lambda w, x: x[0].read_report(x[1]),
        ready=reported,
        most=1 << 9,
    )
    arrays: dict[str, Make] = {"numbers": lambda n: (np.arange(n) % 90, np.arange(n) % 50 - 25.0)}
    yield from every("WinChances.of", arrays, lambda w, x: w.chances.of(*x))
    games = {"games": lambda n: n // 64}
    yield from every("Match.tally", games, lambda w, x: w.match.tally(x, threads=1), most=1 << 12)
    yield from every("Match.play", games, lambda w, x: list(w.match.play(x)), most=1 << 11)
    yield from every("Match.tally", PLAIN, lambda w, x: w.match.tally(2, threads=1, sprt=x), most=1 << 14)
    yield from every("Match", PLAIN, lambda w, x: Match(w.lex, x))
    numbers = {"digits": lambda n: 10**n}
    yield from every("Match", numbers, lambda w, x: Match(w.lex, seed=x).game(0), most=1 << 12)
    resumed: dict[str, Make] = {**JSON, "lines": repeat("{}\n"), "blank lines": repeat("\n")}
    yield from every(
        "Match.tally",
        {f"resume {k}": m for k, m in resumed.items()},
        lambda w, x: w.match.tally(2, threads=1, resume=x),
        ready=as_json,
    )


def cases() -> Iterator[Case]:
    yield from of_games()
    yield from of_moves()
    yield from of_players()
