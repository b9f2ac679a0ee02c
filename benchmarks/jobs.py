"""The jobs that instructions.py counts and seconds.py times: what a program asks of boards, words, queries and files.

A job is a function of the inputs. What it does itself is not counted; what it returns is: the work, a function that
gives the units it did and a number that sums up its answers, by which two installs are seen to agree. Jobs use nothing
but what the documents name, so that installs of two versions run the same ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from job_inputs import Inputs, Options

import lexkit

#: Letters that anagrams of several words are made of.
PHRASE = "CLINT EASTWOOD"
#: Queries answered by what is measured of every word.
MEASURES = ["points:>=30", "vowels:>=5", "unique:12", "includes:QZ", "consists-of:AEIOU>=75", "palindrome:", "length:4"]
#: Queries about the letters that go in front of words and behind them.
HOOKS = ["takes-prefix:RE", "takes-suffix:S", "front-hook:S", "back-hooks:0", "front-hooks:>=3", "inner-hook:both"]
WHOLE_QUERIES = [
    "pattern:?A[TX]* length:-6 points:>=18",
    "anagram:RETAIN? -back-hook:S vowels:4-",
    "(prefix:QU or suffix:QUE) substring:Z length:-6",
    "suffix:ING prefix:QU -substring:ETT",
    "superanagram:QZZ or subsequence:QZZ",
]

Work: TypeAlias = Callable[[], tuple[int, int]]
Start: TypeAlias = Callable[[Inputs], Work]


@dataclass(frozen=True)
class Job:
    """What one unit of the work is called, and the job itself."""

    unit: str
    start: Start


# -- ways to ask ----------------------------------------------------------------------------------------


def ask_each(
    values: Callable[[Inputs], Sequence[Any]],
    ask: Callable[[lexkit.Lexicon, Any], int],
    lexicon: str = "plain",
    before: bool = False,
) -> Start:
    """Ask a lexicon about one value after the other; each is a unit.

    ``before``: the first value is not counted, so that what a lexicon works out once is not either.
    """

    def start(inputs: Inputs) -> Work:
        lex, asked = inputs.open(lexicon), values(inputs)
        if before:
            first, *asked = asked
            ask(lex, first)
        return lambda: (len(asked), sum([ask(lex, value) for value in asked]))

    return start


def ask_at_once(
    values: Callable[[Inputs], Sequence[Any]], ask: Callable[[lexkit.Lexicon, Sequence[Any]], int]
) -> Start:
    """Ask a lexicon about all values in one call; each is a unit."""

    def start(inputs: Inputs) -> Work:
        lex, asked = inputs.open(), values(inputs)
        ask(lex, asked[:1])
        return lambda: (len(asked), ask(lex, asked))

    return start


def search_each(queries: Sequence[str]) -> Start:
    """Search for each query, down to the ranks. The planner knows already what it asks of a new lexicon."""
    return ask_each(
        lambda _: ["substring:QI prefix:QI", *queries],
        lambda lex, query: sum_ranks(lex.search(query)),
        before=True,
    )


# -- questions ------------------------------------------------------------------------------------------


def score(move: lexkit.Move | None) -> int:
    return move.score if move else 0


def sum_ranks(words: lexkit.Words) -> int:
    return int(words.to_numpy().sum())


def count_moves(lex: lexkit.Lexicon, board: lexkit.Board) -> int:
    return len(lex.moves(board))


def find_best(lex: lexkit.Lexicon, board: lexkit.Board) -> int:
    return score(lex.best_move(board))


def find_best_by_equity(lex: lexkit.Lexicon, board: lexkit.Board) -> int:
    return round(1000 * lex.best_by_equity(board).equity)


def solve(lex: lexkit.Lexicon, board: lexkit.Board) -> int:
    return lexkit.solve(board, lex).spread


def count_arcs(lex: lexkit.Lexicon, board: lexkit.Board) -> int:
    return int(lex.counters(board, generator="dawg").arcs)


def look_at_moves(lex: lexkit.Lexicon, board: lexkit.Board) -> int:
    """Every move of a position as an object with its words."""
    return sum(move.score + len(move.words) for move in lex.moves(board))


def judge_plays(lex: lexkit.Lexicon, board: lexkit.Board) -> int:
    plays = [*lex.moves(board).top(2)]
    return sum(board.explain(move.place, move.tiles, lexicon=lex).score or 0 for move in plays)


def play_games(inputs: Inputs) -> Work:
    match = lexkit.Match(inputs.open(), "heuristic-3", "greedy", seed=1)
    match.game(0)
    return lambda: (3, sum(sum(match.game(number).scores) for number in range(1, 4)))


def count_games(inputs: Inputs) -> Work:
    """Games of greedy players, by a kernel in versions that have one."""
    match = lexkit.Match(inputs.open(), seed=1)

    def work() -> tuple[int, int]:
        if hasattr(match, "tally"):
            return 20, sum(match.tally(20, threads=1).scores)
        return 20, sum(sum(game.scores) for game in match.play(20))

    return work


def count_static_games(inputs: Inputs) -> Work:
    """Games of static players, with the leave values of the bundled lexicon."""
    match = lexkit.Match(lexkit.open("english"), "static", "static", seed=1)
    match.tally(1, threads=1)
    return lambda: (20, sum(match.tally(20, threads=1).scores))


def simulate(inputs: Inputs) -> Work:
    """Simulations of two turns, with the leave values and win chances of the bundled lexicon."""
    lex, (first, *boards) = lexkit.open("english"), inputs.boards(325)

    def iterate(board: lexkit.Board) -> tuple[int, int]:
        simulation = lexkit.simulate(
            board, lexicon=lex, candidates=10, iterations=32, confidence=1 - 1e-12, seed=1, threads=1
        )
        results = (simulation.best, *simulation.results[1:])
        return sum(each.iterations for each in results), sum(round(1000 * each.equity) for each in results)

    iterate(first)

    def work() -> tuple[int, int]:
        numbers, equities = zip(*map(iterate, boards), strict=True)
        return sum(numbers), sum(equities)

    return work


def find_cross_sets(lex: lexkit.Lexicon, word: str) -> int:
    middle = len(word) // 2
    return len(lex.cross_set(word[:middle], word[middle + 1 :])) + sum(map(len, lex.cross_sets(word)))


def walk_word(lex: lexkit.Lexicon, word: str) -> int:
    """All but the last letter of a word by a cursor, and the letters that end a word there."""
    place = lex.cursor().walk(word[:-1])
    return len(place.letters) if place else 0


def combine_sets(inputs: Inputs) -> Work:
    """Set operations on answers that have been found, down to the ranks."""
    lex = inputs.open()
    answers = [lex.suffix("S"), lex.suffix("ING"), lex.substring("ER"), lex.prefix("UN")]
    sizes = [len(answer.to_numpy()) for answer in answers]
    a, b, c, d = answers
    return lambda: (sum(sizes), int(((a | b) - c ^ d & ~a).to_numpy().sum()))


def find_phrases(inputs: Inputs) -> Work:
    lex = inputs.open()
    return lambda: (20_000, sum(map(len, itertools.islice(lex.phrases(PHRASE, words=3), 20_000))))


def count_nodes(report: Any) -> tuple[int, int]:
    return report.words, report.nodes


def build(source: str, **options: Any) -> Start:
    """Build a lexicon of a list; a word is a unit."""

    def start(inputs: Inputs) -> Work:
        words, target = inputs.folder / f"{source}.txt", inputs.folder / "built.gaddag"
        target.unlink(missing_ok=True)
        return lambda: count_nodes(lexkit.build(words, target, Options(**options)))

    return start


def merge(inputs: Inputs) -> Work:
    lists = {name: inputs.folder / f"{name}.txt" for name in ("small", "other")}
    target = inputs.folder / "merged.gaddag"
    target.unlink(missing_ok=True)
    return lambda: count_nodes(lexkit.merge(lists, target))


def diff(inputs: Inputs) -> Work:
    old, new = inputs.folder / "small.txt", inputs.open()

    def work() -> tuple[int, int]:
        changes = lexkit.diff(old, new)
        return len(new), len(changes.added) + len(changes.gained)

    return work


def train(inputs: Inputs) -> Work:
    """Leave values from games of greedy players; what a few tiles are worth sums them up."""
    source, target = inputs.folder / "both.gaddag", inputs.folder / "trained.gaddag"
    target.unlink(missing_ok=True)

    def work() -> tuple[int, int]:
        lexkit.train_leaves(source, target, method="self-play", rounds=[100], rack_size=5, threads=1)
        leaves = lexkit.open(target).leaves
        return 100, sum(round(1000 * leaves.of(tile)) for tile in "?AEQS")

    return work


def open_files(*names: str) -> Start:
    def start(inputs: Inputs) -> Work:
        paths = [inputs.folder / name for name in names]
        for path in set(paths):
            lexkit.open(path)
        return lambda: (len(paths), sum([len(lexkit.open(path)) for path in paths]))

    return start


# -- the jobs -------------------------------------------------------------------------------------------


BOARDS = {
    "moves": ask_each(lambda inputs: inputs.boards(26), count_moves, before=True),
    "moves, wide": ask_each(lambda inputs: inputs.wide_boards(2), count_moves, before=True),
    "moves by DAWG": ask_each(lambda inputs: inputs.boards(130), count_arcs, before=True),
    "moves by DAWG, wide": ask_each(lambda inputs: inputs.wide_boards(6), count_arcs, before=True),
    "best move": ask_each(lambda inputs: inputs.boards(13), find_best, before=True),
    "best by equity": ask_each(lambda inputs: inputs.boards(13), find_best_by_equity, before=True),
    "best move, wide": ask_each(lambda inputs: inputs.wide_boards(2), find_best, before=True),
    "best move of WordSmog": ask_each(lambda inputs: inputs.smog_boards(26), find_best, before=True),
    "moves of WordSmog": ask_each(
        lambda inputs: inputs.smog_boards(130),
        lambda lex, board: len(lex.moves(board, board.rack.replace("?", "")[:6])),
        before=True,
    ),
    "best move, new lexicon": ask_each(lambda inputs: inputs.boards(2600), find_best),
    "moves of a batch": ask_at_once(
        lambda inputs: inputs.boards(26), lambda lex, boards: sum(map(len, lex.moves_batch(boards, threads=1)))
    ),
    "best moves of a batch": ask_at_once(
        lambda inputs: inputs.boards(26), lambda lex, boards: sum(map(score, lex.best_moves(boards, threads=1)))
    ),
    "moves as objects": ask_each(lambda inputs: inputs.boards(520), look_at_moves, before=True),
    "plays judged": ask_each(lambda inputs: inputs.boards(52), judge_plays, before=True),
}
WORDS = {
    "in": ask_each(lambda inputs: inputs.words_and_others(20_000), lambda lex, word: word in lex),
    "contains": ask_at_once(
        lambda inputs: inputs.words_and_others(100_000), lambda lex, words: int(lex.contains(words).sum())
    ),
    "ranks": ask_at_once(
        lambda inputs: inputs.words_and_others(25_000), lambda lex, words: int(lex.ranks(words).sum())
    ),
    "rank": ask_each(lambda inputs: inputs.words_and_others(2_500), lambda lex, word: lex.rank(word) or 0),
    "words of ranks": ask_at_once(
        lambda inputs: range(0, 200_000, 10), lambda lex, ranks: sum(map(len, lex.words_at(ranks)))
    ),
    "all words, strings": ask_at_once(lambda inputs: inputs.words, lambda lex, _: len(lex.words().to_list())),
    "all words, lengths": ask_at_once(lambda inputs: inputs.words, lambda lex, _: int(lex.words().lengths().sum())),
    "cross sets": ask_each(lambda inputs: inputs.words[:2_000], find_cross_sets),
    "cursor": ask_each(lambda inputs: inputs.words[:2_000], walk_word),
}
TEXTS = {
    "prefix, strings": ask_each(lambda inputs: inputs.texts * 5, lambda lex, text: len(lex.prefix(text).to_list())),
    "suffix, strings": ask_each(lambda inputs: inputs.texts, lambda lex, text: len(lex.suffix(text).to_list())),
    "substring, count": ask_each(lambda inputs: inputs.texts, lambda lex, text: len(lex.substring(text))),
    "substring, strings": ask_each(lambda inputs: inputs.texts, lambda lex, text: len(lex.substring(text).to_list())),
    "substring, ranks": ask_each(lambda inputs: inputs.texts, lambda lex, text: sum_ranks(lex.substring(text))),
}
QUERIES = {
    "patterns": ask_each(lambda inputs: inputs.queries("pattern", 25), lambda lex, text: sum_ranks(lex.pattern(text))),
    "regular expressions": ask_each(
        lambda inputs: inputs.queries("regex", 20), lambda lex, text: sum_ranks(lex.regex(text))
    ),
    "echoes": ask_each(lambda _: [r"(.)(.)(.)\3\2\1", r"(.+)\1"], lambda lex, text: sum_ranks(lex.regex(text))),
    "variables": ask_each(lambda _: ["1221", "1E1E", "12?E2*1"], lambda lex, text: sum_ranks(lex.pattern(text))),
    "anagrams": ask_each(lambda inputs: inputs.queries("anagram", 60), lambda lex, rack: sum_ranks(lex.anagram(rack))),
    "anagrams, hashed": ask_each(
        lambda inputs: inputs.queries("anagram", 600),
        lambda lex, rack: sum_ranks(lex.anagram(rack)),
        lexicon="hashed",
        before=True,
    ),
    "anagrams, hash's proof": ask_each(lambda _: ["RETAINS"], lambda lex, rack: len(lex.anagram(rack)), "hashed"),
    "built of a rack, strings": ask_each(
        lambda inputs: inputs.queries("subanagram", 40), lambda lex, rack: len(lex.subanagram(rack).to_list())
    ),
    "nearness": ask_each(
        lambda inputs: inputs.queries("near", 60), lambda lex, text: sum_ranks(lex.search(f"near:{text}")), before=True
    ),
    "measures": search_each(MEASURES),
    "anagrams of every word": search_each(["anagrams:>=8"]),
    "probability": search_each(["probability:1-100", "length:7 sort:probability limit:20"]),
    "hooks of every word": search_each(HOOKS),
    "whole queries": search_each(WHOLE_QUERIES),
    "in another list": ask_each(
        lambda inputs: [inputs.folder / "expanded.gaddag", inputs.folder / "other.txt"],
        lambda lex, path: sum_ranks(lex.in_(path)),
    ),
    "definitions": ask_each(
        lambda _: ["to z", "5 letters", "bird"], lambda lex, text: len(lex.defined_as(text)), "defined"
    ),
}
JOBS = {
    **{name: Job("position", start) for name, start in BOARDS.items()},
    "games of players": Job("game", play_games),
    "games of greedy players": Job("game", count_games),
    "games of static players": Job("game", count_static_games),
    "simulations": Job("iteration", simulate),
    "endgames": Job("endgame", ask_each(lambda inputs: inputs.endgames(), solve, before=True)),
    "leave values": Job("game", train),
    **{name: Job("word", start) for name, start in WORDS.items()},
    **{name: Job("text", start) for name, start in TEXTS.items()},
    "sets of words": Job("word", combine_sets),
    **{name: Job("query", start) for name, start in QUERIES.items()},
    "phrases, strings": Job("phrase", find_phrases),
    "phrases, count": Job(
        "query", ask_each(lambda _: [2, 3], lambda lex, words: lex.phrases(PHRASE, words=words, shortest=3).count())
    ),
    "open": Job("file", open_files(*["plain.gaddag"] * 5)),
    "open, expanded": Job("file", open_files("expanded.gaddag")),
    "open, one edition": Job("file", open_files("both.gaddag@nwl", "both.gaddag@csw")),
    "build": Job("word", build("part")),
    "build, Figure 4": Job("word", build("small", method="gordon")),
    "build, every form": Job("word", build("small", expanded=True, daggad=True, alphagrams=True)),
    "merge": Job("word", merge),
    "diff": Job("word", diff),
}
