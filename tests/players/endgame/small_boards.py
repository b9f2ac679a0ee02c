"""Small endgames of the oracle as lexkit knows them: alphabets, boards, lexicons."""

import lexkit
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.runtime.game.text.cgp import write_squares
from tests.making import MANY, make
from tests.players.endgame.brute_force import Small


def alphabet_of(small: Small, counts: tuple[int, ...] | None = None) -> Alphabet:
    """The alphabet of an endgame; ``counts``: how many there are of each tile, blanks first."""
    counts = counts or (0,) * (small.letters + 1)
    each = zip(MANY, small.points[1:], counts[1:], strict=False)
    tiles = [Tile(label, label.lower(), points, count) for label, points, count in each]
    return Alphabet(f"first {small.letters}", tiles, blanks=counts[0], blank_points=small.points[0])


def board_of(small: Small, alphabet: Alphabet, scores: str = "0/0", exchange_minimum: int = 7) -> lexkit.Board:
    """The board of an endgame."""
    layout = lexkit.Layout("small", small.glyphs)
    rules = lexkit.Rules(
        layout,
        alphabet,
        small.rack_size,
        small.bingo,
        exchange_minimum,
        zero_turns=small.zero_turns,
        pass_turns=small.pass_turns,
        bonuses=small.bonuses,
        length_bonuses=small.length_bonuses,
    )
    grid = bytes(tile for line in small.board for tile in line)
    squares = write_squares(grid, layout.columns, rules.text)
    racks = "/".join(str(lexkit.Rack(bytes(rack), alphabet)) for rack in small.racks)
    return lexkit.Board.from_cgp(f"{squares} {racks} {scores} {small.zeros}", rules=rules)


def lexicon_of(small: Small, alphabet: Alphabet) -> lexkit.Lexicon:
    """The lexicon of an endgame."""
    return make(["".join(MANY[tile - 1] for tile in word) for word in small.words], alphabet)
