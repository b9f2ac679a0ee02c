"""Values of a wrong kind, at every public callable of games, players and pictures: a typed error that says which."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import lexkit
from lexkit import Action, Bag, Board, Clock, Game, Rack, Rules
from lexkit.errors import LexkitError, show_value
from tests.running import each

CGP = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0"
WRONG = (
    None,
    7,
    -1,
    b"x",
    (1,),
    [None],
    {},
    float("nan"),
    float("inf"),
    10**400,
    True,
    "a\0b",
    1.5,
    "",
    object(),
    lexkit,
)
#: What Python says of a value that nobody has looked at.
BARE = re.compile(
    r"^'|unsupported|^object of type|cannot unpack|^argument of type|object is not|has no |^bad operand|"
    r"not supported between|must be |can't |an integer is required|not enough values|expected str instance|takes no "
)


@cache
def lex() -> lexkit.Lexicon:
    return lexkit.open()


def board() -> Board:
    return Board.from_cgp(CGP)


def game() -> Game:
    return Game(lex(), seed=7)


def recorded() -> Game:
    return Game(lex(), dealt=False)


@cache
def moves() -> lexkit.Moves:
    return lex().moves(board())


@cache
def finished() -> Game:
    over = Game(lex(), dealt=False)
    over.play("8E CARE")
    over.resign()
    return over


#: Callable and argument -> the call with a wrong value there.
CALLS: dict[str, Callable[[Any], Any]] = {
    "Game lexicon": lambda x: Game(x),
    "Game players": lambda x: Game(None, x),
    "Game player": lambda x: Game(None, ("Ann", x)),
    "Game rules": lambda x: Game(None, rules=x),
    "Game seed": lambda x: Game(None, seed=x),
    "Game first": lambda x: Game(None, first=x),
    "Game clock": lambda x: Game(None, clock=x),
    "Game at": lambda x: Game(None, clock=Clock(9, now=None), at=x),
    "Game position": lambda x: Game(lex(), position=x),
    "Game.play": lambda x: game().play(x),
    "Game.play player": lambda x: game().play("8E CARE", player=x),
    "Game.play at": lambda x: Game(None, clock=Clock(9, now=None), at=0).pass_turn(at=x),
    "Game.exchange": lambda x: game().exchange(x),
    "recorded exchange": lambda x: recorded().exchange(x),
    "Game.challenge": lambda x: finished().copy().challenge(x),
    "Game.challenge words": lambda x: challenged(x, None),
    "Game.challenge invalid": lambda x: challenged(None, x),
    "Game.resign": lambda x: game().resign(player=x),
    "Game.act": lambda x: game().act(x),
    "Game.act kind": lambda x: game().act(Action(x)),
    "Game.act move": lambda x: game().act(Action("placement", x)),
    "Game.act exchange": lambda x: game().act(Action("exchange", exchanged=x)),
    "Action.read": lambda x: Action.read(x),
    "Game.set_rack": lambda x: recorded().set_rack(0, x),
    "Game.set_rack player": lambda x: recorded().set_rack(x, "A"),
    "Game.fine": lambda x: finished().copy().fine(0, x),
    "Game.fine player": lambda x: finished().copy().fine(x, 5),
    "Game.rack": lambda x: game().rack(x),
    "Game.view": lambda x: game().view(x),
    "Game.unseen": lambda x: game().unseen(x),
    "Game.time_left": lambda x: Game(None, clock=Clock(9)).time_left(x),
    "Game.bingos": lambda x: game().bingos(x),
    "Game.from_json": lambda x: Game.from_json(x),
    "Game.from_json lexicon": lambda x: Game.from_json(game().to_json(), x),
    "Game.from_gcg": lambda x: Game.from_gcg(x),
    "Game.from_cgh": lambda x: Game.from_cgh(x),
    "Game.from_gcg rules": lambda x: Game.from_gcg(finished().to_gcg(), rules=x),
    "Game.from_cgh rules": lambda x: Game.from_cgh(finished().to_cgh(), rules=x),
    "Game.from_gcg lexicon": lambda x: Game.from_gcg(finished().to_gcg(), x),
    "read_gcg": lambda x: lexkit.read_gcg(x),
    "read_cgh": lambda x: lexkit.read_cgh(x),
    "Clock": lambda x: Clock(x),
    "Clock increment": lambda x: Clock(9, x),
    "Clock now": lambda x: Clock(9, now=x).read(None),
    "Clock of now": lambda x: Clock(9, now=lambda: x).read(None),
    "Board": lambda x: Board(x),
    "Board alphabet": lambda x: Board("standard", x),
    "Board rules": lambda x: Board(rules=x),
    "Board.from_cgp": lambda x: Board.from_cgp(x),
    "Board.from_cgp alphabet": lambda x: Board.from_cgp(CGP, alphabet=x),
    "Board.from_cgp layout": lambda x: Board.from_cgp(CGP, layout=x),
    "Board.from_cgp rules": lambda x: Board.from_cgp(CGP, rules=x),
    "Board.from_text": lambda x: Board.from_text(x),
    "Board.move": lambda x: board().move(x),
    "Board.cross_sets": lambda x: board().cross_sets(x),
    "Lexicon.cross_sets": lambda x: lex().cross_sets(x),
    "CrossSets of a square": lambda x: board().cross_sets(lex())[x],
    "CrossSets.counts": lambda x: board().cross_sets(lex()).counts(x),
    "Board.play": lambda x: board().play(x),
    "Board.exchange": lambda x: board().exchange(x),
    "Board.explain": lambda x: board().explain(x, lexicon=lex()),
    "Board.explain tiles": lambda x: board().explain("8F", x, lexicon=lex()),
    "Board.explain rack": lambda x: board().explain("8F CARES", rack=x, lexicon=lex()),
    "Board.explain lexicon": lambda x: board().explain("8F CARES", lexicon=x),
    "Board[]": lambda x: board()[x],
    "Board.racks": lambda x: setattr(board(), "racks", x),
    "Rack": lambda x: Rack(x),
    "Rack alphabet": lambda x: Rack("A", x),
    "Rack.of_tiles": lambda x: Rack.of_tiles(x),
    "Rack.has": lambda x: Rack("A").has(x),
    "Rack.missing": lambda x: Rack("A").missing(x),
    "Rack -": lambda x: Rack("A").__sub__(x),
    "Rules": lambda x: Rules(x),
    "Rules alphabet": lambda x: Rules("standard", x),
    "Rules.from_alphabet": lambda x: Rules.from_alphabet(x),
    "Rules bonuses": lambda x: Rules(bonuses=x),
    "Rules length_bonuses": lambda x: Rules(length_bonuses=x),
    "Rules challenge": lambda x: Rules(challenge=x),
    "Rules out_bonus": lambda x: Rules(out_bonus=x),
    "Rules bingo": lambda x: Rules(bingo=x),
    "Rules.bonus": lambda x: Rules().bonus(x),
    "Bag": lambda x: Bag(x),
    "Bag.from_rules": lambda x: Bag.from_rules(x),
    "Bag.in_order": lambda x: Bag.in_order(x),
    "Bag.put_back": lambda x: Bag(b"").put_back(x),
    "Bag.exchange": lambda x: Bag(b"").exchange(x),
    "Bag.restore": lambda x: Bag(b"").restore(x),
    "Lexicon.moves": lambda x: lex().moves(x),
    "Lexicon.moves rack": lambda x: lex().moves(board(), x),
    "Lexicon.best_by_equity bag": lambda x: lex().best_by_equity(board(), bag=x),
    "Lexicon.best_by_equity exchanges": lambda x: lex().best_by_equity(board(), exchanges=x),
    "Moves.by_equity": lambda x: moves().by_equity(x),
    "Moves.to_frame": lambda x: moves().to_frame(x),
    "Moves.top": lambda x: moves().top(x),
    "Moves in": lambda x: x in moves(),
    "simulate": lambda x: lexkit.simulate(x, lexicon=lex()),
    "simulate rack": lambda x: lexkit.simulate(board(), x, lexicon=lex(), iterations=1),
    "simulate lexicon": lambda x: lexkit.simulate(board(), lexicon=x, iterations=1),
    "simulate candidates": lambda x: lexkit.simulate(board(), lexicon=lex(), candidates=x, iterations=1),
    "simulate passes": lambda x: lexkit.simulate(board(), lexicon=lex(), passes=x, iterations=1),
    "simulate exchanges": lambda x: lexkit.simulate(board(), lexicon=lex(), exchanges=x, iterations=1),
    "simulate chances": lambda x: lexkit.simulate(board(), lexicon=lex(), chances=x, iterations=1),
    "simulate opponent": lambda x: lexkit.simulate(board(), lexicon=lex(), opponent=x, iterations=1),
    "simulate confidence": lambda x: lexkit.simulate(board(), lexicon=lex(), confidence=x, iterations=1),
    "simulate timeout": lambda x: lexkit.simulate(board(), lexicon=lex(), timeout=x, iterations=1),
    "simulate leaves": lambda x: lexkit.simulate(board(), lexicon=lex(), leaves=x, iterations=1),
    "infer": lambda x: lexkit.infer(x, "A", "8E CARE", lexicon=lex(), most=1),
    "infer rack": lambda x: lexkit.infer(Board(), x, "8E CARE", lexicon=lex(), most=1),
    "infer play": lambda x: lexkit.infer(Board(), "A", x, lexicon=lex(), most=1),
    "infer margin": lambda x: lexkit.infer(Board(), "A", "8E CARE", lexicon=lex(), margin=x, most=1),
    "solve": lambda x: lexkit.solve(x, lex()),
    "solve lexicon": lambda x: lexkit.solve(board(), x),
    "pre_endgame": lambda x: lexkit.pre_endgame(x, lex()),
    "pre_endgame moves": lambda x: lexkit.pre_endgame(board(), lex(), moves=x),
    "analyse": lambda x: lexkit.analyse(x, lex()),
    "analyse lexicon": lambda x: lexkit.analyse(finished(), x),
    "analyse leaves": lambda x: lexkit.analyse(finished(), lex(), x),
    "player": lambda x: lexkit.player(x),
    "player lexicon": lambda x: lexkit.player("greedy", x).choose(game().view(0)),
    "player seed": lambda x: lexkit.player("club", lex(), seed=x),
    "player time": lambda x: lexkit.player("champion", lex(), time=x),
    "player.choose": lambda x: lexkit.player("greedy", lex()).choose(x),
    "champion.choose": lambda x: lexkit.player("champion", lex()).choose(x),
    "board_svg": lambda x: lexkit.pictures.board_svg(x),
    "board_svg last": lambda x: lexkit.pictures.board_svg(board(), last=x),
    "board_svg move": lambda x: lexkit.pictures.board_svg(board(), move=x),
    "board_svg heat": lambda x: lexkit.pictures.board_svg(board(), heat=x),
    "board_svg heat of a square": lambda x: lexkit.pictures.board_svg(board(), heat={"8A": x}),
    "board_svg square of heat": lambda x: lexkit.pictures.board_svg(board(), last=[x]),
    "board_svg size": lambda x: lexkit.pictures.board_svg(board(), size=x),
    "squares_used": lambda x: lexkit.pictures.squares_used(x),
    "cross_letters": lambda x: lexkit.pictures.cross_letters(board(), x, lex()),
}


def challenged(words: Any, invalid: Any) -> Any:
    one = Game(lex(), rules=Rules(challenge="double"), dealt=False)
    one.play("8E CARE")
    return one.challenge(words, invalid=invalid)


@each("name", CALLS)
def test_values_of_a_wrong_kind(name: str) -> None:
    """Found: act(None), move(Move), simulate(view), clocks of 10**400 raised what Python says of itself."""
    for value in WRONG:
        try:
            CALLS[name](value)
        except LexkitError as error:
            assert len(str(error)) < 1000
        except TypeError as error:
            assert not BARE.search(str(error)), f"{name}: {show_value(value)}: {error}"
