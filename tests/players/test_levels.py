"""Levels: what they know of words and see of plays, by an oracle, and how strong that makes them."""

from functools import cache
from hashlib import blake2b
from math import comb, log2
from pathlib import Path

import numpy as np
import pytest
import zstandard

import lexkit
from lexkit import Board, Rules, lexicons
from lexkit.players.autoplay.match import Match
from lexkit.players.base import Situation
from lexkit.players.levels import Level, _english, _halvings, _steps_of, level_names, words_of
from tests.players.test_match import small_list
from tests.running import COMPILED, MANY


def test_the_numbers_grow_with_the_level() -> None:
    levels = lexicons.levels()
    assert len(levels) >= 4
    for key in ("see", "cross", "tile", "letter", "known", "rare"):
        numbers = [level[key] for level in levels.values()]
        assert numbers == sorted(numbers)
        assert all(0 < number <= 1 for number in numbers)


@pytest.mark.parametrize(
    ("alphabet", "layout"), [("english", "standard"), ("catalan", "super"), ("polish", "standard")]
)
def test_words_and_cross_words_of_plays(alphabet: str, layout: str) -> None:
    lexicon = small_list(lexicons.alphabet(alphabet))
    text = Rules(layout, lexicon.alphabet).text
    for game in Match(lexicon, "greedy", "greedy", rules=Rules(layout, lexicon.alphabet), seed=2).play(2):
        for turn in game.turns[::3]:
            board = Board(rules=game.rules)
            board.core = lexicon.core
            for earlier in game.turns:
                if earlier is turn:
                    break
                if earlier.move is not None:
                    board.play(earlier.move)
            moves = lexicon.moves(board, turn.rack)
            words, crossed = words_of(board.snapshot(), moves.to_numpy())
            for at, move in enumerate(moves):
                assert text.word(bytes(words[at][words[at] > 0])) == move.words[0]
                assert crossed[at] == len(move.words) - 1


def test_rare_words() -> None:
    rules = Rules()
    labels = rules.alphabet.labels
    counts = [tile.count for tile in rules.alphabet.tiles]
    average = sum(count * log2(count) for count in counts) / sum(counts)
    for word in ("AE", "QUIZ", "RETAIN", "ZZZ", "FIZZ"):
        tiles = np.array([[labels.index(letter) + 1 for letter in word] + [0] * 5], np.uint8)
        ways = 1.0
        for letter in set(word):
            ways *= comb(counts[labels.index(letter)], word.count(letter)) or 0.5
        expected = max(0, int(average * len(word)) - int(np.floor(log2(ways))))
        assert _halvings(tiles, np.array([len(word)]), rules).tolist() == [expected]


def chance(seed: int | str, data: bytes, row: bytes) -> float:
    """A number from 0 to below 1: BLAKE2 of seed and data, then a step of SplitMix64 for each number of a row."""
    number = int.from_bytes(blake2b(f"{seed}\n".encode() + data, digest_size=8).digest(), "little")
    for value in row:
        number = (number + value + 0x9E3779B97F4A7C15) % 2**64
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
            number = (number ^ (number >> shift)) * factor % 2**64
    return (number >> 11) / 2**53


def power(number: float, exponent: int) -> float:
    found = 1.0
    for _ in range(exponent):
        found *= number
    return found


@cache
def classes() -> dict[str, int]:
    """The class of each word of the bundled list, by the files themselves."""
    folder = lexicons.bundled_path().parent
    text, kinds = (zstandard.decompress((folder / f"english.{name}.zst").read_bytes()) for name in ("txt", "classes"))
    return dict(zip(text.decode().split(), kinds, strict=True))


def steps_of(word: str) -> int:
    """How hard a word is to know: by its class, the last number for words that have none."""
    return lexicons.word_steps()[classes().get(word, -1)]


def test_well_known_words() -> None:
    assert len(lexicons.word_steps()) == max(classes().values()) + 2
    assert list(lexicons.word_steps()) == sorted(lexicons.word_steps())
    assert [classes()[word] for word in ("HOUSE", "CARE")] == [0, 0]
    text = Rules().text
    for width in (15, 21):
        words = ["HOUSE", "QUIXOTRY", "ZZZ", "AA", "ABACTERIAL", *sorted(classes())[::5000]]
        rows = np.zeros((len(words) + 1, width), np.uint8)
        for row, word in zip(rows, words, strict=False):
            row[: len(word)] = list(text.read(word))
        rows[-1] = 1
        assert _steps_of(rows, *_english()).tolist() == [*map(steps_of, words), lexicons.word_steps()[-1]]


def test_bingos_and_crossings_are_missed_more_often_by_weaker_levels(english: lexkit.Lexicon) -> None:
    """Of the plays of words that a level knows, the share that comes to mind."""
    board = Board()
    board.play("8D PARTIES")
    found = english.moves(board, "AEINRST").to_numpy()
    words, crossed = words_of(board.snapshot(), found)
    kinds = {"bingos": found["played"] == 7, "several": (crossed > 1) & (found["played"] < 5), "plain": crossed == 0}
    assert all(kind.sum() > 20 for kind in kinds.values())
    shares: dict[str, list[float]] = {kind: [] for kind in kinds}
    for name in level_names():
        told = dict.fromkeys(kinds, 0.0)
        for seed in range(8):
            level = Level(name, seed)
            distance = level._distance(board.snapshot(), found, seed)
            known = level.unknown(words, board.rules) < 1
            for kind, chosen in kinds.items():
                told[kind] += float((distance[chosen & known] < 1).sum()) / max(1, int((chosen & known).sum())) / 8
        for kind, share in told.items():
            shares[kind].append(share)
    assert all(plain > bingos for plain, bingos in zip(shares["plain"], shares["bingos"], strict=True))
    assert all(plain > several for plain, several in zip(shares["plain"], shares["several"], strict=True))
    for kind in kinds:
        assert shares[kind][0] < shares[kind][len(level_names()) // 2] < shares[kind][-1]


def choice_of(name: str, seed: int, board: Board, moves: lexkit.Moves) -> lexkit.Move:
    """What a level plays, by plain Python over all moves, as its file of numbers says."""
    numbers, width = lexicons.levels()[name], max(board.rules.layout.rows, board.rules.layout.columns)
    text, counts = board.rules.text, board.rules.distribution
    average = sum(count * log2(count) for count in counts[1:] if count) / sum(counts[1:])
    found = []
    for move, record in zip(moves, moves.to_numpy(), strict=True):
        word = bytes(text.read(move.words[0]))
        ways = 1.0
        for tile in sorted(set(word)):
            ways *= comb(counts[tile], word.count(tile)) or 0.5
        halvings = min(64, max(0, int(average * len(word)) - int(np.floor(log2(ways)))))
        strange = power(numbers["known"], steps_of(move.words[0]))
        if board.rules.alphabet.name != "english":
            strange = power(numbers["rare"], halvings)
        known = power(numbers["letter"], max(0, len(word) - 4)) * strange
        seen = numbers["see"] * power(numbers["cross"], len(move.words) - 1)
        seen *= power(numbers["tile"], max(0, int(record["played"]) - 4))
        place = bytes([record["row"], record["column"], record["down"], record["played"], *record["tiles"]])
        position = board.snapshot().grid + moves.rack.counts
        distance = max(chance(seed, b"words", word.ljust(width, b"\0")) / known, chance(seed, position, place) / seen)
        found.append((distance, move))
    in_mind = {move for distance, move in found if distance < 1}
    least = min(distance for distance, _ in found)
    in_mind = in_mind or {move for distance, move in found if distance == least}
    return next(move for move in moves.top(len(moves)) if move in in_mind)


@pytest.mark.parametrize("rack", ["AEINRST", "QVVWJKX", "AE?"])
def test_a_choice_is_that_of_weighing_all_moves(english: lexkit.Lexicon, rack: str) -> None:
    """Of moves that are many or few, and where nothing comes to mind."""
    board = Board()
    board.play("8H LIFE")
    moves = english.moves(board, rack)
    for name in level_names():
        for seed in range(6 if MANY else 2):
            situation = Situation(english.core, board, lexkit.Rack(rack), 80, lambda *_: moves)
            assert Level(name, seed).choose(situation).move == choice_of(name, seed, board, moves)


def test_a_level_plays_the_best_of_what_it_knows_and_sees(english: lexkit.Lexicon) -> None:
    """Of many levels' choices on one position: never above the best, and what is found grows with the level."""
    board = Board()
    board.play("8H LIFE")
    best = english.best_move(board, "AEINRST")
    assert best is not None
    means = []
    moves = english.moves(board, "AEINRST")
    for name in level_names():
        choices = [
            Level(name, seed).choose(Situation(english.core, board, lexkit.Rack("AEINRST"), 80, lambda *_: moves))
            for seed in range(60)
        ]
        scores = [choice.move.score for choice in choices if choice.move is not None]
        assert len(scores) == 60
        assert max(scores) <= best.score
        assert len(set(scores)) > 1
        means.append(sum(scores) / 60)
    assert means == sorted(means)


def test_a_word_is_known_in_all_games_of_a_seed(english: lexkit.Lexicon) -> None:
    """The vocabulary does not depend on the position: only what is seen does."""
    rules = Rules()
    positions = [Board(rules=rules) for _ in range(2)]
    positions[1].play("8H LIFE")
    level = Level("beginner", 5)
    seen: dict[bytes, bool] = {}
    for board in positions:
        found = english.moves(board, "AEINRST").to_numpy()
        words, _ = words_of(board.snapshot(), found)
        known = level.unknown(words, rules) < 1
        assert 0 < known.sum() < len(known)
        for word, is_known in zip(words, known.tolist(), strict=True):
            assert seen.setdefault(bytes(word), is_known) == is_known


def test_strength_grows_with_the_level(english: lexkit.Lexicon) -> None:
    """Mean scores of a few games: levels are far enough apart for that."""
    names = level_names()[::2] if COMPILED else level_names()[::4]
    means = [Match(english, name, "greedy", seed=1).tally(8 if COMPILED else 2).mean_scores[0] for name in names]
    assert means == sorted(means)


@pytest.mark.parametrize("alphabet", ["english", "polish"])
def test_an_own_column_says_which_words_are_known(tmp_path: Path, alphabet: str) -> None:
    """In English and in other languages; a word without a number is as hard as one in no list."""
    letters = lexicons.alphabet(alphabet).labels
    words = [first + second for first in letters for second in letters]
    values = [("9", "5", "1", "", "20", "0")[at % 6] for at in range(len(words))]
    table = tmp_path / "own.csv"
    table.write_text("word,known\n" + "".join(f"{word},{value}\n" for word, value in zip(words, values, strict=True)))
    lexicon = lexkit.open(lexkit.build(table, options=lexkit.Options(alphabet=alphabet)).path)
    rules = Rules.from_alphabet(lexicon.alphabet)
    rows = np.zeros((len(words), 15), np.uint8)
    rows[:, :2] = [list(lexicon.alphabet.encode(word)) for word in words]
    level = Level.named("beginner", lexicon.core, rules, 3)
    classed = [lexicons.word_steps()[{"9": 0, "5": 4, "1": 8, "": 9, "20": 0, "0": 9}[value]] for value in values]
    known = lexicons.levels()["beginner"]["known"]
    expected = [chance(3, b"words", bytes(row)) / power(known, steps) for row, steps in zip(rows, classed, strict=True)]
    assert level.unknown(rows, rules).tolist() == pytest.approx(expected)
    texts = tmp_path / "texts.csv"
    texts.write_text("word,known\naa,yes\nab,no\n")
    assert Level.named("beginner", lexkit.open(lexkit.build(texts).path).core, rules, 3)._classes is None
