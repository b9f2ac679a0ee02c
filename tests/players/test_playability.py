"""Playability: against its definition in plain Python; the same on any workers; laws of personal playability."""

import math
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard

import lexkit
from lexkit import Board, Match, Rules, lexicons
from lexkit.base.time_limits import Limit, within
from lexkit.errors import ColumnError, LexiconFileError, PositionError, QueryError, StorageError, TimeLimitError
from lexkit.players import playability as module
from lexkit.players.candidates import PASS_WORTH
from lexkit.players.equity import KEPT
from lexkit.players.playability import PlayabilityRun, anagram_classes
from tests.making import letters, make
from tests.players.test_match import small_list
from tests.running import COMPILED, few_of

#: Number of games that the oracle follows.
GAMES = 20 if COMPILED else 2


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def wide_list() -> tuple[lexkit.Lexicon, Rules]:
    """A list in an alphabet of 40 letters, and a game with three tiles of each."""
    plain = letters(40)
    tiles = [lexkit.Tile(tile.label, tile.lower, count=3, points=1 + at % 5) for at, tile in enumerate(plain.tiles)]
    alphabet = lexkit.Alphabet("forty", tiles, blanks=2)
    return small_list(alphabet, 3), Rules(alphabet=alphabet)


Choice = tuple[int, tuple[str, ...]]


def positions(lexicon: lexkit.Lexicon, rules: Rules, seed: int, games: int) -> Iterator[tuple[int, list[Choice]]]:
    """(game, choices) of each turn: the worth and the words of each, best first, as players rank them."""
    for number, game in enumerate(Match(lexicon, "static", "static", rules=rules, seed=seed).play(games)):
        board = Board(rules=rules)
        bag = sum(rules.distribution) - 2 * rules.rack_size
        for turn in game.turns:
            ranked = lexicon.moves(board, turn.rack).by_equity(lexicon, bag)
            choices = [(round(1000 * one.equity), one.words) for one in ranked if one.kind != "pass"]
            kept = -2000 * rules.points_of(turn.rack.counts) - KEPT
            # A pass is the last resort, even if a play is worth less.
            yield number, [*choices, (PASS_WORTH if bag else kept, ())]
            if turn.move is not None:
                board.play(turn.move)
                bag -= len(turn.drawn or b"")


def best(choices: list[Choice], without: set[str]) -> Choice:
    """The best choice that forms none of these words."""
    return next(choice for choice in choices if not without & set(choice[1]))


def credit_words(lexicon: lexkit.Lexicon, rules: Rules, seed: int, games: int) -> tuple[Any, ...]:
    """Sums of main words and of cross-words, and the squares of a game's sums, straight from the definition."""
    main: Counter[str] = Counter()
    cross: Counter[str] = Counter()
    of_games: Counter[tuple[int, str]] = Counter()
    for game, choices in positions(lexicon, rules, seed, games):
        worth, words = choices[0]
        for word in set(words):
            credit = max(0, worth - best(choices, {word})[0])
            (main if word == words[0] else cross)[word] += credit
            of_games[game, word] += credit
    squares: Counter[str] = Counter()
    for (_, word), total in of_games.items():
        squares[word] += total**2
    return main, cross, squares


def credit_unknown(
    lexicon: lexkit.Lexicon, rules: Rules, seed: int, games: int, known: set[str]
) -> tuple[Counter[str], Counter[str]]:
    """Sums of unknown words, and of classes of anagrams by alphagram."""
    words: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    unknown = set(lexicon.words()) - known
    alphagrams = {word: "".join(sorted(word)) for word in unknown}
    for _, choices in positions(lexicon, rules, seed, games):
        least = best(choices, unknown)[0]
        by_word: dict[str, int] = {}
        by_class: dict[str, int] = {}
        for worth, formed in choices:
            new = unknown & set(formed)
            if len(new) == 1:
                by_word.setdefault(*new, worth)
            if len({alphagrams[word] for word in new}) == 1:
                by_class.setdefault(alphagrams[min(new)], worth)
        for word, worth in by_word.items():
            words[word] += max(0, worth - least)
        for alphagram, worth in by_class.items():
            classes[alphagram] += max(0, worth - least)
    return words, classes


def by_rank(lexicon: lexkit.Lexicon, sums: Counter[str]) -> list[int]:
    return [sums[word] for word in lexicon.words()]


def run_of(lexicon: lexkit.Lexicon, rules: Rules, seed: int, games: int, known: Any = None, **how: Any) -> Any:
    run = PlayabilityRun(lexicon.core, rules, seed, known)
    run.play(games, **how)
    return run


@pytest.mark.parametrize("seed", few_of([1, 2], 1))
def test_definition(few: lexkit.Lexicon, seed: int) -> None:
    rules = Rules(alphabet=few.alphabet)
    main, cross, squares = credit_words(few, rules, seed, GAMES)
    run = run_of(few, rules, seed, GAMES, threads=1)
    assert run.main.tolist() == by_rank(few, main)
    assert run.total.tolist() == by_rank(few, main + cross)
    assert run.squares.tolist() == by_rank(few, squares)
    found = run.result()
    assert found.games == GAMES
    np.testing.assert_allclose(found.values, run.total / GAMES)
    np.testing.assert_allclose(found.values, found.main + found.cross)
    assert sum(cross.values()) > 0 < sum(main.values())


@pytest.mark.skipif(not COMPILED, reason="a large list takes interpreted kernels minutes")
def test_definition_on_a_real_list(english: lexkit.Lexicon) -> None:
    rules, games = Rules(alphabet=english.alphabet), 2 if COMPILED else 1
    main, cross, _ = credit_words(english, rules, 5, games)
    run = run_of(english, rules, 5, games)
    assert run.total.tolist() == by_rank(english, main + cross)
    assert run.main.tolist() == by_rank(english, main)


def test_definition_with_forty_letters() -> None:
    lexicon, rules = wide_list()
    main, cross, _ = credit_words(lexicon, rules, 1, GAMES // 5 + 1)
    run = run_of(lexicon, rules, 1, GAMES // 5 + 1)
    assert run.total.tolist() == by_rank(lexicon, main + cross)
    known = lexicon.words().lengths() == 2
    words, _ = credit_unknown(lexicon, rules, 1, GAMES // 5 + 1, set(lexicon.words().where(known)))
    run = run_of(lexicon, rules, 1, GAMES // 5 + 1, known)
    assert run.total.tolist() == by_rank(lexicon, words)
    assert sum(run.total) > 0


@pytest.mark.parametrize("seed", few_of([1, 2], 1))
def test_personal_definition(few: lexkit.Lexicon, seed: int) -> None:
    rules = Rules(alphabet=few.alphabet)
    known = np.random.default_rng(seed).random(len(few)) < 0.5
    words, classes = credit_unknown(few, rules, seed, GAMES, set(few.words().where(known)))
    run = run_of(few, rules, seed, GAMES, known)
    assert run.total.tolist() == by_rank(few, words)
    found = run.result()
    alphagrams = lexkit.measures.alphagrams(few.words())
    np.testing.assert_allclose(found.alphagrams, [classes[one] / GAMES for one in alphagrams])
    assert (found.alphagrams >= found.values).all()
    assert sum(words.values()) > 0


@pytest.mark.skipif(not COMPILED, reason="a large list takes interpreted kernels minutes")
def test_personal_definition_on_a_real_list(english: lexkit.Lexicon) -> None:
    rules, games = Rules(alphabet=english.alphabet), 1
    known = english.words().lengths() <= 4
    words, classes = credit_unknown(english, rules, 8, games, set(english.words().where(known)))
    run = run_of(english, rules, 8, games, known)
    assert run.total.tolist() == by_rank(english, words)
    assert run.class_total.sum() == sum(classes.values())


def test_who_knows_everything_learns_nothing(few: lexkit.Lexicon) -> None:
    run = run_of(few, Rules(alphabet=few.alphabet), 1, GAMES, np.ones(len(few), bool))
    assert not run.total.any()
    assert not run.class_total.any()


def test_who_knows_all_words_but_one_misses_its_playability(few: lexkit.Lexicon) -> None:
    rules = Rules(alphabet=few.alphabet)
    whole = run_of(few, rules, 1, GAMES)
    for rank in np.argsort(-whole.total)[[0, 1, 5, 20] if COMPILED else [0]].tolist():
        known = np.ones(len(few), bool)
        known[rank] = False
        alone = run_of(few, rules, 1, GAMES, known)
        assert alone.total[rank] == alone.class_total[anagram_classes(few.core)[rank]] == whole.total[rank] > 0
        assert alone.squares[rank] == whole.squares[rank]
        assert alone.total.sum() == whole.total[rank]


def test_the_games_are_those_of_static_players(few: lexkit.Lexicon) -> None:
    """The games do not depend on the known words; who knows none needs every word of the best choices."""
    rules = Rules(alphabet=few.alphabet)
    nothing = run_of(few, rules, 4, GAMES, np.zeros(len(few), bool))
    whole = run_of(few, rules, 4, GAMES)
    if COMPILED:  # in enough games
        assert (nothing.total > 0).sum() > (whole.total > 0).sum() > 0
    words, _ = credit_unknown(few, rules, 4, 2, set())
    assert run_of(few, rules, 4, 2, np.zeros(len(few), bool)).total.tolist() == by_rank(few, words)


def same(one: Any, other: Any) -> bool:
    names = ("games", "total", "main", "squares", "class_total", "class_squares")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.parametrize("personal", [False, True])
def test_same_on_any_workers(few: lexkit.Lexicon, personal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_GAMES", 3)
    monkeypatch.setattr(module, "_PIECE", 4)
    rules, known = Rules(alphabet=few.alphabet), few.words().lengths() == 2 if personal else None
    games = 11 if COMPILED else 5
    counted: list[int] = []
    one = run_of(few, rules, 6, games, known, threads=1, progress=counted.append)
    assert sum(counted) == one.games == games
    assert same(one, run_of(few, rules, 6, games, known, threads=2))
    with ThreadPoolExecutor(2) as executor:
        assert same(one, run_of(few, rules, 6, games, known, executor=executor))
    with ProcessPoolExecutor(1) as executor:
        assert same(one, run_of(few, rules, 6, games, known, executor=executor))
    other = run_of(few, rules, 7, games, known)
    assert not np.array_equal(one.total, other.total)


def test_more_games_go_on_where_others_ended(few: lexkit.Lexicon) -> None:
    rules = Rules(alphabet=few.alphabet)
    parts = run_of(few, rules, 6, 2)
    parts.play(3)
    assert same(parts, run_of(few, rules, 6, 5))


def test_a_long_game_is_credited_once(few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without room for its turns is played again."""
    rules = Rules(alphabet=few.alphabet)
    whole = run_of(few, rules, 6, 6)
    monkeypatch.setattr("lexkit.players.autoplay.kernel_games._TURNS", 2)
    assert same(whole, run_of(few, rules, 6, 6))


def test_public_face(few: lexkit.Lexicon) -> None:
    found = lexkit.playability(few, 4, seed=3)
    assert found.alphagrams is None
    assert repr(found) == f"<Playability: {len(few)} words, 4 games, seed 3>"
    words = found.words.to_list()
    assert words == [few[rank] for rank in found.order.tolist()]
    assert found[words[0]] == found.values.max() > 0
    with pytest.raises(QueryError, match="not a word of this lexicon"):
        found["QQQ"]
    with pytest.raises(ValueError, match="read-only"):
        found.values[0] = 1
    known = few.words().where(few.words().lengths() == 2)
    assert same_values(
        lexkit.playability(few, 4, known=known), lexkit.playability(few, 4, known=few.words().lengths() == 2)
    )


def same_values(one: lexkit.Playability, other: lexkit.Playability) -> bool:
    return np.array_equal(one.values, other.values)


def test_refusals(few: lexkit.Lexicon) -> None:
    for mask in (np.ones(len(few) - 1, bool), np.ones(len(few)), np.ones((2, len(few)), bool), "AX", [0]):
        with pytest.raises(QueryError, match="not a mask of known words: expected bool of shape"):
            lexkit.playability(few, 1, known=mask)  # type: ignore[arg-type]
    other = small_list(lexicons.alphabet("english"), 2)
    with pytest.raises(QueryError, match="the known words are of another lexicon"):
        lexkit.playability(few, 1, known=other.words())
    for games in (0, -1, 1.5, 1 << 40):
        with pytest.raises(QueryError, match="invalid number of games"):
            lexkit.playability(few, games)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="words of WordSmog are not credited"):
        lexkit.playability(few, 1, rules=Rules(alphabet=few.alphabet, variant="wordsmog"))
    with pytest.raises(PositionError):
        lexkit.playability(make(["AB"], letters(3)), 1)


def test_time_limit(few: lexkit.Lexicon) -> None:
    run = PlayabilityRun(few.core, Rules(alphabet=few.alphabet), 6)
    with pytest.raises(TimeLimitError), lexkit.within(0.001):
        run.play(1_000_000, 1)
    done = run.games
    whole = run_of(few, Rules(alphabet=few.alphabet), 6, done) if done else run
    assert same(run, whole)


def test_sums_in_a_file(few: lexkit.Lexicon, tmp_path: Path) -> None:
    rules, path = Rules(alphabet=few.alphabet), tmp_path / "few.playability"
    run = run_of(few, rules, 6, 3)
    path.write_bytes(run.to_bytes())
    other = PlayabilityRun(few.core, rules, 6)
    other.restore(path)
    assert same(run, other)
    other.play(2)
    assert same(other, run_of(few, rules, 6, 5))
    assert path.read_bytes() == run.to_bytes(), "the same sums are the same bytes"
    for wrong in (
        PlayabilityRun(few.core, rules, 7),
        PlayabilityRun(few.core, Rules("super", few.alphabet), 6),
        PlayabilityRun(small_list(few.alphabet, 2).core, rules, 6),
    ):
        with pytest.raises(StorageError, match="the file has the playability of another run"):
            wrong.restore(path)
    sums = zstandard.ZstdDecompressor().decompress(run.to_bytes())
    for content in (b"", sums, *map(zstandard.compress, (b"[]\n", b"x", sums[:-8], sums + bytes(8), b"{}\n" + sums))):
        path.write_bytes(content)
        with pytest.raises(LexiconFileError):
            other.restore(path)
    with pytest.raises(StorageError):
        other.restore(tmp_path)


def test_attach(few: lexkit.Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "few.gaddag"
    path.write_bytes(few.to_bytes())
    found = lexkit.playability(few, 4)
    report = lexkit.attach(path, path, playability=found)
    assert report.columns == ["playability", "playability_error"]
    lexicon = lexkit.open(path)
    assert lexicon.column("playability_order")[found.words.to_list()[6]] == 7
    assert np.abs(lexicon.column("playability").values - found.values).max() <= 0.005
    assert lexicon.core.columns["playability_error"].entry["sample"] == 4
    stale = tmp_path / "stale.csv"
    stale.write_text("".join(f"{word},1\n" for word in few))
    lexkit.attach(path, path, [f"playability_order={stale}"])
    assert lexkit.attach(path, path, playability=found).columns == report.columns, "another order is removed"
    other = lexkit.playability(small_list(few.alphabet, 2), 1)
    with pytest.raises(ColumnError, match="the playability is of other words"):
        lexkit.attach(path, path, playability=other)
    with pytest.raises(TypeError, match="playability: expected"):
        lexkit.attach(path, path, playability=found.values)  # type: ignore[arg-type]


@pytest.mark.skipif(not COMPILED, reason="a block of games takes interpreted kernels minutes")
def test_the_games_until_the_time_is_up_count(few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that ended early is one with fewer games. A limit without a game is an error."""
    games: list[int] = []
    limits: list[Limit] = []

    @contextmanager
    def stopped(seconds: float | None) -> Iterator[Limit]:
        with within(math.inf) as limit:
            limits.append(limit)
            yield limit

    def stop(some: int) -> None:
        games.append(some)
        limits[0].stop()

    with monkeypatch.context() as patch:
        patch.setattr(module, "within", stopped)
        found = lexkit.playability(few, 10**6, threads=1, timeout=1, progress=stop)
    assert found.games == sum(games) < 10**6
    again = lexkit.playability(few, found.games, threads=1)
    assert found.values.tolist() == again.values.tolist()
    with pytest.raises(TimeLimitError):
        lexkit.playability(few, 10**6, threads=1, timeout=1e-9)
