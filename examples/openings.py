"""Find chess openings by moves in their middle: a lexicon whose letters are moves.

Each move is a letter, and an opening a string of them. From moves in a row a walk goes on in both directions: what was
played before, what comes next.

    $ python examples/openings.py 'c5 Nf3'
    $ python examples/openings.py 'd5 c4' --around
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import lexkit

OPENINGS = """
Italian Game: e4 e5 Nf3 Nc6 Bc4
Ruy Lopez: e4 e5 Nf3 Nc6 Bb5
Scotch Game: e4 e5 Nf3 Nc6 d4
Petrov's Defence: e4 e5 Nf3 Nf6
King's Gambit: e4 e5 f4
Sicilian, Najdorf: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
Sicilian, Dragon: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
Sicilian, Taimanov: e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6
French, Winawer: e4 e6 d4 d5 Nc3 Bb4
Caro-Kann, Advance: e4 c6 d4 d5 e5
Queen's Gambit Declined: d4 d5 c4 e6
Queen's Gambit Accepted: d4 d5 c4 dxc4
Slav Defence: d4 d5 c4 c6
King's Indian Defence: d4 Nf6 c4 g6 Nc3 Bg7
Nimzo-Indian Defence: d4 Nf6 c4 e6 Nc3 Bb4
English Opening: c4 e5 Nc3
Reti Opening: Nf3 d5 c4
"""


class Openings:
    """Openings by their moves."""

    def __init__(self, lines: str) -> None:
        named = dict(line.split(": ") for line in lines.strip().splitlines())
        played = {name: moves.split() for name, moves in named.items()}
        moves = sorted({move for line in played.values() for move in line})
        self.letters = {move: chr(ord("А") + number) for number, move in enumerate(moves)}
        self.moves = {letter: move for move, letter in self.letters.items()}
        self.names = {self.spell(line): name for name, line in played.items()}
        tiles = [lexkit.Tile(letter, letter.lower()) for letter in self.moves]
        lex = lexkit.build(self.names, options=lexkit.Options(alphabet=lexkit.Alphabet("moves", tiles)))
        assert isinstance(lex, lexkit.Lexicon)
        self.lex = lex

    def spell(self, moves: Sequence[str]) -> str:
        """Return the moves as letters. Raises ValueError for one that no opening has."""
        for move in moves:
            if move not in self.letters:
                raise ValueError(f"no opening has the move {move}")
        return "".join(self.letters[move] for move in moves)

    def find(self, moves: Sequence[str]) -> list[str]:
        """Return the openings that have these moves in a row."""
        return sorted(self.names[line] for line in self.lex.substring(self.spell(moves)))

    def around(self, moves: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the moves that are played just before these, and just after."""
        text = self.spell(moves)
        before = [letter for letter in self.moves if self.lex.substring(letter + text)]
        after = [letter for letter in self.moves if self.lex.substring(text + letter)]
        return sorted(self.moves[letter] for letter in before), sorted(self.moves[letter] for letter in after)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the openings, or the moves around."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moves", help="moves in a row, with spaces between them")
    parser.add_argument("--around", action="store_true", help="what is played just before and after")
    options = parser.parse_args(arguments)
    openings = Openings(OPENINGS)
    try:
        found = openings.find(options.moves.split())
        before, after = openings.around(options.moves.split())
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if not found:
        parser.exit(1, "no opening has these moves in a row\n")
    print(f"before: {' '.join(before)}\nafter: {' '.join(after)}" if options.around else "\n".join(found))


if __name__ == "__main__":
    main()
