"""The examples' answers beside those of plain searches over the words."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter, defaultdict

import pytest

import lexkit
from examples import boggle, crossword, ghost, molecules, openings, reads, rhymes, spelling_bee, word_ladder, wordle
from tests.making import make
from tests.running import each, few_of


@pytest.fixture(scope="module")
def words(english: lexkit.Lexicon) -> list[str]:
    return list(english)


# -- Boggle -----------------------------------------------------------------------------------------


def on_grid(word: str, grid: boggle.Grid) -> bool:
    """Return whether a word can be laid on the grid."""
    ways: list[tuple[str, tuple[boggle.Square, ...]]] = [(word, ())]
    while ways:
        rest, path = ways.pop()
        if not rest:
            return True
        for square, face in grid.items():
            if rest.startswith(face) and square not in path:
                away = max(abs(path[-1][0] - square[0]), abs(path[-1][1] - square[1])) if path else 1
                if away == 1:
                    ways.append((rest[len(face) :], (*path, square)))
    return False


@pytest.mark.parametrize(
    "rows", few_of([*map(boggle.roll, range(4)), ["NQSE", "ATIO", "DRUN", "SELP"], ["AAB", "BES"], ["Q"]], 4)
)
def test_boggle_finds_what_can_be_laid(english: lexkit.Lexicon, words: list[str], rows: list[str]) -> None:
    grid = boggle.read_grid(rows)
    letters = set("".join(grid.values()))
    assert boggle.solve(english, grid) == {
        word for word in words if len(word) >= 3 and letters.issuperset(word) and on_grid(word, grid)
    }


def test_a_q_is_two_letters_on_one_square(english: lexkit.Lexicon) -> None:
    grid = boggle.read_grid(["qi", "te"])
    assert grid == {(0, 0): "QU", (0, 1): "I", (1, 0): "T", (1, 1): "E"}
    assert boggle.solve(english, grid) == {"QUIET", "QUITE", "QUIT", "TIE"}


def test_boggle_rolls_each_die_once() -> None:
    def can_be_shared_out(faces: str, dice: tuple[str, ...]) -> bool:
        return not faces or any(
            faces[0] in die and can_be_shared_out(faces[1:], dice[:place] + dice[place + 1 :])
            for place, die in enumerate(dice)
        )

    dice = tuple(boggle.DICE.split())
    assert len(dice) == 16
    assert all(len(die) == 6 for die in dice)
    for seed in range(5):
        rows = boggle.roll(seed)
        assert list(map(len, rows)) == [4, 4, 4, 4]
        assert can_be_shared_out("".join(rows), dice)
        assert rows == boggle.roll(seed) != boggle.roll(seed + 1)
    assert not can_be_shared_out("ZZ" + "E" * 14, dice)


def test_boggle_points() -> None:
    assert [boggle.points("A" * length) for length in range(3, 11)] == [1, 1, 2, 3, 5, 11, 11, 11]


# -- crossword --------------------------------------------------------------------------------------


def lines_of(squares: crossword.Squares) -> list[str]:
    return ["".join(squares[at] for at in row) for _, row in itertools.groupby(squares, lambda square: square[0])]


def entries(rows: list[str]) -> list[str]:
    """Return what is read across and down, two letters or more."""
    lines = [*rows, *map("".join, zip(*rows, strict=True))]
    return [entry for line in lines for entry in line.split("#") if len(entry) > 1]


@pytest.mark.sweep
def test_filled_crosswords_have_only_words(english: lexkit.Lexicon, words: list[str]) -> None:
    grid = crossword.read_grid(crossword.GRID)
    fills = []
    for seed, endings in ((0, ()), (4, ()), (2, ("S", "ED"))):
        filled = crossword.fill(english, grid, seed, " or ".join(f"suffix:{ending}" for ending in endings))
        assert filled is not None
        found = entries(lines_of(filled))
        assert len(found) == len(set(found)) == 16
        assert set(found) <= set(words)
        assert not any(word.endswith(endings) for word in found)
        assert [square for square in filled if filled[square] == "#"] == [at for at in grid if grid[at] == "#"]
        fills.append(found)
    assert fills[0] != fills[1]


def test_the_builtin_grid_is_symmetric() -> None:
    rows = [line.replace(" ", "") for line in crossword.GRID.split("\n") if line]
    assert [row[::-1] for row in rows[::-1]] == rows
    assert min(map(len, entries(rows))) == 3


@pytest.mark.parametrize("steps", [2, 300])
def test_a_crossword_is_filled_if_it_can_be(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    monkeypatch.setattr(crossword, "STEPS", steps)
    chance = random.Random(7)
    outcomes = Counter()
    for _ in range(40):
        some = ["".join(chance.choices("ABC", k=chance.choice((2, 2, 3)))) for _ in range(chance.randint(4, 14))]
        text = chance.choice(["..\n..", "...\n...", "..#\n...\n#..", "A.\n..", "..\n.B\n#."])
        lex, possible = make(some), []
        for letters in itertools.product("ABC", repeat=text.count(".")):
            left = iter(letters)
            rows = re.sub(r"\.", lambda _, left=left: next(left), text).split()
            found = entries(rows)
            if set(found) <= set(some) and len(found) == len(set(found)):
                possible.append(rows)
        filled = crossword.fill(lex, crossword.read_grid(text), seed=1)
        assert lines_of(filled) in possible if filled else not possible
        outcomes[bool(filled)] += 1
    assert min(outcomes[True], outcomes[False]) > 5, outcomes


# -- Wordle -----------------------------------------------------------------------------------------


def colours_of(guess: str, answer: str) -> str:
    """Return the colours as the rules say. Greens first, then each yellow uses up a letter."""
    colours, left = ["."] * len(guess), list(answer)
    for place, letter in enumerate(guess):
        if answer[place] == letter:
            colours[place] = "g"
            left.remove(letter)
    for place, letter in enumerate(guess):
        if colours[place] == "." and letter in left:
            colours[place] = "y"
            left.remove(letter)
    return "".join(colours)


@each(
    ("guess", "answer", "colours"),
    [
        ("SPEED", "ABIDE", "..y.y"),
        ("SPEED", "ERASE", "y.yy."),
        ("SPEED", "STEAL", "g.g.."),
        ("SPEED", "CREPE", ".ygy."),
        ("ALLEY", "LLAMA", "ygy.."),
        ("CRANE", "CRANE", "ggggg"),
    ],
)
def test_wordle_feedback(guess: str, answer: str, colours: str) -> None:
    assert wordle.feedback(guess, answer) == colours_of(guess, answer) == colours


@pytest.mark.parametrize("length", [3, 5, 7])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_wordle_leaves_what_gives_these_colours(
    english: lexkit.Lexicon, words: list[str], length: int, number: int
) -> None:
    chance = random.Random(f"{length} {number}")
    pool = [word for word in words if len(word) == length]
    # Words of few different letters: repeated ones are what is hard.
    repeating = [word for word in pool if len(set(word)) < length]
    answer = chance.choice(repeating)
    guesses = [(guess, colours_of(guess, answer)) for guess in chance.sample(repeating, number)]
    assert all(wordle.feedback(guess, answer) == colours for guess, colours in guesses)
    left = [word for word in pool if all(colours_of(guess, word) == colours for guess, colours in guesses)]
    assert answer in left
    assert english.search(wordle.query(guesses)).to_list() == left


def test_wordle_takes_colours_that_no_answer_gives(english: lexkit.Lexicon, words: list[str]) -> None:
    chance = random.Random(3)
    pool = [word for word in words if len(word) == 5]
    for _ in range(8):
        guesses = [(guess, "".join(chance.choices("gy.", k=5))) for guess in chance.sample(pool, 2)]
        left = [word for word in pool if all(colours_of(guess, word) == colours for guess, colours in guesses)]
        assert english.search(wordle.query(guesses)).to_list() == left


@pytest.mark.parametrize("number", [1, 2, 9, 60])
def test_wordle_suggests_the_guess_that_splits_best(words: list[str], number: int) -> None:
    chance = random.Random(number)
    pool = sorted(chance.sample([word for word in words if len(word) == 5], 400))
    candidates = sorted(chance.sample(pool, number))
    left = {guess: Counter(colours_of(guess, word) for word in candidates) for guess in pool}
    least = min(sum(size**2 for size in groups.values()) for groups in left.values())
    guess, average = wordle.suggest(candidates, pool)
    assert average == least / number
    assert sum(size**2 for size in left[guess].values()) == least
    best = {word for word in pool if sum(size**2 for size in left[word].values()) == least}
    assert guess in candidates or not best & set(candidates)


# -- Spelling Bee and Countdown ---------------------------------------------------------------------


@pytest.mark.parametrize(("centre", "others"), [("X", "CEILNO"), ("t", "aeinrs"), ("Q", "XZJVWK")])
def test_spelling_bee(english: lexkit.Lexicon, words: list[str], centre: str, others: str) -> None:
    letters, wanted = set((centre + others).upper()), centre.upper()
    expected = [word for word in words if len(word) >= 4 and wanted in word and letters.issuperset(word)]
    found, pangrams = spelling_bee.bee(english, centre, others)
    assert found.to_list() == expected
    assert pangrams.to_list() == [word for word in expected if set(word) == letters]
    assert list(map(spelling_bee.bee_points, ["EXON", "EXCEL", "LEXICON"])) == [1, 5, 14]


@pytest.mark.parametrize("letters", ["GYHDNOEUR", "carthorse", "AAAAABBBE", "QXZ"])
def test_countdown(english: lexkit.Lexicon, words: list[str], letters: str) -> None:
    tiles = Counter(letters.upper())
    expected = [word for word in words if tiles.keys() >= set(word) and Counter(word) <= tiles]
    found = spelling_bee.countdown(english, letters)
    assert found.to_list() == expected
    by_length = defaultdict(list)
    for word in expected:
        by_length[len(word)].append(word)
    assert spelling_bee.by_length(found) == sorted(by_length.items(), reverse=True)


# -- Ghost ------------------------------------------------------------------------------------------


class PlainGhost:
    """Ghost by minimax over the set of beginnings of words."""

    def __init__(self, words: list[str]) -> None:
        self.long = {word for word in words if len(word) >= 4}
        self.next: dict[str, set[str]] = defaultdict(set)
        for word in self.long:
            # No game comes further than to the first word.
            if not any(word[:length] in self.long for length in range(4, len(word))):
                for length in range(len(word)):
                    self.next[word[:length]].add(word[length])
        #: Whether the player to move wins, for every position, the longest first.
        self.wins: dict[str, bool] = {}
        for text in sorted(self.next, key=len, reverse=True):
            self.wins[text] = bool(self.good(text))

    def good(self, text: str) -> list[str]:
        after = {letter: text + letter for letter in sorted(self.next[text])}
        return [letter for letter, said in after.items() if said not in self.long and not self.wins[said]]


@pytest.mark.sweep
def test_ghost_on_the_bundled_list(english: lexkit.Lexicon, words: list[str]) -> None:
    plain, game = PlainGhost(words), ghost.Ghost(english)
    assert game.good(game.start()) == plain.good("")
    for text in random.Random(1).sample(sorted(plain.next), 200):
        place = game.start(text.lower())
        assert set(game.letters(place)) == plain.next[text], text
        assert game.good(place) == plain.good(text), text
    assert (round(len(plain.next), -3), round(len(game.known), -3)) == (125_000, 43_000), "as the docstring says"


@each("seed", range(30))
def test_ghost_on_small_lists(seed: int) -> None:
    chance = random.Random(seed)
    some = ["".join(chance.choices("ABC", k=chance.randint(1, 7))) for _ in range(chance.randint(1, 25))] + ["AAAA"]
    plain, game = PlainGhost(some), ghost.Ghost(make(some), seed)
    for text in plain.next:
        assert set(game.letters(game.start(text))) == plain.next[text], (some, text)
        assert game.good(game.start(text)) == plain.good(text), (some, text)
    for start in filter(plain.wins.get, plain.next):
        # Whatever the other player says, the game never loses from where it can win.
        positions = [start]
        while positions:
            text = positions.pop()
            said = text + game.choose(game.start(text))
            assert said not in plain.long
            positions += [said + letter for letter in plain.next[said] if said + letter not in plain.long]


def test_ghost_tells_equal_states_of_different_lengths_apart() -> None:
    # B and BCDE follow both A and XYZ: AB is too short to matter, XYZB loses.
    game = ghost.Ghost(make(["AB", "ABCDE", "XYZB", "XYZBCDE"]))
    assert game.start("A").node == game.start("XYZ").node
    assert game.good(game.start("A")) == ["B"]
    assert game.good(game.start("XYZ")) == []
    assert game.wins(game.start("A"))
    assert not game.wins(game.start("XYZ"))


def test_ghost_loses_late() -> None:
    game = ghost.Ghost(make(["ABCD", "ABCEFG"]))
    assert game.good(game.start("ABC")) == []
    assert game.choose(game.start("ABC")) == "E", "D would complete a word"
    for over in ("ABCD", "ABCDE", "ABX", "B"):
        with pytest.raises(ValueError, match="no game goes on after"):
            game.start(over)


# -- word ladders -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "first"), few_of([(3, "CAT"), (4, "COLD"), (5, "BLACK"), (6, "KITTEN")], 2))
def test_a_ladder_is_shortest(english: lexkit.Lexicon, words: list[str], length: int, first: str) -> None:
    pool = [word for word in words if len(word) == length]
    buckets = defaultdict(list)
    for word in pool:
        for place in range(length):
            buckets[word[:place] + "?" + word[place + 1 :]].append(word)
    assert sorted(word_ladder.neighbours(english, first)) == sorted(
        word for word in pool if sum(a != b for a, b in zip(word, first, strict=True)) == 1
    )
    steps, queue = {first: 0}, [first]
    for word in queue:
        for place in range(length):
            for near in buckets[word[:place] + "?" + word[place + 1 :]]:
                if near not in steps:
                    steps[near] = steps[word] + 1
                    queue.append(near)
    unreached = [word for word in pool if word not in steps]
    some = random.Random(length)
    for last in [first, queue[-1], *some.sample(queue, 12), *some.sample(unreached, min(3, len(unreached)))]:
        found = word_ladder.ladder(english, first.lower(), last)
        if found is None:
            assert last in unreached
            continue
        assert (found[0], found[-1], len(found) - 1) == (first, last, steps[last])
        assert set(found) <= set(pool)
        assert all(sum(a != b for a, b in zip(*pair, strict=True)) == 1 for pair in itertools.pairwise(found))


# -- other things than words ------------------------------------------------------------------------


def in_a_row(some: list[str], all_: list[str]) -> bool:
    """Return whether the one sequence is a part of the other."""
    return any(all_[start : start + len(some)] == some for start in range(len(all_)))


def test_rhymes_have_the_same_sounds_from_the_last_vowel_on() -> None:
    sounds = rhymes.Sounds(rhymes.SAID)
    assert len(sounds.said) == 33

    def end(said: list[str]) -> list[str]:
        return said[max(place for place, sound in enumerate(said) if sound in rhymes.VOWELS) :]

    for word, said in sounds.said.items():
        expected = sorted(other for other, its in sounds.said.items() if other != word and end(its) == end(said))
        assert sounds.rhymes(word.lower()) == expected
        for start, stop in itertools.combinations(range(len(said) + 1), 2):
            some = said[start:stop]
            expected = sorted(other for other, its in sounds.said.items() if in_a_row(some, its))
            assert sounds.having(" ".join(some)) == expected


def test_openings_have_the_moves_in_a_row() -> None:
    known = openings.Openings(openings.OPENINGS)
    lines = {
        name: moves.split() for name, moves in (line.split(": ") for line in openings.OPENINGS.split("\n") if line)
    }
    for line in lines.values():
        for start, stop in itertools.combinations(range(len(line) + 1), 2):
            some = line[start:stop]
            assert known.find(some) == sorted(name for name, moves in lines.items() if in_a_row(some, moves))
    for before, after in ((["e4"], ["d4"]), (["d4", "Nf6"], ["c4"])):
        some = [*before, *after]
        around: tuple[set[str], set[str]] = (set(), set())
        for moves in lines.values():
            for at in range(len(moves)):
                if moves[at : at + len(some)] == some:
                    around[0].update(moves[max(0, at - 1) : at])
                    around[1].update(moves[at + len(some) : at + len(some) + 1])
        assert known.around(some) == (sorted(around[0]), sorted(around[1]))


@pytest.mark.parametrize("seed", range(6))
def test_reads_make_parts_of_the_genome_and_all_of_it_if_there_are_many(seed: int) -> None:
    rng = random.Random(seed)
    genome = "".join(rng.choices("ACGT", k=400))
    pieces = reads.cut(genome, 30, rng)
    made = reads.assemble(pieces)
    assert all(whole in genome for whole in made)
    assert all(any(piece in whole for whole in made) for piece in pieces)
    every = [genome[start : start + reads.LENGTH] for start in range(len(genome) - reads.LENGTH + 1)]
    assert reads.assemble(every) == [genome]


# -- molecules --------------------------------------------------------------------------------------


def try_everywhere(drawings: list[str], board: list[str], atoms: str) -> set[frozenset[tuple[tuple[int, int], str]]]:
    """Lay each molecule in each orientation on each place, and keep what is allowed."""
    found = set()
    have = Counter(atoms)
    for drawing in drawings:
        rows = drawing.split("\n")
        cells = [(r, c, sign) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != " "]
        turned = [
            [(a * r + b * c, d * r + e * c, sign) for r, c, sign in cells]
            for a, b, d, e in itertools.product((-1, 0, 1), repeat=4)
            if abs(a * e - b * d) == 1 and abs(a) + abs(b) == abs(d) + abs(e) == 1
        ]
        for shape in turned:
            for down, right in itertools.product(range(-9, 10), repeat=2):
                laid = {(r + down, c + right): sign for r, c, sign in shape}
                inside = all(0 <= r < len(board) and 0 <= c < len(board[0]) for r, c in laid)
                if not inside or any(board[r][c] != "." for r, c in laid) or Counter(laid.values()) - have:
                    continue
                touching = [
                    sign + board[r + i][c + j]
                    for (r, c), sign in laid.items()
                    for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
                    if 0 <= r + i < len(board) and 0 <= c + j < len(board[0]) and board[r + i][c + j] not in ".#"
                ]
                if touching and all(pair in molecules.BINDS for pair in touching):
                    found.add(frozenset(laid.items()))
    return found


@pytest.mark.parametrize("seed", few_of(range(40), 6))
def test_molecules_are_laid_wherever_they_fit(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 5), rng.randint(1, 5)
    board = ["".join(rng.choice("......#CNO") for _ in range(columns)) for _ in range(rows)]
    drawings = []
    for _ in range(rng.randint(1, 5)):
        squares = {(0, 0)}
        while len(squares) < rng.randint(1, 6):
            squares.add(rng.choice([there for square in sorted(squares) for there in molecules.around(square)]))
        top, left = min(r for r, _ in squares), min(c for _, c in squares)
        atoms = {(r - top, c - left): rng.choice("CNO") for r, c in squares}
        drawings.append("\n".join("".join(atoms.get((r, c), " ") for c in range(6)) for r in range(6)).rstrip(" \n"))
    rack = "".join(rng.choice("CNO") for _ in range(rng.randint(1, 7)))
    assert molecules.Fitter(drawings).fits("\n".join(board), rack) == try_everywhere(drawings, board, rack)


def test_molecules_of_the_example() -> None:
    board = molecules.BOARD.strip().split("\n")
    fitter = molecules.Fitter(molecules.MOLECULES)
    for atoms in ("CCON", "CCONN", "C", ""):
        assert fitter.fits(molecules.BOARD, atoms) == try_everywhere([*molecules.MOLECULES], board, atoms)


def test_a_walk_finds_each_placement_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fitter = molecules.Fitter(molecules.MOLECULES)
    listed: list[molecules.Placement] = []
    lay = molecules.Fitter.lay

    def noting(self: molecules.Fitter, place: lexkit.Cursor, square: molecules.Square, path: tuple[()]) -> object:
        for placement in lay(self, place, square, path):
            if not path:
                listed.append(placement)
            yield placement

    monkeypatch.setattr(molecules.Fitter, "lay", noting)
    found = fitter.fits(molecules.BOARD, "CCONN")
    assert len(listed) == len(found) > 90
