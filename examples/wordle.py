"""Help with Wordle: a query for the colours, a good next guess.

In a pattern, a green letter stands in its place, and a yellow or grey one does not. `includes:` says how often a letter
occurs: EERIE with two yellow E's and a grey one is `includes:EE -includes:EEE`. The best guess splits the words best.

    $ python examples/wordle.py CRANE:.yg.. DOITS:yg...
    $ python examples/wordle.py EERIE:yy... STEEL:g.ggy --query

Each argument is a guess and its colours: `g` green, `y` yellow, `.` grey. Without any, an opening guess is suggested.
"""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

import lexkit

GREEN, YELLOW, GREY = "g", "y", "."
#: Most pairs of a guess and a word that are compared for a suggestion: about half a second.
MOST_PAIRS = 400_000
#: Most words that are printed.
MOST_SHOWN = 60

Guess = tuple[str, str]


def read_guess(text: str) -> Guess:
    """Return the word and its colours from `WORD:COLOURS`. Raises ValueError if they do not belong together."""
    word, _, colours = text.lower().partition(":")
    if not word.isalpha() or len(word) != len(colours) or not set(colours) <= {GREEN, YELLOW, GREY}:
        raise ValueError(f"a guess is written like CRANE:.yg.. (g green, y yellow, . grey), not {text!r}")
    return word.upper(), colours


def feedback(guess: str, answer: str) -> str:
    """Return the colours of a guess. A letter guessed twice is coloured as often as the answer has it, green first."""
    left = Counter(right for letter, right in zip(guess, answer, strict=True) if letter != right)
    colours = ""
    for letter, right in zip(guess, answer, strict=True):
        if letter == right:
            colours += GREEN
        elif left[letter]:
            left[letter] -= 1
            colours += YELLOW
        else:
            colours += GREY
    return colours


def query(guesses: Iterable[Guess]) -> str:
    """Return the query for the words that would have given these colours."""
    terms: list[str] = []
    for word, colours in guesses:
        pairs = list(zip(word, colours, strict=True))
        terms.append("pattern:" + "".join(letter if colour == GREEN else f"^{letter}" for letter, colour in pairs))
        has = Counter(letter for letter, colour in pairs if colour != GREY)
        if has:
            terms.append(f"includes:{''.join(has.elements())}")
        # A grey letter: the word has it no more often than it is coloured.
        terms += [f"-includes:{letter * (has[letter] + 1)}" for letter, colour in pairs if colour == GREY]
    return " ".join(dict.fromkeys(terms))


def suggest(candidates: Sequence[str], words: Sequence[str]) -> tuple[str, float]:
    """Return the guess that leaves the fewest candidates, and their average number.

    Of equal ones a candidate is preferred. If there are too many pairs to compare, only words are tried whose letters
    are in about half of the candidates.
    """
    spread = Counter(letter for word in candidates for letter in set(word))

    def likely(some: Sequence[str]) -> list[str]:
        weights = {letter: number * (len(candidates) - number) for letter, number in spread.items()}
        most = MOST_PAIRS // (2 * len(candidates)) + 1
        return sorted(some, key=lambda word: -sum(weights.get(letter, 0) for letter in set(word)))[:most]

    def left(guess: str) -> float:
        groups = Counter(feedback(guess, answer) for answer in candidates)
        return sum(size * size for size in groups.values()) / len(candidates)

    fitting = set(candidates)
    tried = dict.fromkeys(likely(candidates) + likely(words))
    number, _, guess = min((left(guess), guess not in fitting, guess) for guess in tried)
    return guess, number


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the words that are left and the guess to make next."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("guesses", nargs="*", metavar="WORD:COLOURS")
    parser.add_argument("--length", type=int, default=5, help="letters of the first guess (default: 5)")
    parser.add_argument("--query", action="store_true", help="print the query too")
    options = parser.parse_args(arguments)
    lex = lexkit.open("english")
    try:
        guesses = [read_guess(text) for text in options.guesses]
        lengths = {len(word) for word, _ in guesses} or {options.length}
        if len(lengths) > 1:
            raise ValueError("all guesses have the same number of letters")
        words = lex.pattern("?" * lengths.pop()).to_list()
        candidates = lex.search(query(guesses)).to_list() if guesses else words
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if options.query:
        print(f"query: {query(guesses)}")
    if not candidates:
        parser.exit(1, "no word is left\n")
    more = f" and {len(candidates) - MOST_SHOWN:,} more" if len(candidates) > MOST_SHOWN else ""
    print(textwrap.fill(f"{len(candidates):,} left: {' '.join(candidates[:MOST_SHOWN])}{more}", 100))
    if len(candidates) > 1:
        guess, number = suggest(candidates, words)
        print(f"guess {guess}, which leaves {number:.1f} on average")


if __name__ == "__main__":
    main()
