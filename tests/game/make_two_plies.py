"""Writes tests/golden/two_plies.json anew: its eight fixed cases and their counts by the word scan.

    python -m tests.game.make_two_plies

Run it only when a case is added or the format changes: the counts are there so that they do not change. The positions
are made by random moves with fixed seeds, and written out, so the file says all there is to know about each case.
"""

import json
import random
from pathlib import Path

from tests.game.kernels.random_positions import random_words
from tests.game.two_ply import Case, count_case, counts, tile
from tests.game.word_scan import BLANK, Game, Grid, Word, put, word_scan

GOLDEN = Path(__file__).parent.parent / "golden" / "two_plies.json"

FEW = "AB ABA ACE AE BA BAC BACE BE BEE CAB CAE CEE"
ENGLISH = """
    AD AE AH AI AM AN AR AS AT AX BE BO BY DO EH EL EM EN ER ES EX HA HE HI HO ID IN IS IT LO MA ME MI MU NE NO NU
    OE OH ON OR OS OX RE SH SI SO TA TI TO UN US UT WE YA YE
    ACE ACT AIR ALE ANT APE ARC ARE ARM ART ATE CAN CAR CAT EAR EAT ERA HAT HEN HER ICE ION IRE LEA LET LIE LIT NET NIT
    OAR OAT ONE ORE RAN RAT RIB RICE ROE ROT SAT SEA SET SIN SIT SON SUN TAN TAR TEA TEN TIE TIN TOE TON
    CARE CART CANE CORE EARN EAST EASE IRON LEAN LINE LION NEAR NEAT NOTE RAIN RATE REAL RENT RIOT ROAN SCAR SEAT SENT
    TEAR TERN TIER TIRE TONE TORE TRIO
    CARES CRANE IRATE LINER OATEN RETIA SCARE SNARE STARE TRACE
    ARTIST NATION RETAIN RETINA SENIOR
    ANTSIER NASTIER RETAINS RETINAS STAINER
"""
ENGLISH_POINTS = [0, 1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10]

#: One digit a square, 0 for a brick. The first five are their own mirror images in the diagonal.
PLAIN_5 = ["11111"] * 5
LETTERS_7 = ["1113111", "1211121", "1121211", "3111113", "1121211", "1211121", "1113111"]
WORDS_7 = ["3111113", "1112111", "1111111", "1212121", "1111111", "1112111", "3111113"]
LETTERS_9 = [
    "111121111", "131111131", "112111211", "111414111", "211111112", "111414111", "112111211", "131111131", "111121111",
]  # fmt: skip
WORDS_9 = [
    "411131114", "111111111", "111212111", "112111211", "311121113", "112111211", "111212111", "111111111", "411131114",
]  # fmt: skip
ASKEW_7 = ["3111112", "1121111", "1111141", "2111111", "1113111", "1111121", "1411113"]
BRICKS_LETTERS = ["111210111", "101111113", "112111201", "111410111", "211111112", "110114111"]
BRICKS_WORDS = ["211110114", "101211111", "111111101", "113110111", "111121112", "110111131"]


def cases() -> list[Case]:
    """The cases, without counts, the smallest first."""
    english, few = ENGLISH.split(), FEW.split()
    six, nine = _random_list(71, "ABCDEF"), _random_list(72, "AELNRZ")
    return [
        _case("twelve words on an empty 5x5 board", few, PLAIN_5, PLAIN_5, (2, 2), "ABCE", "ACEE?", 5, 0),
        _case("one row of nine squares", english, ["112113111"], ["111211113"], (0, 4), "ACEINR?", "EIOST", 7, 0),
        _case("an empty 7x7 board", english, LETTERS_7, WORDS_7, (3, 3), "AEINRST", "ACEORT?", 7, 0),
        _case("both ways on an empty board askew", english, ASKEW_7, WORDS_7, (2, 4), "ACEIRST", "AELNOT", 6, 0),
        _case("9x9 after four moves", english, LETTERS_9, WORDS_9, (4, 4), "AEINRT?", "ACELOST", 7, 4),
        _case("9x6 with bricks", english, BRICKS_LETTERS, BRICKS_WORDS, (4, 3), "AEHNST?", "CIORTU?", 7, 3),
        _case("random words of six letters", six, LETTERS_9, WORDS_9, (4, 4), "ABCDEEF", "AABCDF?", 7, 5),
        _case("two blanks, a rack of nine", nine, ASKEW_7, LETTERS_7, (3, 3), "ALN??", "AAEELNNRZ", 9, 4),
    ]


def _random_list(seed: int, letters: str) -> list[str]:
    """Random words of these letters."""
    words = random_words(random.Random(seed), [tile(letter) for letter in letters], longest=9)
    return ["".join(chr(ord("A") + number - 1) for number in word) for word in words]


def _case(
    name: str,
    words: list[str],
    letter_multipliers: list[str],
    word_multipliers: list[str],
    start: tuple[int, int],
    rack_first: str,
    rack_second: str,
    rack_size: int,
    moves_before: int,
) -> Case:
    """A case on the board after so many random moves from the empty one."""
    game = Game(
        [list(map(int, row)) for row in letter_multipliers],
        [list(map(int, row)) for row in word_multipliers],
        start,
        ENGLISH_POINTS,
        rack_size=rack_size,
    )
    board = _after_random_moves([tuple(map(tile, word)) for word in words], game, moves_before)
    return {
        "name": name,
        "words": sorted(words),
        "board": ["".join(map(_letter, row)) for row in board],
        "letter_multipliers": letter_multipliers,
        "word_multipliers": word_multipliers,
        "start": list(start),
        "points": ENGLISH_POINTS,
        "bingo": game.bingo,
        "rack_size": rack_size,
        "racks": [rack_first, rack_second],
    }


def _after_random_moves(words: list[Word], game: Game, number: int) -> Grid:
    """The board after random moves of racks with a blank, drawn from the letters of the words."""
    rng = random.Random(number)
    letters = sorted({letter for word in words for letter in word})
    board = [[0] * game.columns for _ in range(game.rows)]
    for _ in range(number):
        moves: set[tuple[int, int, bool, Word, int]] = set()
        while not moves:
            rack = counts("?", len(game.points))
            for letter in rng.choices(letters, k=5):
                rack[letter] += 1
            moves = word_scan(words, board, rack, game)
        longest = sorted(moves, key=lambda move: (-len(move[3]), move))
        # One of those that put down the most tiles, so that boards fill up.
        board = put(board, rng.choice(longest[: len(moves) // 7 + 1]))
    return board


def _letter(tile_there: int) -> str:
    if tile_there & BLANK:
        return chr(ord("a") + (tile_there & ~BLANK) - 1)
    return chr(ord("A") + tile_there - 1) if tile_there else "."


def with_counts(case: Case) -> Case:
    """The case with its counts beside it."""
    return {**case, "counts": count_case(case)._asdict()}


def as_text(made: list[Case]) -> str:
    """JSON with grids drawn a row a line, and all else a line."""
    drawn = []
    for case in made:
        fields = []
        for key, value in case.items():
            text = json.dumps(value)
            if key in ("board", "letter_multipliers", "word_multipliers"):
                text = "[\n   " + ",\n   ".join(map(json.dumps, value)) + "\n  ]"
            fields.append(f"  {json.dumps(key)}: {text}")
        drawn.append(" {\n" + ",\n".join(fields) + "\n }")
    return "[\n" + ",\n".join(drawn) + "\n]\n"


if __name__ == "__main__":
    GOLDEN.write_text(as_text([with_counts(case) for case in cases()]), "utf-8")
