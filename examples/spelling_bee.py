"""Solve Spelling Bee and Countdown, two games about a handful of letters.

A word of Spelling Bee has four letters or more and uses the centre letter, and any of six others, as often as it likes.
That is a difference of two sets: the words of all seven letters without the words of the six others. A pangram has all
seven. In Countdown the longest word that can be built from nine letters wins, each of them used once.

    $ python examples/spelling_bee.py bee X CEILNO
    $ python examples/spelling_bee.py countdown GYHDNOEUR
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from itertools import groupby

import lexkit

#: Letters of a Spelling Bee, letters of its shortest word, extra points of a pangram.
LETTERS, SHORTEST, BONUS = 7, 4, 7


def bee(lex: lexkit.Lexicon, centre: str, others: str) -> tuple[lexkit.Words, lexkit.Words]:
    """Return the words of a Spelling Bee, and the pangrams among them.

    Raises ValueError unless these are one letter and six others, all different.
    """
    letters = centre + others
    if len(centre) != 1 or not letters.isalpha() or not len(letters) == len(set(letters.upper())) == LETTERS:
        raise ValueError(f"a Spelling Bee is a centre letter and six others, all different, not {centre} {others}")
    words = lex.regex(f"[{letters}]{{{SHORTEST},}}") - lex.regex(f"[{others}]{{{SHORTEST},}}")
    return words, words & lex.superanagram(letters)


def bee_points(word: str) -> int:
    """Return the points of a word, 7 more for a pangram."""
    return (1 if len(word) == SHORTEST else len(word)) + (BONUS if len(set(word)) == LETTERS else 0)


def countdown(lex: lexkit.Lexicon, letters: str) -> lexkit.Words:
    """Return the words that can be built from some of these letters. Raises ValueError if they are not letters."""
    if not letters.isalpha():
        raise ValueError(f"Countdown is played with letters, not {letters!r}")
    return lex.subanagram(letters)


def by_length(words: lexkit.Words) -> list[tuple[int, list[str]]]:
    """Return the words of each length, the longest first."""
    return [(length, list(group)) for length, group in groupby(words.sorted_by("-length"), key=len)]


def show(title: str, words: Sequence[str]) -> None:
    """Print a title and, beside it, words."""
    print(textwrap.fill(" ".join(words), 100, initial_indent=f"{title:>8}  ", subsequent_indent=" " * 10))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the words of a Spelling Bee, or the longest of Countdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = parser.add_subparsers(dest="game", required=True, metavar="GAME")
    spelling = games.add_parser("bee", help="all words with the centre letter")
    spelling.add_argument("centre", metavar="CENTRE")
    spelling.add_argument("others", metavar="OTHERS", help="the six other letters")
    longest = games.add_parser("countdown", help="the longest words")
    longest.add_argument("letters", metavar="LETTERS", help="usually nine")
    longest.add_argument("--all", action="store_true", help="shorter ones too; otherwise those of the best two lengths")
    options = parser.parse_args(arguments)
    lex = lexkit.open("english")
    try:
        if options.game == "bee":
            words, pangrams = bee(lex, options.centre, options.others)
        else:
            words = countdown(lex, options.letters)
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if not words:
        parser.exit(1, "no word can be made of these letters\n")
    groups = by_length(words)
    for length, group in groups if options.game == "bee" or options.all else groups[:2]:
        show(str(length), group)
    if options.game == "bee":
        show("pangrams", list(pangrams) or ["none"])
        print(f"\nwords: {len(words)}, points: {sum(map(bee_points, words))}")


if __name__ == "__main__":
    main()
