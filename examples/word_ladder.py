"""Find a shortest word ladder, one letter changed at each step.

The letters that fit one place of a word are a cross set, as for the square between two texts on a board: that is a walk
over the word, not over the list. The search starts from both ends, and goes on from the one that reached fewer words.

    $ python examples/word_ladder.py COLD WARM
    $ python examples/word_ladder.py BLACK WHITE
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import lexkit


def neighbours(lex: lexkit.Lexicon, word: str) -> Iterator[str]:
    """Yield the words that differ from this one in exactly one letter."""
    for place, letter in enumerate(word):
        before, after = word[:place], word[place + 1 :]
        yield from (before + other + after for other in lex.cross_set(before, after) if other != letter)


def ladder(lex: lexkit.Lexicon, first: str, last: str) -> list[str] | None:
    """Return the words of a shortest ladder with both ends, or None.

    Raises ValueError if one of the ends is not in the lexicon or they are not equally long.
    """
    first, last = first.upper(), last.upper()
    for word in (first, last):
        if word not in lex:
            raise ValueError(f"{word} is not in the lexicon")
    if len(first) != len(last):
        raise ValueError(f"{first} and {last} are not equally long")
    if first == last:
        return [first]
    # From each end: the words reached so far, each with the word before it, and those that were reached last.
    reached = {first: ""}, {last: ""}
    newest = [[first], [last]]
    while all(newest):
        side = 0 if len(newest[0]) <= len(newest[1]) else 1
        here, there = reached[side], reached[1 - side]
        further: list[str] = []
        for word in newest[side]:
            for near in neighbours(lex, word):
                if near not in here:
                    here[near] = word
                    further.append(near)
                # Whole levels are taken in turn, so that the first word reached from both ends is on a shortest ladder.
                if near in there:
                    return [*reversed(way_back(reached[0], near)), *way_back(reached[1], near)[1:]]
        newest[side] = further
    return None


def way_back(reached: dict[str, str], word: str) -> list[str]:
    """Return this word and those before it, back to the end."""
    way = []
    while word:
        way.append(word)
        word = reached[word]
    return way


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a shortest ladder, a word a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", metavar="FIRST")
    parser.add_argument("last", metavar="LAST")
    options = parser.parse_args(arguments)
    try:
        words = ladder(lexkit.open("english"), options.first, options.last)
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if words is None:
        parser.exit(1, f"no ladder leads from {options.first.upper()} to {options.last.upper()}\n")
    print("\n".join(words))


if __name__ == "__main__":
    main()
