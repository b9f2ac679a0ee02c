"""Every public question, asked of files that were made to be hard; for the tests of limits, and the campaign.

``QUESTIONS`` has each public name that answers from a lexicon, and how it is asked. ``no_questions.toml`` has all other
public names, and why they need no look at the clock.
"""

import itertools
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from lexkit import Board, Layout, Lexicon, Listing, Match, Rules, Words, measures, pictures
from lexkit.compiler.construct.optional_sections import hash_lexicon
from lexkit.formats.columns_section import StoredColumn, pack_columns
from lexkit.formats.lexicon_file import open_bytes
from lexkit.players.leaves import HeuristicValues
from tests.attacks.forge import sections, shell
from tests.attacks.test_disagreement import dense
from tests.attacks.test_editions import section as editions_section
from tests.running import SANITIZED

#: Names that are no questions -> why.
NO_QUESTIONS: dict[str, str] = {
    name: why
    for why, names in tomllib.loads((Path(__file__).parent / "no_questions.toml").read_text("utf-8")).items()
    for name in names
}
#: Seconds that a question may take beyond twice its limit: see docs/api.md. Sanitized kernels take some five times as
#: long from one look to the next, and AddressSanitizer marks what is allocated and freed: 60 ms for 150 MB.
LATE = 0.25 if SANITIZED else 0.05
#: Ranges and ranks that the caller brings along.
MANY = 1 << 18


def with_everything(levels: int, long: int = 30_000) -> bytes:
    """A dense file with a column of each kind, of which the texts unpack to megabytes a block, editions and a hash."""
    data = dense(levels, levels)
    number = (2 << levels) - 2
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
FILES: dict[str, Callable[[], bytes]] = {
    "crowd": lambda: dense(25, 25),
    "giant": lambda: dense(31, 60),
    "bingos": lambda: dense(22, 22),
    "liar": lambda: dense(3, 60),
    "sections": lambda: with_everything(10),
}


@cache
def content(file: str) -> bytes:
    return FILES[file]()


class World:
    """A lexicon, opened anew, and what questions are asked with."""

    def __init__(self, data: bytes, many: int = MANY) -> None:
        self.lex = Lexicon(open_bytes(data))
        self.words = self.lex.words()
        number = min(many, len(self.lex) // 2)
        #: As many ranges, of one word each, and the words in between.
        starts = np.arange(number) * 2
        self.some = Words(self.lex, starts, starts + 1)
        self.others = Words(self.lex, starts[:-1] + 1, starts[:-1] + 2)
        self.ranks = np.arange(number)[::-1].copy()
        self.listing = Listing(self.lex, self.ranks)
        self.mask = np.arange(number) % 3 == 0
        self.strings = _strings(number)
        self.board = _small_board(self.lex)
        self.rack = "AAABBB?"
        self.moves = _moves()
        self.values = HeuristicValues(self.lex.alphabet, {"A": 1.5, "?": 20.0})
        self.candidates = self.moves.by_equity(self.values, 20)

    def endless(self) -> Any:
        """A generator that never ends."""
        return itertools.cycle(["ABA", "C"])


@cache
def _strings(number: int) -> list[str]:
    """As many strings; no question changes the list."""
    return ["AB" * (1 + place % 9) for place in range(number)]


def _small_board(lexicon: Lexicon) -> Board:
    layout = Layout("small", ["." * 9, *["'...-...="] * 7, "~........"])
    return Board(layout, lexicon.alphabet, rules=Rules(layout, lexicon.alphabet))


@cache
def _moves() -> Any:
    lexicon = Lexicon(open_bytes(dense(9, 9)))
    return lexicon.moves(_small_board(lexicon), "AAABBB?")


def _every(name: str, *values: Any) -> list[Callable[[World], Any]]:
    """A method of the lexicon with each of these arguments, its answer counted."""
    return [lambda w, value=value: _listed(getattr(w.lex, name)(*value)) for value in values]


def _listed(words: Any) -> Any:
    """The answer's words: what a caller does next."""
    return words.to_list() if isinstance(words, Words) else words


def _measure(name: str, *more: Any) -> list[Callable[[World], Any]]:
    return [
        lambda w: getattr(measures, name)(w.words, *more),
        lambda w: getattr(measures, name)(w.some, *more),
        lambda w: getattr(measures, name)(w.listing, *more),
    ]


#: Public name -> the ways to ask it.
QUESTIONS: dict[str, list[Callable[[World], Any]]] = {
    "Board.explain": [lambda w: w.board.explain("A1", "AB", lexicon=w.lex)],
    "Column.__getitem__": [
        lambda w: w.lex.column("freq")[w.words],
        lambda w: w.lex.column("share")[w.listing],
        lambda w: w.lex.column("definition")[w.words],
        lambda w: w.lex.column("definition")[::-1],
        lambda w: w.lex.column("freq")[w.endless()],
        lambda w: w.lex.column("freq")["AB"],
    ],
    "Column.absent": [lambda w: w.lex.column("freq").absent],
    "Column.containing": [
        lambda w: w.lex.column("definition").containing("y"),
        lambda w: w.lex.column("definition").containing("x", w.some),
    ],
    "Column.is_missing": [
        lambda w: w.lex.column("freq").is_missing(w.words),
        lambda w: w.lex.column("definition").is_missing(w.listing),
    ],
    "Column.missing": [lambda w: w.lex.column("definition").missing],
    "Column.values": [lambda w: w.lex.column("freq").values],
    "Cursor.arcs": [lambda w: w.lex.cursor().arcs],
    "Cursor.letters": [lambda w: w.lex.cursor().letters],
    "Cursor.step": [lambda w: w.lex.cursor().step("A")],
    "Cursor.words": [
        lambda w: [*w.lex.cursor().words()],
        lambda w: [*w.lex.cursor(reverse=True).step("A").words()],
    ],
    "Cursor.walk": [lambda w: w.lex.cursor().walk("ABAB")],
    "Lexicon.__getitem__": [lambda w: w.lex[5], lambda w: w.lex[::3].to_list(), lambda w: w.lex[1 : 1 << 25].to_list()],
    "Lexicon.__iter__": [lambda w: [*iter(w.lex)]],
    "Lexicon.anagram": _every("anagram", ("A" * 11 + "B" * 11,), ("AAAABBBB??",)),
    "Lexicon.anagrams": _every("anagrams", (">=2",)),
    "Lexicon.back_hook": _every("back_hook", ("AB",)),
    "Lexicon.back_hooks": _every("back_hooks", (">=1",)),
    "Lexicon.best_move": [lambda w: w.lex.best_move(w.board, w.rack)],
    "Lexicon.best_by_equity": [lambda w: w.lex.best_by_equity(w.board, w.rack, w.values, bag=9)],
    "Lexicon.best_moves": [lambda w: w.lex.best_moves([(w.board, w.rack)] * 5000, threads=1)],
    "Lexicon.column": [lambda w: w.lex.column("freq")],
    "Lexicon.consists_of": _every("consists_of", ("A", 50)),
    "Lexicon.consonants": _every("consonants", (">=3",)),
    "Lexicon.contains": [lambda w: w.lex.contains(w.strings), lambda w: w.lex.contains(w.endless())],
    "Lexicon.counters": [lambda w: w.lex.counters(w.board, w.rack)],
    "Lexicon.cross_set": [lambda w: w.lex.cross_set("AB", "BA")],
    "Lexicon.cross_sets": [lambda w: w.lex.cross_sets("AB")],
    "Lexicon.cursor": [lambda w: w.lex.cursor()],
    "Lexicon.walk": [lambda w: w.lex.walk().substring("AB")],
    "Lexicon.defined_as": _every("defined_as", ("y",)),
    "Lexicon.definition": [lambda w: w.lex.definition("AB")],
    "Lexicon.edition": _every("edition", ("one",)),
    "Lexicon.editions_of": [lambda w: w.lex.editions_of("AB")],
    "Lexicon.understand": [lambda w: w.lex.understand("A or " * 4_000 + "*B*")],
    "Lexicon.explain": [lambda w: w.lex.explain("suffix:A or points:3- or pattern:*A*B*")],
    "Lexicon.front_hook": _every("front_hook", ("AB",)),
    "Lexicon.front_hooks": _every("front_hooks", (">=1",)),
    "Lexicon.group": _every("group", ("high-fives",), ("hook-words",), ("type-i-sevens",)),
    "Lexicon.about": [lambda w: w.lex.about("ABABABABABABABABABAB")],
    "Lexicon.hooks": [lambda w: w.lex.hooks("AB")],
    "Lexicon.includes": _every("includes", ("AABB",), ("A",)),
    "Lexicon.excludes": _every("excludes", ("AABB",), ("A",)),
    "Lexicon.inner_hook": _every("inner_hook", ("both",), ("either",)),
    "Lexicon.inner_hooks": [lambda w: w.lex.inner_hooks("ABA")],
    "Lexicon.length": _every("length", ("3-",)),
    "Lexicon.mark": [lambda w: w.lex.mark("AB")],
    "Lexicon.moves": [
        lambda w: w.lex.moves(w.board, w.rack),
        lambda w: w.lex.moves(w.board, w.rack, "dawg"),
    ],
    "Lexicon.moves_batch": [lambda w: w.lex.moves_batch([(w.board, w.rack)] * 5000, threads=1)],
    "Lexicon.near": _every("near", ("ABABABABABABABABABAB", 3)),
    "Lexicon.palindrome": _every("palindrome", ()),
    "Lexicon.pattern": _every("pattern", ("*A?B*[AB]*",), ("A*",)),
    "Lexicon.cryptogram": [lambda w: w.lex.cryptogram("ABAB BA", 5), lambda w: w.lex.cryptogram("A" * 24, 5)],
    "Lexicon.phrases": [lambda w: w.lex.phrases("AB", using="AB")],
    "Lexicon.points": _every("points", ("2-",)),
    "Lexicon.prefix": _every("prefix", ("A",)),
    "Lexicon.probability": _every("probability", ("1-10",), ("1-10", 1, True)),
    "Lexicon.rank": [lambda w: w.lex.rank("AB"), lambda w: w.lex.rank("A" * 3_000_000)],
    "Lexicon.ranks": [lambda w: w.lex.ranks(w.strings), lambda w: w.lex.ranks(w.endless())],
    "Lexicon.regex": _every("regex", ("(A|B)*(AB|BA)*A.{3,9}B?",), (r"(.+)(.+).*\2\1",)),
    "Lexicon.search": _every(
        "search", ("suffix:A sort:-points",), ("points:2- or -length:4",), ("substring:AB sort:alphagram limit:5",)
    ),
    "Lexicon.stem": _every("stem", (6,)),
    "Lexicon.stems": [lambda w: w.lex.stems(6)],
    "Lexicon.subanagram": _every("subanagram", ("A" * 12 + "B" * 12 + "??",)),
    "Lexicon.subsequence": _every("subsequence", ("ABAB",)),
    "Lexicon.substring": [*_every("substring", ("B",)), lambda w: w.lex.substring("A")[7:9].to_list()],
    "Lexicon.suffix": [*_every("suffix", ("B",)), lambda w: len(w.lex.suffix("A")), lambda w: w.lex.suffix("A")[7]],
    "Lexicon.superanagram": _every("superanagram", ("AAB??",)),
    "Lexicon.takes_prefix": _every("takes_prefix", ("AB",)),
    "Lexicon.takes_suffix": _every("takes_suffix", ("A",), ("ABA",)),
    "Lexicon.to_bytes": [lambda w: w.lex.to_bytes()],
    "Lexicon.unique": _every("unique", ("2",)),
    "Lexicon.values_of": [lambda w: w.lex.values_of("AB")],
    "Lexicon.vowels": _every("vowels", ("0",)),
    "Lexicon.words": [lambda w: w.lex.words()],
    "Lexicon.words_at": [lambda w: w.lex.words_at(w.ranks)],
    "Listing.__reversed__": [lambda w: list(reversed(w.listing))],
    "Listing.places": [lambda w: w.listing.places()],
    "Listing.where": [lambda w: w.listing.where(w.mask)],
    "Match.game": [
        lambda w: Match(w.lex, rules=w.board.rules).game(0),
        lambda w: Match(w.lex, "greedy", lambda move: move.score, rules=w.board.rules).game(1),
    ],
    "Match.play": [lambda w: list(Match(w.lex, rules=w.board.rules).play(5000))],
    "Match.tally": [
        lambda w: Match(w.lex, rules=w.board.rules).tally(5000, threads=1),
        lambda w: Match(w.lex, first=lambda move: move.score, rules=w.board.rules).tally(5000),
    ],
    "Candidates.__getitem__": [lambda w: w.candidates[0], lambda w: w.candidates[1:]],
    "Candidates.__iter__": [lambda w: list(w.candidates)],
    "Candidates.__repr__": [lambda w: repr(w.candidates)],
    "Candidates.by_score": [lambda w: w.candidates.by_score()],
    "Candidates.equities": [lambda w: w.candidates.equities()],
    "Candidates.to_frame": [lambda w: w.candidates.to_frame()],
    "Moves.__contains__": [lambda w: "A1 AB" in w.moves],
    "Moves.__eq__": [lambda w: w.moves == w.moves[:]],
    "Moves.__getitem__": [lambda w: w.moves[0], lambda w: w.moves[1:]],
    "Moves.__iter__": [lambda w: list(w.moves)],
    "Moves.__repr__": [lambda w: repr(w.moves)],
    "Moves.by_equity": [lambda w: w.moves.by_equity(w.values, 20)],
    "Moves.best": [lambda w: w.moves.best()],
    "Moves.to_frame": [lambda w: w.moves.to_frame()],
    "Moves.to_numpy": [lambda w: w.moves.to_numpy()],
    "Moves.top": [lambda w: w.moves.top(3), lambda w: w.moves.top(1 << 30)],
    "Phrases.__iter__": [lambda w: list(w.lex.phrases("AB" * 12))],
    "Phrases.count": [
        lambda w: w.lex.phrases("AB" * 12).count(),
        lambda w: w.lex.phrases("AB" * 31, shortest=9).count(),
    ],
    "Words.__and__": [lambda w: w.some & w.others, lambda w: w.words & w.lex.suffix("A")],
    "Words.__bool__": [lambda w: bool(w.lex.suffix("A"))],
    "Words.__contains__": [lambda w: "AB" in w.some, lambda w: "AB" in w.lex.suffix("B")],
    "Words.__eq__": [lambda w: w.some == w.others, lambda w: w.some == w.some[:]],
    "Words.__getitem__": [
        lambda w: w.some[9],
        lambda w: w.some[3:7].to_list(),
        lambda w: w.words[::2].to_list(),
        lambda w: w.listing[4],
        lambda w: w.listing[::3].to_list(),
    ],
    "Words.__hash__": [lambda w: hash(w.lex.suffix("A"))],
    "Words.__invert__": [lambda w: ~w.some],
    # Not list(w.words): Python itself makes room for as many as len() says.
    "Words.__iter__": [lambda w: [*iter(w.words)], lambda w: [*iter(w.listing)]],
    "Words.__len__": [lambda w: len(w.lex.suffix("A")), lambda w: len(w.lex.substring("A"))],
    "Words.__or__": [lambda w: w.some | w.others],
    "Words.__repr__": [lambda w: repr(w.lex.suffix("A"))],
    "Words.__sub__": [lambda w: w.words - w.some],
    "Words.__xor__": [lambda w: w.some ^ w.others],
    "Words.lengths": [lambda w: w.words.lengths(), lambda w: w.listing.lengths()],
    "Words.occurrences": [lambda w: [*w.lex.substring("AB").occurrences()], lambda w: [*w.some.occurrences("A")]],
    "Words.of_length": [lambda w: w.words.of_length(3, 9)],
    "Words.of_ranks": [lambda w: Words.of_ranks(w.lex, w.ranks)],
    "Words.sorted": [lambda w: w.listing.sorted()],
    "Words.sorted_by": [
        lambda w: w.words.sorted_by("-points", "length"),
        lambda w: w.some.sorted_by("alphagram"),
        lambda w: w.listing.sorted_by("front", "-ways"),
    ],
    "Words.to_frame": [lambda w: w.words.to_frame(library="arrow")],
    "Words.to_list": [lambda w: w.words.to_list(), lambda w: w.listing.to_list()],
    "Words.to_numpy": [lambda w: w.words.to_numpy(), lambda w: w.some.to_numpy(), lambda w: w.listing.to_numpy()],
    "Words.where": [lambda w: w.words.where(np.ones(min(len(w.words), 1 << 20), bool)), lambda w: w.some.where(w.mask)],
    "pictures.automaton_dot": [
        lambda w: pictures.automaton_dot(w.lex),
        lambda w: pictures.automaton_dot(w.lex, reverse=False),
    ],
    "pictures.best_scores": [lambda w: pictures.best_scores(w.moves)],
    "Board.cross_sets": [lambda w: w.board.cross_sets(w.lex)],
    "CrossSets.counts": [lambda w: w.board.cross_sets(w.lex).counts(True)],
    "pictures.cross_letters": [lambda w: pictures.cross_letters(w.board, "A1", w.lex)],
    "pictures.squares_used": [lambda w: pictures.squares_used(w.moves)],
    **{f"measures.{name}": _measure(name) for name in measures.__all__},
}
#: Questions that take a second name, for a file on the disk.
QUESTIONS["Lexicon.in_"] = [lambda w: _listed(w.lex.in_(str(few_words())))]


@cache
def few_words() -> Path:
    """A file of two words."""
    import tempfile

    path = Path(tempfile.mkdtemp()) / "few.txt"
    path.write_text("AB\nBA\n", "utf-8")
    return path
