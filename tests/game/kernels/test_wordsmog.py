"""WordSmog: moves against a scan that tries all orders, and each door of the house against all arrangements of a list.

By these the classic game is what WordSmog is by the list itself. So the classic kernels, which share no walk with those
of WordSmog, are the oracle of moves, games and simulations. Endgames are compared with brute force.
"""

import itertools
import os
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

import lexkit
from lexkit import Board, Game, Rules
from lexkit.errors import IllegalMoveError, PositionError, QueryError
from lexkit.players.autoplay.kernel_games import KernelMatch
from lexkit.players.autoplay.match import Match
from lexkit.players.equity import worths_for
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.wordsmog import is_word
from tests.game.kernels.making import SmogKernels
from tests.game.kernels.random_positions import random_positions
from tests.game.kernels.smog_scan import smog_scan
from tests.game.kernels.test_best_move import preferred
from tests.game.kernels.test_generators import same_moves, written
from tests.game.word_scan import Move, put
from tests.making import make
from tests.players.endgame.brute_force import BruteForce, random_small
from tests.players.endgame.small_boards import alphabet_of, board_of, lexicon_of
from tests.players.endgame.test_solution import check
from tests.players.test_kernel_games import compare, recorded, with_leaves
from tests.running import COMPILED, FULL, MANY

LETTERS = "EEEEAAIIOORRTTNNSSLLDGUBCMPFHVWYKJXQZ"
CLASSIC, SMOG = Rules(), Rules(variant="wordsmog")
#: How many positions and games are compared.
SOME = 20 if COMPILED and FULL else 8 if COMPILED else 2


def few(rack: list[int], rng: random.Random) -> list[int]:
    """Some tiles of a rack: few enough to lay them in all orders."""
    tiles = [tile for tile, number in enumerate(rack) for _ in range(number)]
    rng.shuffle(tiles)
    kept = tiles[: rng.choice((1, 3, 4, 5, 5, 5) if tiles.count(0) < 2 else (2, 3))]
    return [kept.count(tile) for tile in range(len(rack))]


def test_moves_and_the_best_are_those_of_the_scan() -> None:
    """LEXKIT_POSITIONS: how many positions. From each one a move of WordSmog leads to another."""
    number = int(os.environ.get("LEXKIT_POSITIONS", "200" if MANY else "25"))
    rng = random.Random(32)
    found = ties = 0
    words = None
    for position in random_positions(32, number):
        if position.words is not words:
            words, kernels = position.words, SmogKernels(position.words, position.letters, position.game)
        board = position.board
        for _turn in range(2):
            rack = few(position.rack, rng)
            squares = kernels.holding(board)
            moves = kernels.moves("all", rack, squares)
            expected = smog_scan(position.words, board, rack, position.game)
            same_moves(moves, expected, "WordSmog", board, rack)
            best = kernels.moves("best", rack, squares)
            assert best == sorted(expected, key=preferred)[:1], f"{list(map(written, best))}: {rack}, {board}"
            found += len(moves)
            if not moves:
                break
            ties += sum(move[4] == best[0][4] for move in moves) > 1
            board = put(board, rng.choice(sorted(expected)))
    assert found > 100 * number, found
    assert ties > number // 4, "positions in which the tie rule decides"


@pytest.fixture(scope="module")
def words() -> list[str]:
    rng = random.Random(7)
    found = {"".join(rng.choices(LETTERS, k=rng.choice((2, 2, 3, 3, 4, 4, 5)))) for _ in range(420)}
    return sorted(found)


@pytest.fixture(scope="module")
def smog(words: list[str]) -> lexkit.Lexicon:
    return make(words)


@pytest.fixture(scope="module")
def arranged(words: list[str]) -> lexkit.Lexicon:
    return make({"".join(order) for word in words for order in itertools.permutations(word)})


@pytest.fixture(scope="module")
def turns(arranged: lexkit.Lexicon) -> list[tuple[str, str]]:
    """Positions of games by the arrangements, as CGP, each with its rack."""
    found = []
    for game in Match(arranged, rules=CLASSIC, seed=5).play(6):
        board = Board(rules=CLASSIC)
        for turn in game.turns:
            if turn.rack is not None:
                found.append((board.to_cgp(), str(turn.rack)))
            if turn.move is not None:
                board.play(turn.move)
    return random.Random(1).sample(found, SOME)


def highest_of_each(plays: Iterable[tuple[lexkit.Move, float]]) -> dict[tuple[object, ...], float]:
    """The highest number of the orders of the same tiles on the same squares."""
    highest: dict[tuple[object, ...], float] = {}
    for move, number in plays:
        squares_and_tiles = move.place, len(move.played), *sorted(move.played)
        highest[squares_and_tiles] = max(highest.get(squares_and_tiles, number), number)
    return highest


def boards_of(position: str) -> tuple[Board, Board]:
    """The board of a position in the classic game, and in WordSmog."""
    return Board.from_cgp(position, rules=CLASSIC), Board.from_cgp(position, rules=SMOG)


def test_moves_are_those_of_all_arrangements(
    smog: lexkit.Lexicon, arranged: lexkit.Lexicon, turns: list[tuple[str, str]]
) -> None:
    values = with_leaves(smog, 3)
    for position, rack in turns:
        classic, board = boards_of(position)
        expected, found = arranged.moves(classic, rack), smog.moves(board, rack)
        assert Counter(map(str, found)) == Counter(map(str, expected))
        best = arranged.best_move(classic, rack)
        assert str(smog.best_move(board, rack)) == str(best)
        worth = arranged.best_by_equity(classic, rack, values)
        mine = smog.best_by_equity(board, rack, values)
        assert (str(mine), mine.equity) == (str(worth), worth.equity)
        # Of the orders of the same tiles on the same squares, players look at the best only.
        few = smog.moves(board, rack, "candidates")
        scores = highest_of_each((move, move.score) for move in expected)
        assert highest_of_each((move, move.score) for move in few) == scores
        assert len(few) == len(scores) or not len(board)
        assert str(few.best()) == str(best)


@pytest.mark.parametrize("rack", ["AEINRST", "EEDIGAT", "DEEPTAR", "IOUATEE", "ADE?", "GREAT?D"])
def test_an_opening_is_weighed_as_if_all_orders_were(smog: lexkit.Lexicon, arranged: lexkit.Lexicon, rack: str) -> None:
    """Found: of each choice of tiles players saw the best order by score alone, not that of the highest equity.

    Vowels beside premium squares cost something on an empty board.
    """
    values = with_leaves(smog, 3)
    few = smog.moves(lexkit.Board(rules=SMOG), rack, "candidates")
    every = arranged.moves(lexkit.Board(rules=CLASSIC), rack)
    assert highest_of_each((move, move.score) for move in few) == highest_of_each((move, move.score) for move in every)
    weighed, expected = few.by_equity(values, 86), every.by_equity(values, 86)
    assert str(weighed[0]) == str(expected[0])
    worths = [highest_of_each((one.move, one.equity) for one in listed if one.move) for listed in (weighed, expected)]
    assert worths[0] == worths[1]
    assert len(few) <= 2 * len(worths[0])


def test_many_positions_at_once(smog: lexkit.Lexicon, turns: list[tuple[str, str]]) -> None:
    asked = [(boards_of(position)[1], rack) for position, rack in turns]
    assert smog.moves_batch(asked) == [smog.moves(board, rack) for board, rack in asked]
    assert smog.best_moves(asked, threads=2) == [smog.best_move(board, rack) for board, rack in asked]


def test_judges(smog: lexkit.Lexicon, arranged: lexkit.Lexicon, turns: list[tuple[str, str]]) -> None:
    rng = random.Random(4)
    legal = 0
    for position, rack in turns:
        classic, board = boards_of(position)
        tried = [move.text for move in arranged.moves(classic, rack)]
        # Other tiles on the squares of moves: most are no words.
        tried = rng.sample(tried, min(10, len(tried)))
        tried += [text[: text.index(" ") + 1] + "".join(rng.sample(rack, len(rack)))[:3] for text in tried]
        for text in tried:
            verdict = board.explain(text, rack=rack, lexicon=smog)
            expected = classic.explain(text, rack=rack, lexicon=arranged)
            assert (verdict.legal, verdict.words, str(verdict)) == (expected.legal, expected.words, str(expected))
            legal += verdict.legal
    assert legal > SOME


def test_words(words: list[str], smog: lexkit.Lexicon) -> None:
    letters = {"".join(sorted(word)) for word in words}
    for size in (1, 2, 3):
        for some in itertools.product("AEQ", repeat=size):
            word = "".join(some)
            assert is_word(smog.core, SMOG, word) == ("".join(sorted(word)) in letters)
            assert is_word(smog.core, CLASSIC, word) == (word in words)
    assert not is_word(smog.core, SMOG, "")
    assert not is_word(smog.core, SMOG, "É")
    assert not any(is_word(make([]).core, SMOG, word) for word in ("", "A", "AT"))


@pytest.mark.parametrize("weighs", [False, True])
def test_whole_games(smog: lexkit.Lexicon, arranged: lexkit.Lexicon, weighs: bool) -> None:
    values = with_leaves(smog, 3) if weighs else None
    kinds = compare(smog, SMOG, 11, SOME, leaves=(values, None))
    assert "placement" in kinds
    worths = (None if values is None else worths_for(values, SMOG.layout)), None
    games = []
    for lexicon, rules in ((smog, SMOG), (arranged, CLASSIC)):
        chunks = KernelMatch(lexicon.core, rules, 11, *worths).play(SOME)
        games.append([recorded(chunk, number) for chunk in chunks for number in range(len(chunk))])
    assert games[0] == games[1]


def test_simulations(smog: lexkit.Lexicon, arranged: lexkit.Lexicon, turns: list[tuple[str, str]]) -> None:
    values = with_leaves(smog, 3)
    position, rack = turns[0]
    classic, board = boards_of(position)
    asked = list(arranged.moves(classic, rack).by_equity(values)[:3])
    mine = [replace(one, move=one.move and board.move(one.move.text)) for one in asked]
    told = []
    for on, lexicon, candidates in ((classic, arranged, asked), (board, smog, mine)):
        simulation = lexkit.simulate(
            on, rack, lexicon=lexicon, candidates=candidates, leaves=values, iterations=64, threads=1, seed=3
        )
        assert simulation.best
        told.append([(str(one.candidate), one.equity, one.iterations) for one in simulation.results])
    assert told[0] == told[1]
    assert lexkit.simulate(board, rack, lexicon=smog, leaves=values, iterations=16, threads=1).best


class SmogForce(BruteForce):
    """All lines of an endgame of WordSmog."""

    def _find_moves(self, board: tuple[tuple[int, ...], ...], rack: tuple[int, ...]) -> set[Move]:
        return smog_scan(self.small.words, [list(line) for line in board], rack, self.game)


def test_endgames_are_those_of_brute_force() -> None:
    solved = 0
    for seed in itertools.count():
        small = random_small(seed)
        if sum(map(sum, small.racks)) > (4 if FULL else 3):
            continue
        alphabet = alphabet_of(small)
        classic = board_of(small, alphabet)
        board = Board.from_cgp(classic.to_cgp(), rules=replace(classic.rules, variant="wordsmog"))
        solution = lexkit.solve(board, lexicon_of(small, alphabet), memory=1)
        check(small, SmogForce(small).values(), solution)
        solved += 1
        if solved == 3 * SOME:
            break
    assert lexkit.solve(board, lexicon_of(small, alphabet), memory=2, threads=2).spread == solution.spread


def test_challenges(smog: lexkit.Lexicon) -> None:
    """A play whose letters make a word in another order is legal, and no challenge takes it back."""
    words = {"".join(sorted(word)): word for word in smog.words() if len(set(word)) == 3}
    sorted_ones = [letters for letters, word in words.items() if letters != word and letters not in smog]
    letters = sorted_ones[0]
    phony = next(text for text in ("QQZ", "XQZ", "JJQ") if "".join(sorted(text)) not in words)
    for rules, taken_back in ((SMOG, False), (CLASSIC, True)):
        game = Game(smog, rules=replace(rules, challenge="double"), seed=1, dealt=False)
        game.set_rack(0, letters)
        game.play(f"8H {letters}")
        game.challenge()
        assert game.turns[-1].success is taken_back
        board = Board(rules=rules)
        assert board.explain(f"8H {letters}", lexicon=smog).legal is not taken_back
        assert not board.explain(f"8H {phony}", lexicon=smog)
        void = Game(smog, rules=rules, seed=1, dealt=False)
        void.set_rack(0, letters)
        if taken_back:
            with pytest.raises(IllegalMoveError, match="not in the lexicon"):
                void.play(f"8H {letters}")
        else:
            void.play(f"8H {letters}")


def test_records_name_the_variant(smog: lexkit.Lexicon) -> None:
    for rules in (SMOG, Rules("super", "super_english", variant="wordsmog"), replace(SMOG, challenge="5pt", bingo=35)):
        name = "wordsmog_super" if rules.layout.name == "super" else "wordsmog"
        board = Board(rules=rules)
        assert f"var {name};" in board.to_cgp()
        assert Board.from_cgp(board.to_cgp()).rules.variant == "wordsmog"
        # The larger board's alphabet has the same letters.
        game = next(iter(Match(smog, rules=rules, seed=2).play(1)))
        text = game.to_gcg()
        assert f"#game-type {name}\n" in text
        assert lexkit.Game.from_gcg(text).rules.variant == "wordsmog"
        assert lexkit.Game.from_json(game.to_json()).rules == rules
        assert lexkit.Game.from_cgh(game.to_cgh()).rules.variant == "wordsmog"
        assert f'"variant": "{name}"' in game.to_cgh()
    assert Board.from_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0 var WordSmog;").rules == SMOG
    assert Board.from_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0 var classic;").rules == CLASSIC
    assert "var" not in Board(rules=CLASSIC).to_cgp()
    with pytest.raises(PositionError, match=r"operation var: no such variant: expected classic"):
        Board.from_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0 var duplicate;")


def test_what_is_refused(smog: lexkit.Lexicon) -> None:
    with pytest.raises(PositionError, match=r"variant: no such rule: expected classic, wordsmog"):
        Rules(variant="smog")
    with pytest.raises(QueryError, match="generator of WordSmog"):
        smog.moves(Board(rules=SMOG), "CARES", "dawg")
    with pytest.raises(PositionError, match="WordSmog"):
        finder_for(smog.core, Board(rules=SMOG)).new_census(memoryview(bytes(8)))
