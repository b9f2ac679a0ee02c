"""Files for the fuzz campaign: damaged ones, sealed again, and senseless automata that obey every rule.

The second kind is the stronger attack. Damage is nearly always refused; these are never, so that every kernel
walks them: parts that disagree, chains with more paths than there are atoms, counts up to 2^32.
"""

import random

import numpy as np

from lexkit.formats.columns_section import StoredColumn, pack_columns
from tests.attacks.forge import automaton, lexicon, reseal, sections, shell

INTERESTING = (0, 1, 2, 3, 0x7F, 0x80, 0xFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)

WORDS = ["A", "AA", "AAB", "AB", "ABA", "ABAB", "ABC", "AC", "ACB", "B", "BA", "BAA", "BAB", "BABA", "BAC", "BB"]
WORDS += ["BBB", "BC", "BCA", "C", "CA", "CAB", "CABA", "CAC", "CB", "CBA", "CC", "CCC"]


def honest_files() -> list[bytes]:
    """Small and with columns, wide (two-word sets), and with all three widths of counts."""
    many = ["".join("ABC"[(number >> 2 * place) % 3] for place in range(11)) for number in range(0, 1 << 22, 21)]
    return [with_columns(lexicon(WORDS)), lexicon(["A", "AB", "ЙA", "BЖЙ"], 50), lexicon([*WORDS, *many])]


def with_columns(data: bytes) -> bytes:
    """The file with a column of each kind."""
    size = len(WORDS)
    missing = np.arange(size) % 3 == 0
    columns = [
        StoredColumn.of_integers("freq", np.arange(size) * 300, missing),
        StoredColumn.of_numbers("share", np.where(missing, np.nan, np.arange(size) / 7)),
        StoredColumn.of_decimals("packed", np.arange(size) / 7, 2, 5),
        StoredColumn.of_texts("gloss", [f"the word {word}" if len(word) > 2 else None for word in WORDS]),
    ]
    return shell({**sections(data), b"columns": pack_columns(columns)})


def change(rng: random.Random, data: bytes, at: int) -> tuple[int, bytes]:
    """A change at about this place: where, and the bytes that are there instead."""
    word = at & ~3
    number = int.from_bytes(data[word : word + 4], "little")
    other = rng.randrange(len(data))
    match rng.randrange(6):
        case 0:
            return at, bytes([data[at] ^ 1 << rng.randrange(8)])
        case 1:
            return at, bytes([rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))])
        case 2:
            return word, rng.choice(INTERESTING).to_bytes(4, "little")
        case 3:
            return word, (number + rng.choice((-2, -1, 1, 2)) & 0xFFFFFFFF).to_bytes(4, "little")
        case 4:
            return word, data[other & ~3 :][:4].ljust(4, b"\0")
    return at, data[other : other + rng.choice((1, 4, 8, rng.randrange(1, 65)))]


def damaged(rng: random.Random, honest: bytes) -> bytes:
    """One to four changes anywhere; then sealed."""
    data = bytearray(honest)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        # Mostly behind the table, where a change survives the sealing.
        at, new = change(rng, honest, rng.randrange(152 if rng.random() < 0.8 else 0, len(honest)))
        data[at : at + len(new)] = new
    return reseal(bytes(data[: len(honest)].ljust(len(honest), b"\0")))


def senseless(rng: random.Random) -> bytes:
    """A file that passes the proof, with random nodes."""
    letters = rng.choice((1, 2, 3, 3, 5, 31, 32, 63))
    width = 1 if letters <= 31 else 2
    words = [0] * (2 * width)
    heights, totals = {0: 0}, {0: 0}
    byte_end = half_end = 0
    widest = 8
    wanted = rng.choice((3, 10, 40, 90))
    forward_nodes = wanted if rng.random() < 0.9 else 0
    lean = rng.random()
    arcs = 0
    made = [0]
    forward: list[int] = [0]
    for number in range(2 * wanted):
        counted = number < forward_nodes
        letter_set = rng.getrandbits(letters) << 1
        fan = rng.randrange(0, min(letters, rng.choice((2, 3, 8))) + 1)
        tiles = sorted(rng.sample(range(1, letters + 1), fan))
        if lean > 0.7:  # long chains: every arc to one of the newest nodes
            children = [rng.choice(made[-2:]) for _ in tiles]
        else:
            children = [rng.choice(made) for _ in tiles]
        if not counted and rng.random() < 0.6:
            tiles, children = [0, *tiles], [rng.choice(forward), *children]
        live = [(tile, child) for tile, child in zip(tiles, children, strict=True) if child]
        height = max((heights[child] + 1 for _, child in live), default=0)
        if height > (62 if counted else 63) or not (live or letter_set):
            continue
        at = len(words)
        child_set = sum(1 << tile for tile, _ in live)
        node = [letter_set & 0xFFFFFFFF, *([letter_set >> 32] * (width - 1))]
        node += [child_set & 0xFFFFFFFF, *([child_set >> 32] * (width - 1))]
        node += [child for _, child in live]
        if counted:
            before = [sum(totals[child] for _, child in live[:k]) for k in range(1, len(live))]
            total = sum(totals[child] for _, child in live) + letter_set.bit_count()
            if total >> 32:
                continue
            bits = 8 if total < 1 << 8 else 16 if total < 1 << 16 else 32
            if bits > widest:
                byte_end = byte_end if widest > 8 else at
                half_end = half_end if widest > 16 or bits < 32 else at
                widest = bits
            per_word = 32 // widest
            for start in range(0, len(before), per_word):
                node.append(sum(value << i * widest for i, value in enumerate(before[start : start + per_word])))
            totals[at] = total
            forward.append(at)
        heights[at] = height
        arcs += len(live)
        made.append(at)
        words += node
    at = next((node for node in made if node not in totals), len(words))
    byte_end = at if widest == 8 else byte_end
    half_end = at if widest < 32 else half_end
    forward_root = rng.choice(forward[-3:])
    head = {
        "width": width,
        "letters": letters,
        "word_count": totals[forward_root],
        "size": len(words),
        "forward_root": forward_root,
        "reverse_root": rng.choice(made[-3:]),
        "byte_end": byte_end,
        "half_end": half_end,
        "forward_end": at,
        "nodes": len(made),
        "arcs": arcs,
    }
    return shell({**sections(lexicon([], letters)), b"gaddag": automaton(head, words)})
