"""Play Ghost perfectly: the player who completes a word loses.

Two players say letters in turn, which together must begin a word of four letters or more. Who wins depends only on how
they can go on, and a minimized automaton has one state for all that go on alike: 43,000 for the 125,000 positions here.

    $ python examples/ghost.py WHI
    $ python examples/ghost.py BL --watch
    $ python examples/ghost.py FL --play
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from random import Random

import lexkit

SHORTEST = 4


def steps(place: lexkit.Cursor) -> Iterator[lexkit.Cursor]:
    """Iterate over the places one letter further."""
    return (after for letter in sorted({*place.arcs, *place.letters}) if (after := place.step(letter)))


def is_start(place: lexkit.Cursor) -> bool:
    """Return whether a word that is long enough begins like this."""
    return len(place.path) >= SHORTEST or any(map(is_start, steps(place)))


def is_over(place: lexkit.Cursor) -> bool:
    """Return whether the last letter completed a word that is long enough."""
    return place.complete and len(place.path) >= SHORTEST


class Ghost:
    """The game on a lexicon, with cursors as positions."""

    def __init__(self, lex: lexkit.Lexicon, seed: int = 0) -> None:
        self.lex = lex
        self.random = Random(seed)
        self.known: dict[tuple[int, int], bool] = {}

    def start(self, text: str = "") -> lexkit.Cursor:
        """Return the position after these letters. Raises ValueError if no game goes on from there."""
        place = self.lex.cursor()
        for number, letter in enumerate(text.upper(), 1):
            place = self.letters(place).get(letter, place)
            if len(place.path) < number or is_over(place):
                raise ValueError(f"no game goes on after {text.upper()[:number]}")
        return place

    def letters(self, place: lexkit.Cursor) -> dict[str, lexkit.Cursor]:
        """Return the position after each letter that may be said."""
        return {} if is_over(place) else {after.path[-1]: after for after in steps(place) if is_start(after)}

    def wins(self, place: lexkit.Cursor) -> bool:
        """Return whether the player to move wins. Up to three letters, that depends on their number too."""
        key = place.node, min(len(place.path), SHORTEST - 1)
        if key not in self.known:
            self.known[key] = bool(self.good(place))
        return self.known[key]

    def good(self, place: lexkit.Cursor) -> list[str]:
        """Return the letters that win."""
        return [c for c, after in self.letters(place).items() if not is_over(after) and not self.wins(after)]

    def choose(self, place: lexkit.Cursor) -> str:
        """Return a winning letter, or the one with the fewest good answers."""
        if good := self.good(place):
            return self.random.choice(good)
        after = self.letters(place)
        return min(after, key=lambda letter: (is_over(after[letter]), len(self.good(after[letter]))))

    def ask(self, place: lexkit.Cursor) -> str:
        """Return the letter that the user types. Raises EOFError at the end of the input."""
        said = "".join(place.path)
        while (letter := input(f"{said or 'your letter'}? ").strip().upper()) not in self.letters(place):
            print(f"no word goes on with {letter!r}")
        return letter

    def play(self, place: lexkit.Cursor, players: dict[str, Callable[[lexkit.Cursor], str]]) -> None:
        """Let the players choose letters in turn until one completes a word."""
        for name, choose in cycle(players.items()):
            place = self.letters(place)[choose(place)]
            print(f"{name}: {''.join(place.path)}")
            if is_over(place):
                print(f"{''.join(place.path)} is a word: {name} lost")
                return


def main(arguments: Sequence[str] | None = None) -> None:
    """Tell who wins, or play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("letters", nargs="?", default="", help="what has been said (default: nothing)")
    parser.add_argument("--watch", action="store_true", help="play both sides")
    parser.add_argument("--play", action="store_true", help="play against you; you are to move")
    parser.add_argument("--seed", type=int, default=0, help="which of several good letters it says (default: 0)")
    options = parser.parse_args(arguments)
    game = Ghost(lexkit.open("english"), options.seed)
    try:
        place = game.start(options.letters)
        if options.play:
            game.play(place, {"you": game.ask, "ghost": game.choose})
        elif options.watch:
            game.play(place, {"first": game.choose, "second": game.choose})
        else:
            good = game.good(place)
            print(f"the player to move wins with {', '.join(good)}" if good else "the player to move loses")
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except (EOFError, KeyboardInterrupt):
        parser.exit(1, "\nyou gave up\n")


if __name__ == "__main__":
    main()
