"""Make conformance.json, the questions and answers that every reader of .gaddag files is held to.

    python readers/make_conformance.py           # write it again
    python readers/make_conformance.py --check   # fail if that would change it

readers/README.md describes the file. Nothing in it depends on the day, the machine or the version of lexkit: chance is
a seeded generator, and the provenance of the files says only how many words they have.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))  # for tests/, where forged files are made

import lexkit
from lexkit import lexicons
from lexkit.compiler.build import Options, compile_list
from lexkit.errors import AlphabetError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.formats.header_and_sections import pack_json
from lexkit.formats.lexicon_file import open_bytes
from lexkit.formats.node_order import arrange_for_packing
from lexkit.runtime.game.rules import CHALLENGES
from readers import conformance_games as games
from tests.attacks.forge import with_section
from tests.making import MANY
from tests.readers.forged_files import forged_files

FILE = HERE / "conformance.json"
#: Its English list as a file, for examples and tests that have no Python.
SMALL = HERE / "small.gaddag"
#: Answers of fewer words, and positions of fewer moves, are given in full.
FEW = 12
#: Words of the lexicons that are made up.
WORDS = 260
#: Added to a letter that a blank stands for.
BLANK = 128
COLUMNS = [*string.ascii_uppercase, "AA", "AB", "AC", "AD", "AE", "AF"]


def crc(text: str) -> int:
    return zlib.crc32(text.encode())


def digest_of_words(words: Iterable[str]) -> str:
    """The CRC-32 of all words, a line each, in eight hexadecimal digits."""
    return f"{crc(''.join(word + chr(10) for word in words)):08x}"


def digest_of_moves(moves: Iterable[str]) -> str:
    """The sum of the CRC-32 of each move, modulo 2^32: so their order does not matter."""
    return f"{sum(map(crc, moves)) % 2**32:08x}"


# -- Lexicons --------------------------------------------------------------------------------------


def lexicon_file(words: Iterable[str], alphabet: Alphabet, **options: bool) -> bytes:
    """The file of these words, whoever made it when."""
    data = b"".join(compile_list(list(words), Options(alphabet=alphabet, **options))[2])
    return with_section(data, b"provenance", pack_json({"words": len(lexkit.open(data))}))


def invented(alphabet: Alphabet, chance: random.Random) -> list[str]:
    """Words of vowels and consonants in turn, as often as their tiles are in the bag."""
    kinds: list[list[int]] = [[], []]
    for number, tile in enumerate(alphabet.tiles, start=1):
        kinds[tile.vowel] += [number] * (tile.count or 1)
    words = {alphabet.decode([number]) for number in kinds[1][:2]}
    for number, tile in enumerate(alphabet.tiles, start=1):
        parts = [alphabet.number(part) for part in tile.label]
        if len(parts) > 1 and None not in parts:  # CH is a tile, and so are C and H
            for word in ([number], parts, [*parts, number], [*kinds[1][:1], *parts, *kinds[1][-1:]]):
                words.add(alphabet.decode(word))
    while len(words) < WORDS:
        turn, length = chance.randrange(2), chance.choice((2, 2, 3, 3, 3, 4, 4, 5, 6, 7))
        words.add(alphabet.decode([chance.choice(kinds[(turn + at) % 2]) for at in range(length)]))
    return sorted(words)


def plain_alphabet(count: int) -> Alphabet:
    """The first of many letters, two of each in the bag, every third a vowel."""
    tiles = [Tile(MANY[at], MANY[at].lower(), at % 11, 2, at % 3 == 0) for at in range(count)]
    return Alphabet(f"first {count}", tiles, blanks=2)


def far_alphabet() -> Alphabet:
    """62 letters of Latin and other scripts, whose small forms the file leaves out; one has two code points."""
    labels = "AE\u0130ƁƆƉƊƎƏƐƓƔƖƗƜƝƟƩƮƱƲƷǄǶǷȠȺȽȾɃɄɅẞⱢⱣⱤⱭⱮⱯⱰⱾⱿꝽꞍꞪꞫꞬꞭꞰꞱꞲꞳꟄΑΩЀӀႠᏠᎠⰀＡ"
    tiles = [Tile(label, label.lower(), at % 11, 2, at % 3 == 0) for at, label in enumerate(labels)]
    return Alphabet("far", tiles, blanks=2)


def all_lexicons(chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """Name and file of each lexicon."""
    words = list(lexkit.open("english"))
    english = lexicons.alphabet("english")
    short = [word for word in words if len(word) <= 4 or (len(word) <= 8 and set(word) <= set("AEINRST"))]
    yield "english", lexicon_file(short, english)
    for name in lexicons.alphabet_names():
        if name != "english":
            alphabet = lexicons.alphabet(name)
            yield name, lexicon_file(invented(alphabet, chance), alphabet)
    for count in (1, 2, 31, 32, 63):
        alphabet = plain_alphabet(count)
        few = [MANY[0] * length for length in (1, 2, 5, 63)] + ["AB", "BA"] * (count - 1)
        yield f"the first {count} letters", lexicon_file(few if count < 3 else invented(alphabet, chance), alphabet)
    yield "no words", lexicon_file([], english)
    binary = [f"{number:b}"[1:].translate({48: "A", 49: "B"}) for number in range(2, 1024)]
    yield "all words of A and B", lexicon_file(binary, english)
    other = lexicon_file(short[:240:3], english, expanded=True, daggad=True, alphagrams=True)
    yield "with the expanded form, daggad and alphagrams", other
    packed = arrange_for_packing(open_bytes(lexicon_file(short[1:900:3], english)))
    assert packed is not None
    yield "as it lies in a packed file", packed
    # Masks of more bits than the mantissa of a double has.
    for count in (54, 58):
        alphabet = plain_alphabet(count)
        yield f"the first {count} letters", lexicon_file(invented(alphabet, chance), alphabet)
    raw = b'{"words":2,"deep":' + b"[" * 99 + b"]" * 99 + b',"long":[' + b"9" * 100 + b",-0." + b"1" * 97 + b",1e999]}"
    yield "deep levels and long numbers", with_section(lexicon_file(["AB", "BA"], english), b"provenance", raw)
    yield "letters whose small forms are far away", lexicon_file(invented(far_alphabet(), chance), far_alphabet())
    yield "with bonuses", lexicon_file(short[3:1200:3], english)


# -- Questions -------------------------------------------------------------------------------------


def of_words(words: lexkit.Words | lexkit.Listing) -> list[Any]:
    """The number of words, and the words or their digest."""
    listed = list(words)
    return [len(listed), digest_of_words(listed) if len(listed) > FEW else listed]


def read(alphabet: Alphabet, text: str) -> list[int] | None:
    """The tiles of a text, or None if the alphabet cannot read it."""
    try:
        return list(alphabet.encode(text))
    except AlphabetError:
        return None


def spellings(tile: Tile) -> list[str]:
    """Its label, small and large, in brackets and not, half of it small, and its aliases."""
    mixed = [tile.label[0] + tile.lower[1:]] if len(tile.label) > 1 else []
    return [tile.label, tile.lower, f"[{tile.label}]", f"[{tile.lower}]", *mixed, *tile.aliases]


def rank(lexicon: lexkit.Lexicon, word: str) -> int | None:
    return lexicon.rank(word) if word in lexicon else None


def questions(lexicon: lexkit.Lexicon, chance: random.Random, number: int) -> Iterator[list[Any]]:
    """Questions of all kinds about so many words, each with its answer at the end."""
    alphabet = lexicon.alphabet
    letters, labels = range(1, len(alphabet) + 1), list(alphabet)
    for turn in range(number):
        if len(lexicon) and turn % 6:
            tiles = alphabet.encode(lexicon[chance.randrange(len(lexicon))])
        else:
            tiles = bytes(chance.choice(letters) for _ in range(chance.randrange(1, 6)))
        word, at = alphabet.decode(tiles), chance.randrange(len(tiles))
        other = alphabet.decode([*tiles[:at], chance.choice(letters), *tiles[at + 1 :]])
        for text in (other, word * 64) if turn % 5 == 4 else (other,):
            yield ["contains", text, text in lexicon]
        yield ["rank", word, rank(lexicon, word)]
        place = chance.randrange(len(lexicon) + 1)
        yield ["word", place, lexicon[place] if place < len(lexicon) else None]
        mixed = "".join(chance.choice(spellings(alphabet.tiles[tile - 1])) for tile in tiles)
        for text in (mixed, mixed[:at] + chance.choice("!?* ") + mixed[at:]):
            yield ["tiles", text, read(alphabet, text)]
        piece = alphabet.decode(tiles[at : at + chance.choice((1, 2, 2, 3))])
        for kind in ("prefix", "suffix", "substring"):
            yield [kind, piece, *of_words(getattr(lexicon, kind)(piece))]
        pattern = "".join(chance.choice((labels[tile - 1], labels[tile - 1], "?", "*")) for tile in tiles)
        for text in (pattern, ("*", "?*", "*??", "**?*", pattern + "*", "?" * 64, "*" + pattern)[turn % 7]):
            yield ["pattern", text, *of_words(lexicon.pattern(text))]
        rack = [labels[tile - 1] for tile in tiles[:12]]
        for _ in range(chance.randrange(3)):
            rack[chance.randrange(len(rack))] = "?"
        chance.shuffle(rack)
        shortest = chance.choice((len(rack), len(rack), 2, 1))
        made = lexicon.search(f"subanagram:{''.join(rack)} length:>={shortest}")
        yield ["anagrams", "".join(rack), shortest, *of_words(made)]
        before, after = alphabet.decode(tiles[:at]), alphabet.decode(tiles[at + 1 :])
        if before or after:
            yield ["cross_set", before, after, list(lexicon.cross_set(before, after))]


def cross_lines(lexicon: lexkit.Lexicon, board: lexkit.Board) -> list[str]:
    """A line for each square and direction with tiles beside it, such as "8J across 12 A CH", those across first."""
    crosses = lexicon.cross_sets(board)
    found = []
    for square in crosses:
        cross = crosses[square]
        if cross.across_score is not None:
            found.append((0, f"{square} across {cross.across_score}", cross.across))
        if cross.down_score is not None:
            found.append((1, f"{square} down {cross.down_score}", cross.down))
    return [" ".join([text, *letters]) for _, text, letters in sorted(found, key=lambda line: line[0])]


def cross_questions(lexicon: lexkit.Lexicon, placed: Sequence[list[Any]]) -> Iterator[list[Any]]:
    """The cross sets of some of these positions, of each layout at least three."""
    asked: dict[str, dict[str, None]] = {}
    for layout, squares, *_ in placed:
        asked.setdefault(layout, {})[squares] = None
    for layout, boards in asked.items():
        for squares in list(boards)[:: max(1, len(boards) // 4)]:
            board = lexkit.Board.from_cgp(squares, rules=rules_of(layout, lexicon.alphabet))
            lines = cross_lines(lexicon, board)
            answer = lines if len(lines) <= FEW else digest_of_words(lines)
            yield ["cross_sets", layout, squares, len(lines), answer]


# -- Positions -------------------------------------------------------------------------------------


#: Layouts by name: rows, row and column of the start square, tiles of a full rack, points for playing all of it.
LAYOUTS: dict[str, tuple[Sequence[str], tuple[int, int], int, int]] = {
    "standard": (lexicons.layout("standard")["rows"], (7, 7), 7, 50),
    "super": (lexicons.layout("super")["rows"], (10, 10), 7, 50),
    "bricks": (["..#..=", ".'.-..", "...#..", '#...."', "......"], (2, 1), 7, 50),
    "corner": (["=...", "..^.", "~#..", "...="], (0, 0), 3, 10),
    "one row": (["..'..-....\"..."], (0, 4), 5, 20),
    "one column": (list("..'#.-....\"..."), (8, 0), 5, 20),
    "pillars": (['~.^."', ".#.#.", "'...-", ".#.#.", "=...~", ".#.#.", "\".'.="], (2, 2), 9, 35),
    "largest": (["." * 32, *["-" + ".." * 15 + "'"] * 30, "." * 32], (16, 16), 7, 50),
    "long racks": (lexicons.layout("standard")["rows"], (7, 7), 15, 100),
    "bonuses": (lexicons.layout("standard")["rows"], (7, 7), 7, 40),
}
#: By layout: more points for laying a number of tiles, and for a main word of a number of tiles.
BONUSES = {"bonuses": ({5: 12, 7: 5}, {2: 3, 5: 25, 6: 10, 8: 60})}


def move_text(move: lexkit.Move, board: lexkit.Board) -> str:
    """A move as readers write it: "8D .I[CH]e +12", with dots for tiles that lay there and small letters for blanks."""
    columns, alphabet = board.layout.columns, board.alphabet
    at, step = move.row * columns + move.column, 1 if move.across else columns
    played, text = list(move.played), []
    grid, rest = board.grid, columns - move.column if move.across else board.layout.rows - move.row
    while rest and (played or grid[at]):
        if grid[at]:
            text.append(".")
        else:
            tile = played.pop(0)
            kind = alphabet.tiles[tile % BLANK - 1]
            label = kind.lower if tile >= BLANK else kind.label
            text.append(label if len(label) == 1 else f"[{label}]")
        at, rest = at + step, rest - 1
    return f"{str(move).split()[0]} {''.join(text)} +{move.score}"


def rules_of(layout: str, alphabet: Alphabet) -> lexkit.Rules:
    rows, (row, column), size, bingo = LAYOUTS[layout]
    start = f"{row + 1}{COLUMNS[column]}"
    bonuses, length_bonuses = BONUSES.get(layout, ({}, {}))
    return lexkit.Rules(
        lexkit.Layout(layout, rows, start),
        alphabet,
        rack_size=size,
        bingo=bingo,
        bonuses=bonuses,
        length_bonuses=length_bonuses,
    )


def position(lexicon: lexkit.Lexicon, board: lexkit.Board, rack: str) -> list[Any]:
    """A position with its moves, or their number and digest."""
    moves = sorted(move_text(move, board) for move in lexicon.moves(board, rack))
    made = [board.layout.name, board.to_cgp().split()[0], rack, len(moves), digest_of_moves(moves)]
    return [*made, moves] if len(moves) <= FEW else made


def game(lexicon: lexkit.Lexicon, layout: str, chance: random.Random, turns: int) -> Iterator[list[Any]]:
    """The positions of a game that one player plays alone, and a rack for each."""
    rules, alphabet = rules_of(layout, lexicon.alphabet), lexicon.alphabet
    board, rack = lexkit.Board(rules=rules), []
    bag = [number for number, tile in enumerate(alphabet.tiles, start=1) for _ in range(tile.count)]
    bag += [0] * alphabet.blanks
    chance.shuffle(bag)
    for turn in range(turns):
        while bag and len(rack) < rules.rack_size:
            rack.append(bag.pop())
        if not rack:
            return
        # Now and then a rack of two blanks is asked about, which is not played.
        for tiles in ([0, 0, *rack[2:]], rack) if turn % 6 == 1 and len(rack) > 1 else (rack,):
            text = alphabet.decode(sorted(filter(None, tiles))) + "?" * tiles.count(0)
            yield position(lexicon, board, text)
        legal = sorted(lexicon.moves(board, text), key=lambda move: (-move.score, str(move)))
        if not legal:
            bag += rack
            rack.clear()
            chance.shuffle(bag)
            continue
        chosen = legal[min(int(chance.expovariate(0.5)), len(legal) - 1)]
        for tile in chosen.played:
            rack.remove(0 if tile >= BLANK else tile)
        board.play(chosen)


def sprawling(lexicon: lexkit.Lexicon, layout: str, chance: random.Random, number: int) -> Iterator[list[Any]]:
    """Boards on which tiles grow from the start square in any direction, whatever words they make."""
    rules, alphabet = rules_of(layout, lexicon.alphabet), lexicon.alphabet
    rows, columns, start = rules.layout.rows, rules.layout.columns, rules.layout.start
    letters = [at for at, tile in enumerate(alphabet.tiles, start=1) for _ in range(tile.count)]
    for _ in range(number):
        chance.shuffle(letters)
        covered = {start: letters[0]}
        for letter in letters[1 : chance.randrange(2, rows * columns // 4 + 3)]:
            row, column = divmod(chance.choice(list(covered)), columns)
            down, right = chance.choice(((-1, 0), (0, -1), (0, 1), (1, 0)))
            at = (row + down) * columns + column + right
            if 0 <= row + down < rows and 0 <= column + right < columns and at not in rules.layout.bricks:
                covered.setdefault(at, letter)
        if len(covered) == 1:
            continue
        lines = []
        for row in range(rows):
            line = ""
            for at in range(row * columns, (row + 1) * columns):
                line += alphabet.labels[covered[at] - 1].join("[]") if at in covered else "1"
            lines.append(re.sub("1+", lambda ones: str(len(ones[0])), line))
        board = lexkit.Board.from_cgp("/".join(lines), rules=rules)
        rack = alphabet.decode(sorted(letters[-rules.rack_size :]))
        yield position(lexicon, board, rack)


def positions(lexicon: lexkit.Lexicon, plan: Iterable[tuple[str, int]], chance: random.Random) -> list[list[Any]]:
    """So many positions on each of some layouts."""
    made = []
    for layout, number in plan:
        end = len(made) + number
        made += sprawling(lexicon, layout, chance, number // 10)
        while len(made) < end:
            made += list(game(lexicon, layout, chance, 25))[: end - len(made)]
    return made


#: Size of each lexicon: roughly its number of words, and the number of positions by layout.
ENGLISH = [("standard", 500), ("super", 60), *((layout, 40) for layout in list(LAYOUTS)[2:-2]), ("long racks", 8)]
PLANS: dict[str, tuple[int, list[tuple[str, int]]]] = {
    "english": (70, ENGLISH),
    "super_catalan": (10, [("super", 45)]),
    "super_english": (10, [("super", 45)]),
    "catalan": (15, [("standard", 60), ("bricks", 20)]),
    "spanish": (15, [("standard", 60), ("bricks", 20)]),
    "the first 63 letters": (10, [("standard", 60), ("pillars", 20)]),
    "deep levels and long numbers": (2, [("standard", 2)]),
    "no words": (3, [("standard", 3)]),
    "the first 1 letters": (5, [("one row", 5)]),
    "the first 2 letters": (5, [("one row", 5)]),
    "with bonuses": (5, [("bonuses", 60)]),
}
USUAL = (10, [("standard", 51)])


#: Lexicons whose plays are judged: how many positions, of the smaller ones, and how many judged plays.
JUDGED = {"english": (24, 150), "spanish": (10, 60), "the first 63 letters": (10, 50), "with bonuses": (5, 24)}
#: Games of each lexicon: the function that plays, its arguments, and rules that differ from those of the language.
GAMES: dict[str, list[tuple[Any, tuple[Any, ...], dict[str, Any]]]] = {
    "english": [
        (games.chosen_game, (["static", "static"], 1), {}),
        (games.chosen_game, (["static", "greedy"], 2**32, 1), {}),
        (games.chosen_game, (["static", "greedy", "static"], 3), {}),
        (games.chosen_game, (["greedy"] * 4, 4, 2), {"out_bonus": "each"}),
        (games.chosen_game, (["static", "static"], 2**53 - 1), {"rack_size": 9, "exchange_minimum": 1, "bingo": 35}),
        *(
            (games.acted_game, (2 + number % 3, 10 + number, 60), {"challenge": challenge})
            for number, challenge in enumerate(CHALLENGES)
        ),
        (games.acted_game, (2, 20, 60), {"challenge": "5pt", "exchange_minimum": 1}),
        (games.acted_game, (2, 21, 60), {"challenge": "double", "out_bonus": "penalty"}),
    ],
    "spanish": [
        (games.chosen_game, (["greedy", "beginner:1"], 5), {}),
        (games.acted_game, (2, 22, 60), {"challenge": "single"}),
    ],
    "polish": [(games.chosen_game, (["tournament:7", "casual:8"], 6), {"challenge": "single"})],
    "german": [(games.acted_game, (3, 23, 60), {"challenge": "10pt"})],
    "the first 63 letters": [(games.chosen_game, (["static", "regular:9"], 7), {})],
}


def game_answers(name: str, lexicon: lexkit.Lexicon, placed: list[list[Any]]) -> dict[str, list[Any]]:
    """The cases of plays: the rules of the language, judged plays, leaves, best moves."""
    chance = random.Random(52)
    rules = lexkit.Rules.from_alphabet(lexicon.alphabet)
    answers = {"rules": [[field, getattr(rules, field)] for field in games.FIELDS]}
    if name not in JUDGED:
        return answers
    number, most = JUDGED[name]
    few = [one for one in placed if 2 <= one[3] <= 2000 and one[1].count("/") < 20]
    chosen = [
        next(one for one in few if one[1].count("/") == 14 and set(one[1]) <= set("15/")),
        *chance.sample(few, number),
    ]
    boards = [lexkit.Board.from_cgp(one[1], rules=rules_of(one[0], lexicon.alphabet)) for one in chosen]
    racks = [one[2] for one in chosen]
    every = [list(games.best(lexicon, name, *both, chance)) for both in zip(boards, racks, strict=True)]
    return {
        **answers,
        "leaves": games.leave_questions(lexicon, name, chance),
        "plays": games.plays(lexicon, boards, racks, chance, most),
        "best": [one for one, _ in every],
        "best_by_equity": [one for _, one in every],
    }


def conformance() -> Iterator[str]:
    """The text of the file, in pieces: one question, position or forged file a line."""
    chance = random.Random(20)

    def rows(name: str, values: Iterable[object]) -> str:
        return f'"{name}": [\n' + ",\n".join(map(compact, values)) + "\n]"

    layouts = []
    for name, (rows_of_glyphs, start, size, bingo) in LAYOUTS.items():
        bonuses, length_bonuses = ([*each.items()] for each in BONUSES.get(name, ({}, {})))
        told = {"name": name, "rows": list(rows_of_glyphs), "start": start, "rack_size": size, "bingo": bingo}
        layouts.append({**told, "bonuses": bonuses, "length_bonuses": length_bonuses})
    yield '{"format": 1,\n' + rows("layouts", layouts) + ',\n"lexicons": ['
    played: list[dict[str, Any]] = []
    for number, (name, data) in enumerate(all_lexicons(chance)):
        if (section := games.leaves_section(name, len(lexkit.open(data).alphabet))) is not None:
            data = with_section(data, b"leaves", section)
        lexicon = lexkit.open(data)
        alphabet, (words, plan) = lexicon.alphabet, PLANS.get(name, USUAL)
        about = {
            "name": name,
            "file": base64.b64encode(data).decode(),
            "words": len(lexicon),
            "labels": ["?", *alphabet],
            "points": [alphabet.blank_points, *(tile.points for tile in alphabet.tiles)],
            "counts": [alphabet.blanks, *(tile.count for tile in alphabet.tiles)],
        }
        yield (",\n" if number else "\n") + compact(about)[:-1]
        asked = list(questions(lexicon, chance, words))
        placed = positions(lexicon, plan, chance)
        yield ",\n" + rows("questions", [*asked, *cross_questions(lexicon, placed)])
        yield ",\n" + rows("positions", placed)
        for kind, answers in game_answers(name, lexicon, placed).items():
            yield ",\n" + rows(kind, answers)
        yield "}"
        if name in GAMES:
            played += [each(name, lexicon, *arguments, **rules) for each, arguments, rules in GAMES[name]]
    yield "\n],\n" + rows("games", played)
    bases, forged = forged_files()
    yield ',\n"honest": ' + compact({name: base64.b64encode(data).decode() for name, data in bases.items()})
    yield ",\n" + rows("forged", forged) + "}\n"


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    text = "".join(conformance())
    if sys.argv[1:] != ["--check"]:
        FILE.write_text(text, "utf-8")
        SMALL.write_bytes(base64.b64decode(json.loads(text)["lexicons"][0]["file"]))
    elif FILE.read_text("utf-8") != text:
        sys.exit(f"{FILE.name} would be another: run python readers/make_conformance.py")


if __name__ == "__main__":
    main()
