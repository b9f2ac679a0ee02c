"""Fit molecules onto others on a lattice: objects in two dimensions, by a lexicon with several separators.

Gordon (1994) ends: "the GADDAG algorithm fits objects into an environment", "from the point of view of each atom", and
"objects could be represented in two or more dimensions by encoding strings with multiple delimiters". Here a molecule
is a set of atoms on a square lattice. Its strings walk it from each of its atoms, in each of its eight orientations:
an atom, then R, U, L or D and the atom there, and B to go back. They are words of a lexicon.

The board has atoms, bricks (#) and free squares (.). A molecule is laid from given atoms onto free squares, beside at
least one atom of the board; where it touches one, both must be a pair that binds. That is a cross set: it is computed
once a square, before the search. An anchor is a free square beside an atom; once all that covers it has been found, it
is closed, so nothing is found twice.

    $ python examples/molecules.py --atoms CNCO --show 1
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import lexkit

Square = tuple[int, int]
#: Contents of squares: atoms of a molecule, or of the board, or bricks.
Atoms = Mapping[Square, str]
Placement = frozenset[tuple[Square, str]]

ATOMS = "CNO"
#: Separator -> the step that it is. The order is that of the walk.
STEPS = {"R": (0, 1), "U": (-1, 0), "L": (0, -1), "D": (1, 0)}
BACK, BRICK, FREE = "B", "#", "."
#: Atoms that may touch, both ways.
BINDS = {"CC", "CN", "CO", "NC", "NO", "OC", "ON"}

#: Molecules as drawn, with spaces for squares that they do not cover.
MOLECULES = ("CO", "CC\nN ", "CN\nOC", "CNC", "C \nCO\nN ", "NCC\n O ")
BOARD = """
.......
..#....
..CO.#.
...C...
.#.N...
.......
"""


def read(drawing: str) -> dict[Square, str]:
    """Return what lies on the squares of a drawing, without those that are free or not covered."""
    rows = enumerate(drawing.strip("\n").splitlines())
    return {(row, column): sign for row, line in rows for column, sign in enumerate(line) if sign not in f" {FREE}"}


def orientations(molecule: Atoms) -> Iterator[dict[Square, str]]:
    """Yield a molecule turned and mirrored in all eight ways, some of which may look alike."""
    for flip in (1, -1):
        for turn in range(4):
            turned = {}
            for (row, column), atom in molecule.items():
                place = (row, flip * column)
                for _ in range(turn):
                    place = (place[1], -place[0])
                turned[place] = atom
            yield turned


def spell(molecule: Atoms, start: Square) -> str:
    """Return the string of a molecule from one of its atoms."""
    seen = {start}

    def walk(square: Square) -> str:
        text = molecule[square]
        for separator, (down, right) in STEPS.items():
            there = (square[0] + down, square[1] + right)
            if there in molecule and there not in seen:
                seen.add(there)
                text += separator + walk(there) + BACK
        return text

    text = walk(start).rstrip(BACK)
    if len(seen) < len(molecule):
        raise ValueError("a molecule hangs together")
    return text


class Fitter:
    """Finds where molecules fit. ``steps``: how many arcs of the lexicon were followed."""

    def __init__(self, molecules: Iterable[str]) -> None:
        strings = {
            spell(turned, start) for drawing in molecules for turned in orientations(read(drawing)) for start in turned
        }
        built = lexkit.build(sorted(strings))
        assert isinstance(built, lexkit.Lexicon)
        self.lexicon = built
        self.steps = 0

    def fits(self, board: str, atoms: str) -> set[Placement]:
        """Return all placements of a molecule made of some of these atoms."""
        lines = board.strip("\n").splitlines()
        here = read(board)
        # The cross sets: None for a square that touches nothing.
        self.cross: dict[Square, str] = {}
        anchors = []
        for square in [(row, column) for row, line in enumerate(lines) for column in range(len(line))]:
            if square in here:
                continue
            beside = [here[there] for there in around(square) if here.get(there, BRICK) != BRICK]
            self.cross[square] = "".join(atom for atom in ATOMS if all(atom + other in BINDS for other in beside))
            if beside:
                anchors.append(square)
        self.rack = Counter(atoms)
        self.laid: dict[Square, str] = {}
        found = set()
        for anchor in anchors:
            found |= set(self.lay(self.lexicon.cursor(), anchor, ()))
            del self.cross[anchor]
        return found

    def lay(self, place: lexkit.Cursor, square: Square, path: tuple[Square, ...]) -> Iterator[Placement]:
        """Lay an atom on a square, and go on from there; ``path``: the squares to go back to."""
        for atom in self.cross.get(square, ""):
            there = place.step(atom) if self.rack[atom] and square not in self.laid else None
            if there is not None:
                self.steps += 1
                self.rack[atom] -= 1
                self.laid[square] = atom
                if there.complete:
                    yield frozenset(self.laid.items())
                yield from self.turn(there, (*path, square))
                del self.laid[square]
                self.rack[atom] += 1

    def turn(self, place: lexkit.Cursor, path: tuple[Square, ...]) -> Iterator[Placement]:
        """Follow the separators from the last square of a path."""
        row, column = path[-1]
        for separator in place.arcs:
            if separator == BACK and len(path) > 1:
                there = place.step(BACK)
                self.steps += 1
                if there is not None:
                    yield from self.turn(there, path[:-1])
            elif separator in STEPS:
                there = place.step(separator)
                self.steps += 1
                if there is not None:
                    down, right = STEPS[separator]
                    yield from self.lay(there, (row + down, column + right), path)


def around(square: Square) -> list[Square]:
    """Return the four squares beside one."""
    return [(square[0] + down, square[1] + right) for down, right in STEPS.values()]


def draw(board: str, placement: Placement) -> str:
    """Return a board with a molecule on it, its atoms in lower case."""
    rows = [list(line) for line in board.strip("\n").splitlines()]
    for (row, column), atom in placement:
        rows[row][column] = atom.lower()
    return "\n".join("".join(row) for row in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--atoms", default="CCON", help=f"the atoms to lay, of {ATOMS}")
    parser.add_argument("--show", type=int, default=3, help="placements to draw")
    options = parser.parse_args()
    if strange := set(options.atoms) - set(ATOMS):
        parser.error(f"no such atom: {min(strange)}; there are {' '.join(ATOMS)}")
    fitter = Fitter(MOLECULES)
    found = sorted(fitter.fits(BOARD, options.atoms), key=lambda placement: (-len(placement), sorted(placement)))
    print(f"{len(found)} placements, {fitter.steps} arcs; {len(fitter.lexicon)} strings of {len(MOLECULES)} molecules")
    for placement in found[: options.show]:
        print(f"\n{draw(BOARD, placement)}")
    return 0 if found else 1


if __name__ == "__main__":
    raise SystemExit(main())
