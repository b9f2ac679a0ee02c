"""A game of one's own: 40 letters, a 13 by 13 board with quadruple squares, racks of 8 tiles, a bingo of 60."""

import random
from functools import cache

import lexkit
from lexkit import Alphabet, Layout, Rules, Tile
from tests.making import make

#: 40 letters, the frequent ones first; eight are vowels.
LETTERS = "AEIOUÄÖÜRSTNLDKMPBGHVJFCZWXQYÅÆØÐÞÇÉÈÀÂÊ"
_VOWELS = 8


def _count(at: int) -> int:
    """The number of tiles of a letter."""
    return max(1, 7 - at // 2 % 4 * 2) if at < 2 * _VOWELS else 1


@cache
def own_alphabet() -> Alphabet:
    """90 tiles: two blanks, and seven of a frequent letter to one of a rare one."""
    return Alphabet(
        "own",
        [
            Tile(letter, letter.lower(), 1 + at // 4, _count(at), vowel=at < _VOWELS)
            for at, letter in enumerate(LETTERS)
        ],
        blanks=2,
    )


@cache
def own_layout() -> Layout:
    """Quadruple words in the corners, quadruple letters towards the middle."""
    rows = [["."] * 13 for _ in range(13)]
    for glyph, row, column in (
        ("~", 0, 0),
        ("-", 0, 6),
        ("^", 2, 4),
        ("'", 3, 1),
        ('"', 4, 6),
        ("=", 6, 2),
        ("#", 1, 1),
    ):
        for one, two in ((row, column), (column, row)):
            for down in (one, 12 - one):
                for across in (two, 12 - two):
                    rows[down][across] = glyph
    return Layout("own board", ["".join(row) for row in rows])


@cache
def own_rules() -> Rules:
    """The rules of the own game."""
    return Rules(own_layout(), own_alphabet(), rack_size=8, bingo=60, exchange_minimum=8)


@cache
def own_list(words: int = 9000, seed: int = 5) -> lexkit.Lexicon:
    """Words of two to eleven letters in which vowels and consonants take turns."""
    rng = random.Random(seed)
    sounds = LETTERS[:_VOWELS], LETTERS[_VOWELS:]
    weights = [[_count(LETTERS.index(letter)) for letter in some] for some in sounds]
    made = set()
    for length in rng.choices(range(2, 12), [20, 30, 16, 12, 8, 6, 4, 2, 1, 1], k=words):
        first = rng.randrange(2)
        made.add("".join(rng.choices(sounds[at % 2], weights[at % 2])[0] for at in range(first, first + length)))
    return make(made, own_alphabet())
