"""Every public call of lexkit, found with ``inspect.signature``, and one table of arguments that the calls take.

``public_calls()`` yields a Call for each public function, constructor, method, operator and property. A new one needs
nothing here if its required parameters have names that EXAMPLES knows; otherwise one line there. A new public class
needs one line in OBJECTS, and a name in CONSTRUCTED if users make it by calling it.
"""

from __future__ import annotations

import inspect
import itertools
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

try:
    import pyarrow
except ModuleNotFoundError:  # an extra
    pyarrow = None

import lexkit
from lexkit import Action, Bag, Board, Game, Layout, Lexicon, Listing, Match, Rack, Rules, ScoreSheet, Words
from lexkit.compiler.construct.optional_sections import hash_lexicon
from lexkit.compiler.lists.read_list import read_several
from lexkit.compiler.merge import MergeOptions
from lexkit.formats.columns_section import StoredColumn, pack_columns
from lexkit.formats.lexicon_file import open_bytes
from lexkit.players.leaves import HeuristicValues
from lexkit.players.reports.report import reports
from tests.attacks.forge import sections, shell
from tests.attacks.test_disagreement import dense
from tests.attacks.test_editions import section as editions_section
from tests.making import bytes_of

#: Ranges and ranks that the caller of a hard question brings along.
MANY: Final = 1 << 18
#: Classes that users make by calling them, as the documents show; all others come from functions and methods.
CONSTRUCTED: Final = {
    *("Action", "Alphabet", "Bag", "Board", "Clock", "Duplicate", "Game", "Layout", "Listing", "Match", "Options"),
    *("PuzzlePlay", "Rack", "Rules", "ScoreSheet", "SheetLine", "Tile", "WinChances", "Words"),
}
#: Operators and built-in functions that reach a special method, and how a caller writes them.
OPERATORS: Final[dict[str, Callable[..., Any]]] = {
    "__add__": lambda it, other: it + other,
    "__and__": lambda it, other: it & other,
    "__bool__": bool,
    "__contains__": lambda it, key: key in it,
    "__eq__": lambda it, other: it == other,
    "__getitem__": lambda it, key: it[key],
    "__hash__": hash,
    "__invert__": lambda it: ~it,
    "__iter__": lambda it: [*iter(it)],
    "__len__": len,
    "__or__": lambda it, other: it | other,
    "__repr__": repr,
    "__reversed__": lambda it: [*reversed(it)],
    "__str__": str,
    "__sub__": lambda it, other: it - other,
    "__xor__": lambda it, other: it ^ other,
}
#: Members without an underscore that pass objects between parts of the house; no document names them.
INTERNAL: Final = {
    *("Alphabet.code_table", "Alphabet.multiple", "Board.alphabet_source", "Board.meet", "Board.observe"),
    *(
        "Board.of_position",
        "Board.snapshot",
        "Board.usual_index",
        "Lexicon.nodes",
        "Lexicon.table",
        "Listing.hold_order",
    ),
    *(
        "Move.formed",
        "Move.snapshot",
        "Moves.snapshot",
        "Rules.text",
        "Rules.tile_count",
        "Turn.snapshot",
        "Words.hold",
        "Words.ranges",
    ),
    "Playability.columns",
    # Former names, which warn.
    *("Words.text", "Bag.of", "Rules.of", "ScoreSheet.of"),
    *(f"{name}.core" for name in ("Board", "Column", "Cursor", "Lexicon", "Match", "Phrases", "Playability", "Words")),
}
#: What ``**keywords`` of a function are passed on to.
PASSED_ON: Final[dict[str, Callable[..., Any]]] = {
    "Rules.from_alphabet": Rules,
    "diff": read_several,
    "merge": MergeOptions,
    "Game.report": reports,
    "Game.reports": reports,
}
#: Calls that need pyarrow.
_TABLES: Final = re.compile("batches|to_frame")
#: Calls that start other programs: tests/players/engine asks those.
PROGRAMS: Final = {"engine.Analysis", "engine.AsyncAnalysis", "engine.AsyncEngine", "engine.Engine"}
ENDING: Final = (
    "6VILL5/9A5/8QI5/7PUR5/7OI1L4/7OM1E2J1/2C5SWOT1E1/1jUVENAL1UNITER/2BI1OX2DEB1R1/1HES1HEIDS1IOS1/"
    "1I1NA2N2KA3/2WONT1T1GAE3/2AMA1YE1OE1P2/oOFY1TUN1ADZE2/RIF4T1D1AGRE GR/C 387/366 0"
)
NOTHING: Final = inspect.Parameter.empty


# -- what calls are asked with ------------------------------------------------------------------------------------


class World:
    """A lexicon, opened anew, and what public calls are asked with. All words have the letters A and B."""

    def __init__(self, data: bytes, many: int = MANY, folder: Path | None = None) -> None:
        self.lex = Lexicon(open_bytes(data))
        self.folder = folder or Path("no such folder")
        self.number = min(many, len(self.lex) // 2)
        self.alphabet = self.lex.alphabet
        #: A forged file has letters that are on no tile of a game: it has a board and a rack of its own.
        self.forged = self.alphabet.name == "letters"
        self.rack = "AAABBB?" if self.forged else "AAAB?"
        self.start = "E5" if self.forged else "8H"

    @cached_property
    def words(self) -> Words:
        return self.lex.words()

    @cached_property
    def some(self) -> Words:
        """As many ranges as ``number``, of one word each."""
        starts = np.arange(self.number) * 2
        return Words(self.lex, starts, starts + 1)

    @cached_property
    def others(self) -> Words:
        """The words between those of ``some``."""
        starts = np.arange(self.number) * 2
        return Words(self.lex, starts[:-1] + 1, starts[:-1] + 2)

    @cached_property
    def ranks(self) -> Any:
        return np.arange(self.number)[::-1].copy()

    @cached_property
    def listing(self) -> Listing:
        return Listing(self.lex, self.ranks)

    @property
    def strings(self) -> list[str]:
        return _strings(self.number)

    @cached_property
    def layout(self) -> Layout:
        small = ["." * 9, *["'...-...="] * 7, "~........"]
        return Layout("small", small) if self.forged else Layout.named("standard")

    @cached_property
    def rules(self) -> Rules:
        return Rules(self.layout, self.alphabet)

    @property
    def board(self) -> Board:
        return Board(self.layout, self.alphabet, rules=self.rules)

    @cached_property
    def values(self) -> Any:
        return HeuristicValues(self.alphabet, {"A": 1.5, "?": 20.0})

    @property
    def moves(self) -> Any:
        """Some moves, of a small lexicon."""
        return _moves(self.forged)

    @property
    def game(self) -> Game:
        """A game with turns, an undone turn and a clock; nobody's time is up."""
        rules = Rules(self.layout, self.alphabet, challenge="5pt")
        played = Game(self.lex, ("Ann", "Bob"), rules=rules, seed=7, clock=lexkit.Clock(1500, 5, None), at=0.0)
        for at in (1.0, 2.0, 3.0):
            move = self.lex.best_move(played.board, played.racks[played.to_move])
            played.play(move, at=at) if move else played.pass_turn(at=at)
        played.pass_turn(at=4.0)
        played.undo(at=5.0)
        return played

    def recorded(self, clock: lexkit.Clock | None = None) -> Game:
        """A game whose racks are told, with a word that can be challenged."""
        rules = Rules(self.layout, self.alphabet, challenge="5pt")
        at = 0.0 if clock else None
        written = Game(self.lex, ("Ann", "Bob"), rules=rules, dealt=False, clock=clock, at=at)
        written.set_rack(0, "AAAB")
        written.play(f"{self.start} AB", at=at)
        return written

    @property
    def timed(self) -> Game:
        return self.recorded(lexkit.Clock(1500, 5, None))

    @property
    def undone(self) -> Game:
        before = self.timed
        before.undo(at=1.0)
        return before

    @property
    def finished(self) -> Game:
        over = self.recorded()
        over.resign()
        return over

    @property
    def position(self) -> str:
        """A position in CGP, with an empty bag."""
        return ENDING

    @property
    def ending(self) -> Board:
        return Board.from_cgp(ENDING)

    @property
    def before_ending(self) -> Board:
        """A position with one tile in the bag."""
        return Board.from_cgp(
            "EUOI3D7/1PETTO1R1CODAS1/5FLAX3HUI/7WIRETAP1/6ON2V4/5JO3I4/5UT3R4/3AFTIE1CAVERN/3MAED3t2E1/"
            "1QuAG3T1E2E1/4SIRIH1D2N1/7ME4G1/7BY4A1/7U5G1/7E1BILLER AINNOOZ/ 352/343 0"
        )

    @property
    def played(self) -> Board:
        board = self.board
        board.play(f"{self.start} AB")
        return board

    @property
    def duplicate(self) -> Any:
        begun = lexkit.Duplicate(self.lex, ("Ann", "Bob"), rules=self.rules, seed=7, seconds=30, at=1.0)
        begun.submit(None, player=1, at=3.0)
        return begun

    @property
    def sheet(self) -> ScoreSheet:
        return ScoreSheet(self.lex, ("Ann", "Bob"), rules=self.rules, lines=[(0, f"{self.start} AB"), (1, "-")])

    @property
    def trained(self) -> Any:
        return _trained()

    def file(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        if not path.exists():
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    @property
    def leaves_file(self) -> Path:
        path = self.folder / "leaves.klv2"
        if not path.exists():
            lexkit.write_leaves(self.trained, path)
        return path

    @property
    def path(self) -> str:
        return self.file("words.gaddag", self.lex.to_bytes())

    @property
    def table(self) -> Any:
        """A batch of a table: positions, and words."""
        return pyarrow.RecordBatch.from_pydict({"cgp": [self.position], "word": ["AB"]})

    def endless(self) -> Iterator[str]:
        return itertools.cycle(["ABA", "C"])


@cache
def _trained() -> Any:
    from tests.players.test_kernel_games import with_leaves

    return with_leaves(World(content("ordinary")).lex, 5, longest=2)


@cache
def _strings(number: int) -> list[str]:
    """As many strings; no question changes the list."""
    return ["AB" * (1 + place % 9) for place in range(number)]


@cache
def _moves(forged: bool) -> Any:
    world = World(dense(9, 9) if forged else content("ordinary"))
    return world.lex.moves(world.board, world.rack)


def with_everything(levels: int, long: int = 30_000) -> bytes:
    """A dense file with a column of each kind, of which the texts unpack to megabytes a block, editions and a hash."""
    return with_sections(dense(levels, levels), long)


def with_sections(data: bytes, long: int) -> bytes:
    """The file with these optional sections."""
    number = len(Lexicon(open_bytes(data)))
    texts = ["x" * long] * number
    columns = [StoredColumn.of_integers("freq", np.arange(number), np.arange(number) % 3 == 0)]
    columns += [StoredColumn.of_numbers("share", np.arange(number) / 7), StoredColumn.of_texts("definition", texts)]
    parts = sections(data)
    parts[b"columns"] = pack_columns(columns)
    parts[b"editions"] = editions_section(masks=[1 + rank % 3 for rank in range(number)])
    parts[b"alphagrams"] = hash_lexicon(open_bytes(data))
    return shell(parts)


#: Files, from 500 bytes on: of 67 million words, as many as may be listed at once; of all that the format can count;
#: of 8 million, as many as the table of best_move takes; with a reverse part that lies; with all optional sections.
FILES: Final[dict[str, Callable[[], bytes]]] = {
    "crowd": lambda: dense(25, 25),
    "giant": lambda: dense(31, 60),
    "bingos": lambda: dense(22, 22),
    "liar": lambda: dense(3, 60),
    "sections": lambda: with_everything(10),
}


def ordinary() -> bytes:
    """A small file in English with all optional sections."""
    strings = ("".join(letters) for length in range(1, 5) for letters in itertools.product("AB", repeat=length))
    return with_sections(bytes_of(strings), 30)


@cache
def content(file: str) -> bytes:
    return ordinary() if file == "ordinary" else FILES[file]()


#: Public classes -> objects of them. Classes without a name on the face, whose objects callers use, are here too.
OBJECTS: Final[dict[str, Callable[[World], list[Any]]]] = {
    "Action": lambda w: [Action.read("8D LIFE"), Action("placement", w.moves[0])],
    "Alphabet": lambda w: [w.alphabet],
    "Bag": lambda w: [Bag.from_rules(w.rules, 7)],
    "Board": lambda w: [w.played, w.board, *(() if w.forged else (w.ending, w.game.board.copy()))],
    "BuildReport": lambda w: [lexkit.build(["AB"], w.folder / "report.gaddag")],
    "Candidate": lambda w: [*w.moves.by_equity(w.values, 20)[:2]],
    "Candidates": lambda w: [w.moves.by_equity(w.values, 20)],
    "Clock": lambda w: [lexkit.Clock(1500, 5), lexkit.Clock(9, now=None)],
    "Column": lambda w: [*map(w.lex.column, ("definition", "freq", "share"))],
    "Comparison": lambda w: [lexkit.diff(["AA"], ["AA", "AAB"])],
    "Counters": lambda w: [w.lex.counters(w.board, "AB")],
    "Cross": lambda w: [w.board.cross_sets(w.lex)["D4"]],
    "CrossSets": lambda w: [w.board.cross_sets(w.lex)],
    "Cursor": lambda w: [w.lex.cursor(), w.lex.cursor(reverse=True), w.lex.cursor().walk("AB")],
    "Duplicate": lambda w: [w.duplicate],
    "DuplicateTurn": lambda w: [w.duplicate.finish_turn(at=4.0)],
    "Game": lambda w: [w.timed, w.game, Game(None, seed=1, rules=w.rules), w.undone, w.finished],
    "HookChange": lambda w: [lexkit.diff(["AA"], ["AA", "AAB"]).gained[0]],
    "Hooks": lambda w: [w.lex.cross_sets("AB")],
    "Inference": lambda w: [
        lexkit.infer(w.board, w.rack, f"{w.start} AB", lexicon=w.lex, leaves=w.values, most=20),
    ],
    "InnerHooks": lambda w: [w.lex.inner_hooks("ABA")],
    "Layout": lambda w: [Layout.named("super"), w.layout],
    "LetterSet": lambda w: [w.lex.cross_set("A", "B")],
    "Lexicon": lambda w: [w.lex],
    "LexiconLike": lambda w: [w.lex],
    "Listing": lambda w: [w.listing],
    "Match": lambda w: [Match(w.lex, rules=w.rules, seed=3)],
    "Move": lambda w: [*w.moves[:2]],
    "Moves": lambda w: [w.moves],
    "Occurrence": lambda w: [next(w.lex.prefix("A").occurrences())],
    "Options": lambda w: [lexkit.Options(min_length=3)],
    "Outcome": lambda w: [lexkit.Outcome(w.moves[0], 1, 2, 3, 0, 0.4, 4.5, 6, True)],
    "Phrases": lambda w: [w.lex.phrases("AB" * 12), w.lex.phrases("AB" * 31, shortest=9)],
    "Playability": lambda w: [lexkit.playability(w.lex, 2, rules=w.rules, threads=1)],
    "Player": lambda w: [
        lexkit.player(name, w.lex, seed=4) for name in ("greedy", "static", "two-ply", "enos", "club")
    ],
    "Puzzle": lambda w: [
        lexkit.Puzzle(
            "15/" * 14 + "15 AEINRST/ 0/0 0", (lexkit.PuzzlePlay("-", 0, 0.0, 0.0, "none"),), ("bingo",), "large", 12.5
        )
    ],
    "PuzzlePlay": lambda w: [lexkit.PuzzlePlay("8D QUIZ", 48, 0.0)],
    "Rack": lambda w: [Rack("AB?", w.alphabet)],
    "Report": lambda w: [lexkit.analyse(w.finished, w.lex)],
    "Rules": lambda w: [w.rules, Rules.from_alphabet("spanish", challenge="5pt", bonuses={6: 20})],
    "ScoreSheet": lambda w: [w.sheet],
    "SheetLine": lambda w: [lexkit.SheetLine(0, "8G CARE")],
    "Simulated": lambda w: [lexkit.Simulated(w.moves.by_equity(w.values, 20)[0], 0.5, 0.1, 3.0, 32, True, 1.0)],
    "Simulation": lambda w: [
        lexkit.simulate(w.board, w.rack, lexicon=w.lex, leaves=w.trained, candidates=2, iterations=32, threads=1)
    ],
    "Solution": lambda w: [lexkit.Solution(3, w.moves[0], (w.moves[0], None), 2, True, 9)],
    "Tile": lambda w: [*w.alphabet.tiles[:2]],
    "engine.Info": lambda w: [lexkit.engine.Info("info", "depth 3", values={"depth": 3})],
    "engine.MoveToken": lambda w: [lexkit.engine.read_move("8D.LIFE")],
    "engine.Option": lambda w: [lexkit.engine.Option("Threads", "spin", "1", 1, 8)],
    "engine.Result": lambda w: [lexkit.engine.Result(None, ())],
    "Turn": lambda w: [*w.game.turns],
    "Verdict": lambda w: [w.board.explain(f"{w.start} AB", lexicon=w.lex)],
    "View": lambda w: [w.game.view(0), w.game.view(1)],
    "WinChances": lambda w: [lexkit.WinChances.by_rule(10)],
    "Words": lambda w: [w.some, w.words, w.listing],
}
#: Parameter, with its function before it where it means something else there -> arguments that it takes. Optional
#: parameters have examples only if they need others than their default.
EXAMPLES: Final[dict[str, list[Any] | Callable[[World], list[Any]]]] = {
    "action": ["5C AB"],
    "across": [True],
    "after": ["B"],
    "at": lambda w: [10.0],
    "batches": lambda w: [[w.table]],
    "before": ["A"],
    "board": lambda w: [w.board],
    "columns": lambda w: [[]],
    "command": ["false"],
    "counts": [[1, 2]],
    "data": [{"name": "x", "tiles": [{"label": "A"}]}],
    "dot": ["digraph { a }"],
    "drawing": ["..."],
    "file": lambda w: [w.path],
    "fitting": lambda w: [w.ranks % 3 == 0],
    "games": lambda w: [[w.game]],
    "glyphs": [["...", "...", "..."]],
    "grid": [bytes(225)],
    "key": [0],
    "keys": [("-points", "length"), ("alphagram",), ("front", "-ways")],
    "kind": ["placement"],
    "label": ["A"],
    "layout": lambda w: [w.layout],
    "leave": ["A"],
    "leaves": lambda w: [w.values],
    "length": [7],
    "letter": ["A"],
    "letters": ["AB"],
    "lexicon": lambda w: [w.lex],
    "library": ["arrow"],
    "lists": [{"one": ["AA"], "two": ["AB"]}],
    "move": lambda w: [w.moves[0]],
    "moves": lambda w: [w.moves],
    "name": ["small"],
    "new": [["AB"]],
    "number": [2, ">=1"],
    "old": [["AA"]],
    "other": lambda w: [w.lex],
    "passes": [0],
    "path": lambda w: [w.file("few.txt", "AB\nBA\n")],
    "place": lambda w: [w.start],
    "places": ["1-10"],
    "play": lambda w: [f"{w.start} AB"],
    "player": [0],
    "players": lambda w: [("Ann", "Bob")],
    "points": [5],
    "position": lambda w: [w.position],
    "positions": lambda w: [[(w.board, w.rack)] * (5000 if w.forged else 20)],
    "rack": lambda w: [w.rack],
    "ranks": lambda w: [w.ranks],
    "rules": lambda w: [w.rules],
    "score": [0],
    "seconds": [10.0],
    "side": ["both", "either"],
    "size": [6],
    "source": [["AA", "AB"]],
    "square": ["D4"],
    "state": lambda w: [Bag.from_rules(w.rules, 7).state],
    "target": lambda w: [w.folder / "out.gaddag"],
    "text": ["AB"],
    "threads": [1],
    "tiles": ["AB"],
    "token": ["8D.LIFE"],
    "view": lambda w: [w.game.view(w.game.to_move)],
    "word": ["AB"],
    "words": lambda w: [["AB", "BA"]],
    "zeros": [0],
    # Of operators.
    "__and__.other": lambda w: [w.others, w.lex.suffix("A")],
    "__or__.other": lambda w: [w.others],
    "__sub__.other": lambda w: [w.some],
    "__xor__.other": lambda w: [w.others],
    "Column.__getitem__.key": lambda w: [w.words, w.listing, slice(None, None, -1), w.endless(), "AB"],
    "CrossSets.__getitem__.square": ["D4"],
    "Candidates.__getitem__.index": [0, slice(1, None)],
    "Lexicon.__contains__.key": ["AB"],
    "Lexicon.__getitem__.rank": [5, slice(None, None, 3), slice(1, 1 << 25)],
    "Moves.__contains__.move": ["A1 AB"],
    "Moves.__getitem__.index": [0, slice(1, None)],
    "Words.__getitem__.place": [9, slice(3, 7), slice(None, None, 2)],
    "Words.__eq__.other": lambda w: [w.others, w.some[:]],
    "Words.__contains__.word": ["AB"],
    # Of single functions.
    "Alphabet.decode.tiles": [b"\1\2"],
    "Alphabet.from_file.path": lambda w: [w.file("letters.toml", w.alphabet.to_text())],
    "Alphabet.name": ["x"],
    "Alphabet.tiles": [[lexkit.Tile("A", "a"), lexkit.Tile("B", "b")]],
    "Bag.tiles": [[1, 2, 1, 2]],
    "Bag.in_order.tiles": [[1, 2, 1, 2]],
    "Bag.exchange.tiles": [b"\1"],
    "Bag.put_back.tiles": [b"\1"],
    "Board.from_cgp.text": lambda w: [w.position],
    "Board.from_cgp.rules": lambda w: [w.rules],
    "Board.from_text.drawing": lambda w: ["\n".join(["." * w.layout.columns] * w.layout.rows)],
    "Board.from_text.rules": lambda w: [w.rules],
    "Board.play.move": lambda w: [f"{w.start} AB"],
    "Column.containing.text": ["y", "x"],
    "Column.containing.words": lambda w: [w.some],
    "Column.is_missing.words": lambda w: [w.words, w.listing],
    "Clock.start.players": [2],
    "Duplicate.from_json.text": lambda w: [w.duplicate.to_json()],
    "Game.act.action": ["pass"],
    "Game.exchange.tiles": ["A"],
    "Game.play.move": lambda w: [f"{w.start} ..A"],
    "Game.from_cgh.text": lambda w: [w.finished.to_cgh()],
    "Game.from_gcg.text": lambda w: [w.finished.to_gcg()],
    "Game.from_json.text": lambda w: [w.game.to_json()],
    "Game.read_report.data": lambda w: [w.finished.report().to_dict()],
    "Game.set_rack.tiles": ["AB"],
    "Layout.from_file.path": lambda w: [w.file("board.toml", w.layout.to_text())],
    "Layout.from_toml.path": lambda w: [w.file("board.toml", w.layout.to_text())],
    "Layout.named.name": ["standard"],
    "Lexicon.anagram.tiles": ["A" * 11 + "B" * 11, "AAAABBBB??"],
    "Lexicon.column.name": ["freq"],
    "Lexicon.consists_of.percent": [50],
    "Lexicon.contains.words": lambda w: [w.strings, w.endless()],
    "Lexicon.cryptogram.text": ["ABAB BA", "A" * 24],
    "Lexicon.cryptogram.limit": [5],
    "Lexicon.edition.name": ["one"],
    "Lexicon.explain.text": ["suffix:A or points:3- or pattern:*A*B*"],
    "Lexicon.in_.other": lambda w: [w.file("few.txt", "AB\nBA\n")],
    "Lexicon.group.name": ["high-fives", "hook-words", "type-i-sevens"],
    "Lexicon.includes.letters": ["AABB", "A"],
    "Lexicon.near.text": ["ABABABABABABABABABAB"],
    "Lexicon.near.distance": [3],
    "Lexicon.open.path": lambda w: [w.path],
    "Lexicon.pattern.text": ["*A?B*[AB]*", "A*"],
    "Lexicon.rank.word": ["AB", "A" * 3_000_000],
    "Lexicon.ranks.words": lambda w: [w.strings, w.endless()],
    "Lexicon.regex.text": ["(A|B)*(AB|BA)*A.{3,9}B?", r"(.+)(.+).*\2\1"],
    "Lexicon.search.text": [
        "suffix:A sort:-points",
        "points:2- or -length:4",
        "substring:AB sort:alphagram limit:5",
    ],
    "Lexicon.subanagram.tiles": ["A" * 12 + "B" * 12 + "??"],
    "Lexicon.superanagram.tiles": ["AAB??"],
    "Lexicon.takes_suffix.text": ["A", "ABA"],
    "Lexicon.understand.text": ["A or " * 4_000 + "*B*"],
    "Match.game.number": [0],
    "Match.games": lambda w: [5000 if w.forged else 2],
    "Match.begin.number": [0],
    "Match.seats.number": [0],
    "Moves.top.number": [3, 1 << 30],
    "Puzzle.from_json.text": lambda w: [OBJECTS["Puzzle"](w)[0].to_json()],
    "PuzzlePlay.loss": [0.0],
    "Rack.of_tiles.tiles": [b"\1\2"],
    "Rules.bonus.tiles": [7],
    "ScoreSheet.at": [0],
    "ScoreSheet.from_gcg.text": lambda w: [w.finished.to_gcg()],
    "ScoreSheet.from_game.game": lambda w: [w.finished],
    "Tile.label": ["A"],
    "Tile.lower": ["a"],
    "WinChances.by_rule.most_unseen": [10],
    "WinChances.gains": [np.array([0.0, 1.0])],
    "WinChances.lead": lambda w: [np.array([1.0])],
    "WinChances.of_one.lead": [1.0],
    "WinChances.of_one.unseen": [7],
    "WinChances.unseen": lambda w: [np.array([7])],
    "WinChances.widths": [np.array([1.0, 1.0])],
    "Words.of_length.shortest": [3],
    "Words.starts": [np.array([0])],
    "Words.stops": [np.array([1])],
    "analyse.game": lambda w: [w.finished],
    "convert.source": lambda w: [w.path],
    "convert.target": lambda w: [w.folder / "out.kwg"],
    "engine.Info.number.name": ["depth"],
    "engine.open.command": [
        ["sh", "-c", "while read a; do if [ $a = siu ]; then echo siuok; else echo readyok; fi; done"]
    ],
    "engine.write_move.move": [None],
    "infer.before": lambda w: [w.game.view(0), w.game.view(1), w.board],
    "measures.words": lambda w: [w.words, w.some, w.listing],
    "open.path_or_name": lambda w: [w.path],
    "player.name": ["greedy"],
    "pre_endgame.board": lambda w: [w.before_ending],
    "puzzles.games": lambda w: [[w.finished]],
    "read_batches.path": lambda w: [w.file("positions.csv", f"cgp,word\n{w.position},AB\n")],
    "read_cgh.path": lambda w: [w.file("game.json", w.finished.to_cgh())],
    "read_gcg.path": lambda w: [w.file("game.gcg", w.finished.to_gcg())],
    "read_leaves.path": lambda w: [w.leaves_file],
    "solve.board": lambda w: [w.ending],
    "train_win_chances.games": [4],
    "playability.games": [2],
    "playability.rules": lambda w: [w.rules],
    "write_batches.path": lambda w: [w.folder / "out.csv"],
    "write_leaves.leaves": lambda w: [w.trained],
    "write_leaves.path": lambda w: [w.folder / "out.klv2"],
    "train_leaves.target": lambda w: [w.folder / "trained.gaddag"],
    "train_leaves.rounds": [[2]],
    "infer.lexicon": lambda w: [w.lex],
    "infer.most": [9],
    "simulate.lexicon": lambda w: [w.lex],
    "simulate.leaves": lambda w: [w.trained],
    "simulate.rack": lambda w: [w.rack],
    "Lexicon.best_by_equity.rack": lambda w: [w.rack],
    "Lexicon.best_move.rack": lambda w: [w.rack],
    "Lexicon.counters.rack": lambda w: [w.rack],
    "Lexicon.moves.rack": lambda w: [w.rack],
    "Lexicon.moves.generator": ["gaddag", "dawg"],
    "Lexicon.best_by_equity.leaves": lambda w: [w.values],
    "Bag.draw.number": [2],
    "Words.occurrences.text": ["A"],
    "Puzzle.play.text": ["8D RETAINS"],
    "Duplicate.at": [5.0],
    "Duplicate.seed": [3],
    "Game.seed": [3],
    "Duplicate.submit.play": [None],
    "Duplicate.seconds": [30.0],
    "Game.at": [10.0],
    "Game.clock": lambda w: [lexkit.Clock(1500, 5, None)],
    "Game.redo.at": [11.0],
}


# -- calls --------------------------------------------------------------------------------------------------------


class Call(NamedTuple):
    """A public call. ``of`` is the class whose objects have it, if it is no function and no class itself.

    ``names``: its own, then those of the classes that it is inherited from.
    """

    names: tuple[str, ...]
    of: str
    parameters: Mapping[str, inspect.Parameter]
    function: Callable[..., Any]

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def required(self) -> list[str]:
        return [
            name
            for name, one in self.parameters.items()
            if one.default is NOTHING and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        ]

    def examples(self, parameter: str, world: World) -> list[Any]:
        """Arguments that a parameter takes. Raises KeyError if the table has none."""
        owners = [name.rpartition(".") for name in self.names]
        ways = [*self.names, *(owner for owner, _, _ in owners), owners[0][2]]
        for key in (*(f"{way}.{parameter}" for way in ways), parameter):
            if key in EXAMPLES:
                found = EXAMPLES[key]
                return found(world) if callable(found) else found
        raise KeyError(f"{self.name}: no example of {parameter!r} in tests/public_calls.py")

    def objects(self, world: World) -> list[Any]:
        return OBJECTS[self.of](world) if self.of else [None]

    def arguments(self, world: World) -> Iterator[dict[str, Any]]:
        """Arguments of the call: the first example of each parameter that has some, then the others of each."""
        listed = {name: self.examples(name, world) for name in self.required}
        for name, one in self.parameters.items():
            own = any(
                f"{way}.{name}" in EXAMPLES for full in self.names for way in (full, full.rpartition(".")[0]) if way
            )
            if name not in listed and (own or one.kind == one.VAR_POSITIONAL):
                listed[name] = self.examples(name, world)
        first = {name: values[0] for name, values in listed.items()}
        yield first
        for name, values in listed.items():
            for value in values[1:]:
                yield {**first, name: value}

    def ask(self, it: Any, arguments: Mapping[str, Any]) -> Any:
        """Make the call, of an object if it has one."""
        places: list[Any] = [] if it is None else [it]
        named = dict(arguments)
        for name, one in self.parameters.items():
            if name not in named:
                continue
            if one.kind == one.VAR_POSITIONAL:
                values = named.pop(name)
                places += values if isinstance(values, tuple) else (values,)
            elif one.kind == one.POSITIONAL_ONLY or any(
                other.kind == other.VAR_POSITIONAL for other in self.parameters.values() if one.kind != one.KEYWORD_ONLY
            ):
                places.append(named.pop(name))
        return self.function(*places, **named)

    def questions(self, world: World) -> Iterator[Callable[[], Any]]:
        """The call with each of its examples, of each of its objects, not made yet."""
        for it in self.objects(world):
            for arguments in self.arguments(world):
                yield lambda it=it, arguments=arguments: self.ask(it, arguments)  # type: ignore[misc]


def public_names() -> Iterator[tuple[str, Any]]:
    """Names on the face, and those of its modules behind a dot."""
    for name in lexkit.__all__:
        value = getattr(lexkit, name)
        if inspect.ismodule(value):
            yield from ((f"{name}.{inner}", getattr(value, inner)) for inner in value.__all__)
        else:
            yield name, value


@cache
def public_classes() -> dict[str, type]:
    """The classes by name, without errors: those on the face, and those of OBJECTS that have no name there."""
    named = {name: value for name, value in public_names() if inspect.isclass(value)}
    found = {name: kind for name, kind in named.items() if not issubclass(kind, BaseException)}
    with tempfile.TemporaryDirectory() as folder:
        world = World(content("ordinary"), folder=Path(folder))
        return found | {name: type(make(world)[0]) for name, make in OBJECTS.items() if name not in found}


def members(name: str, kind: type) -> Iterator[tuple[str, Any]]:
    """The public members of a class, own and inherited from classes of lexkit, as they stand in its ``__dict__``."""
    ours = [base for base in kind.__mro__ if base.__module__.partition(".")[0] == "lexkit"]
    owners = {name, *(base.__name__ for base in ours)}
    for member in sorted({member for base in ours for member in vars(base)}):
        value = inspect.getattr_static(kind, member)
        public = member in OPERATORS if member.startswith("_") else True
        if public and value is not None and INTERNAL.isdisjoint(f"{owner}.{member}" for owner in owners):
            yield member, value


def parameters_of(function: Any, name: str) -> dict[str, inspect.Parameter]:
    found = {key: one for key, one in inspect.signature(function).parameters.items() if key not in ("self", "cls")}
    if name in PASSED_ON:
        more = inspect.signature(PASSED_ON[name]).parameters.values()
        named = {one.name: one.replace(kind=one.KEYWORD_ONLY) for one in more if one.default is not NOTHING}
        keywords = next(key for key, one in found.items() if one.kind == one.VAR_KEYWORD)
        found = {**{key: one for key, one in found.items() if key != keywords}, **named, **found}
        del found[keywords]
    return found


def calls_of(name: str, kind: type) -> Iterator[Call]:
    """The constructor if users call it, and all members that answer."""
    if name in CONSTRUCTED:
        yield Call((name,), "", parameters_of(kind, name), kind)
    for member, value in members(name, kind):
        full = f"{name}.{member}"
        names = (full, *(f"{base.__name__}.{member}" for base in kind.__mro__[1:-1]))
        if isinstance(value, classmethod | staticmethod):
            yield Call(names, "", parameters_of(value.__func__, full), getattr(kind, member))
        elif member in OPERATORS:
            operator = OPERATORS[member]
            known = list(inspect.signature(operator).parameters.values())[1:] if member not in PLAIN else []
            try:
                arguments = list(parameters_of(value, full))
            except ValueError:  # of a kernel
                arguments = [one.name for one in known]
            pairs = zip(arguments, known, strict=False)
            yield Call(
                names, name, {key: one.replace(name=key, kind=one.POSITIONAL_ONLY) for key, one in pairs}, operator
            )
        elif callable(value):
            yield Call(names, name, parameters_of(value, full), method_of(member))
        else:
            yield Call(names, name, {}, lambda it, member=member: getattr(it, member))


#: Operators of nothing but the object.
PLAIN: Final = {name for name, one in OPERATORS.items() if not inspect.isfunction(one)}


def method_of(member: str) -> Callable[..., Any]:
    return lambda it, *places, **named: getattr(it, member)(*places, **named)


@cache
def public_calls() -> dict[str, Call]:
    """All public calls, by name."""
    found = [
        Call((name,), "", parameters_of(value, name), value)
        for name, value in public_names()
        if callable(value) and not inspect.isclass(value)
    ]
    for name, kind in public_classes().items():
        if name not in PROGRAMS:
            found += calls_of(name, kind)
    return {call.name: call for call in found if pyarrow is not None or not _TABLES.search(call.name)}


#: Classes whose objects are asked questions of a lexicon, whose answers may take long.
ASKED: Final = {
    *("Candidates", "Column", "CrossSets", "Cursor", "Lexicon", "Listing", "Match", "Moves", "Phrases"),
    "Words",
}


@cache
def questions() -> dict[str, int]:
    """The calls that are questions of a lexicon, by name, and in how many ways they are asked."""
    world = World(content("sections"))
    found = {}
    for name, call in public_calls().items():
        if call.of in ASKED or name.startswith(("measures.", "pictures.", "Words.of_", "Board.explain", "Board.cr")):
            try:
                number = len(list(call.questions(world)))
            except (FileNotFoundError, lexkit.errors.LexkitError):  # of a file
                continue
            found[name] = number
    return found


def question(name: str, number: int, world: World) -> Callable[[], Any]:
    """A question that has not been asked yet; whoever asks it takes the whole answer."""
    asked = list(public_calls()[name].questions(world))[number]
    return lambda: _listed(asked())


def _listed(answer: Any) -> Any:
    """The words of an answer, and all of an iterator: what a caller does next."""
    if isinstance(answer, Words):
        return answer.to_list()
    return list(answer) if isinstance(answer, Iterator) else answer
