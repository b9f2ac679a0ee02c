"""Readers and writers of other programs' files in plain Python: no lexkit, no numpy, a word at a time.

A word is a tuple of numbers of tiles; 0 is the separator of a GADDAG. Readers give the set of words, or of paths.
"""

import hashlib
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import xor

Word = tuple[int, ...]
#: (tile, accepts, last, first child) of a node.
Node = tuple[int, bool, bool, int]
Trie = dict[int, tuple[bool, "Trie"]]


def paths_of(words: Iterable[Word]) -> set[Word]:
    """The paths of a GADDAG of these words."""
    return {
        word[:cut][::-1] + ((0, *word[cut:]) if cut < len(word) else ())
        for word in words
        for cut in range(1, len(word) + 1)
    }


def walk(node: Callable[[int], Node], first: int, before: Word = ()) -> Iterator[Word]:
    """The paths from the list of siblings that begins at ``first``."""
    at = first
    while first:
        tile, accepts, last, child = node(at)
        if accepts:
            yield (*before, tile)
        yield from walk(node, child, (*before, tile))
        if last:
            return
        at += 1


def trie_of(words: Iterable[Word]) -> Trie:
    root: Trie = {}
    for word in words:
        at = root
        for place, tile in enumerate(word, 1):
            accepts, below = at.get(tile, (False, {}))
            at[tile] = (accepts or place == len(word), below)
            at = below
    return root


def nodes_of(tries: Iterable[Trie], front: int, order: Callable[[int], int] = int) -> tuple[list[int], list[Node]]:
    """Tries as nodes, not minimal: (the first of each root list, the nodes), behind ``front`` others."""
    nodes: list[Node] = []

    def lay(trie: Trie) -> int:
        if not trie:
            return 0
        first = front + len(nodes)
        tiles = sorted(trie, key=order)
        nodes.extend((0, False, False, 0) for _ in tiles)
        for place, tile in enumerate(tiles):
            accepts, below = trie[tile]
            nodes[first - front + place] = (tile, accepts, tile == tiles[-1], lay(below))
        return first

    return [lay(trie) for trie in tries], nodes


# -- KWG, KBWG, KAD -------------------------------------------------------------------------------------


def read_kwg(data: bytes, root: int = 0, big: bool = False) -> set[Word]:
    """The words (root 0) or the paths of the GADDAG (root 1)."""
    values = struct.unpack(f"<{len(data) // 4}I", data)

    def node(at: int) -> Node:
        value = values[at]
        if big:
            return value & 63, bool(value >> 7 & 1), bool(value >> 6 & 1), value >> 8
        return value >> 24, bool(value >> 23 & 1), bool(value >> 22 & 1), value & 0x3FFFFF

    return set(walk(node, node(root)[3]))


def write_kwg(words: Iterable[Word], both: bool = True, big: bool = False) -> bytes:
    tries = [trie_of(words)] + ([trie_of(paths_of(words))] if both else [])
    roots, nodes = nodes_of(tries, len(tries))
    packed = []
    for tile, accepts, last, child in [*((0, False, True, root) for root in roots), *nodes]:
        value = child << 8 | accepts << 7 | last << 6 | tile if big else child | last << 22 | accepts << 23 | tile << 24
        packed.append(value)
    return struct.pack(f"<{len(packed)}I", *packed)


# -- Zyzzyva's DWG and LXD: letters are characters, English tiles count from A -------------------------

A = 64


def read_dwg(data: bytes) -> set[Word]:
    values = struct.unpack(f"<{len(data) // 4}I", data)
    assert values[0] == len(values) - 1

    def node(at: int) -> Node:
        value = values[at]
        return (value >> 24) - A, bool(value >> 23 & 1), bool(value >> 22 & 1), value & 0x1FFFFF

    return set(walk(node, 1 if len(values) > 1 else 0))


def write_dwg(words: Iterable[Word]) -> bytes:
    _, nodes = nodes_of([trie_of(words)], 1)
    values = [child | last << 22 | accepts << 23 | tile + A << 24 for tile, accepts, last, child in nodes]
    return struct.pack(f"<{len(values) + 1}I", len(values), *values)


def read_lxd(data: bytes) -> set[Word]:
    size, count, _, _, number = struct.unpack_from("<II32s20sI", data)
    values = struct.unpack_from(f"<{count}I", data, size)
    assert (size, len(data), values[:2]) == (64, 64 + 4 * count, (0x8A800000, 0x8A800002))

    def node(at: int) -> Node:
        value = values[at]
        return (value >> 22 & 255) - A, bool(value >> 30 & 1), bool(value >> 31), value & 0x3FFFFF

    words = set(walk(node, 2 if count > 2 else 0))
    assert len(words) == number
    return words


def write_lxd(words: list[Word]) -> bytes:
    _, nodes = nodes_of([trie_of(words)], 2)
    values = [child | tile + A << 22 | accepts << 30 | last << 31 for tile, accepts, last, child in nodes]
    head = struct.pack("<II32s20sI", 64, len(values) + 2, b"NWL", b"2023", len(words))
    return head + struct.pack(f"<{len(values) + 2}I", 0x8A800000, 0x8A800002, *values)


# -- Macondo's DAWG and GADDAG --------------------------------------------------------------------------


def read_macondo(data: bytes) -> set[Word]:
    """The words or paths, in numbers of English tiles."""
    at = 5 + data[4]

    def take(kind: str) -> tuple[int, ...]:
        nonlocal at
        (length,) = struct.unpack_from(">I", data, at)
        found = struct.unpack_from(f">{length}{kind}", data, at + 4)
        at += 4 + struct.calcsize(f">{length}{kind}")
        return found

    codes, sets, words = take("I"), take("Q"), take("I")
    assert at == len(data)
    assert list(codes) == sorted(codes)

    def below(at: int, before: Word) -> Iterator[Word]:
        for letter, code in enumerate(codes):
            if sets[words[at] & 0xFFFFFF] >> letter & 1:
                yield (*before, code - A)
        arcs = [(word >> 24, word & 0xFFFFFF) for word in words[at + 1 : at + 1 + (words[at] >> 24)]]
        signs = [ord("^") if letter == 50 else codes[letter] for letter, _ in arcs]
        assert signs == sorted(set(signs))
        for letter, goal in arcs:
            yield from below(goal, (*before, 0 if letter == 50 else codes[letter] - A))

    return set(below(0, ()))


def write_macondo(paths: Iterable[Word], magic: bytes) -> bytes:
    letters = 26
    sets: list[int] = []
    words: list[int] = []

    def lay(trie: Trie) -> int:
        at = len(words)
        tiles = sorted((tile for tile in trie if trie[tile][1]), key=lambda tile: tile or 1000)
        words.extend([0] * (1 + len(tiles)))
        mask = sum(1 << tile - 1 for tile in trie if trie[tile][0])
        if mask not in sets:
            sets.append(mask)
        words[at] = len(tiles) << 24 | sets.index(mask)
        for place, tile in enumerate(tiles, at + 1):
            words[place] = (tile - 1 if tile else 50) << 24 | lay(trie[tile][1])
        return at

    lay(trie_of(paths))
    codes = struct.pack(f">I{letters}I", letters, *range(A + 1, A + 1 + letters))
    packed = struct.pack(f">I{len(sets)}Q", len(sets), *sets)
    return magic + b"\3NWL" + codes + packed + struct.pack(f">I{len(words)}I", len(words), *words)


# -- Quackle's GADDAG and DAWG --------------------------------------------------------------------------


def quackle_hash(words: Iterable[Word]) -> bytes:
    digests = [hashlib.md5(bytes(tile + 4 for tile in word)).digest() for word in words]
    return bytes(reduce(xor, column, 0) for column in zip(*digests, strict=True)) if digests else bytes(16)


def read_quackle_gaddag(data: bytes) -> set[Word]:
    def node(at: int) -> Node:
        offset, flags = int.from_bytes(data[17 + 4 * at : 20 + 4 * at]), data[20 + 4 * at]
        tile = flags & 63
        return tile - 4 if tile else 0, bool(flags & 64), bool(flags & 128), at + offset if offset else 0

    return set(walk(node, node(0)[3]))


def write_quackle_gaddag(words: list[Word]) -> bytes:
    (root,), nodes = nodes_of([trie_of(paths_of(words))], 1, lambda tile: tile or 1000)
    data = b"\1" + quackle_hash(words)
    for at, (tile, accepts, last, child) in enumerate([(0, False, True, root), *nodes]):
        data += (child - at if child else 0).to_bytes(3) + bytes([(tile + 4 if tile else 0) | accepts << 6 | last << 7])
    return data


def read_quackle_dawg(data: bytes) -> dict[Word, int]:
    """The words, with their playabilities."""
    number, size = int.from_bytes(data[17:20]), data[20]
    begin = 21
    for _ in range(size):
        begin = data.index(b" ", begin) + 1
    playabilities = {}

    def below(at: int, before: Word) -> None:
        while at:
            row = data[begin + 7 * at : begin + 7 * at + 7]
            word = (*before, (row[3] & 63) + 1)
            if any(row[4:]):
                playabilities[word] = int.from_bytes(row[4:])
            below(int.from_bytes(row[:3]), word)
            if row[3] & 64:
                return
            at += 1

    below(int.from_bytes(data[begin : begin + 3]), ())
    assert len(playabilities) == number
    return playabilities


def write_quackle_dawg(words: list[Word], labels: Iterable[str]) -> bytes:
    (root,), nodes = nodes_of([trie_of(words)], 1)
    spelled = [f"{label} ".encode() for label in labels]
    data = b"\1" + quackle_hash(words) + len(words).to_bytes(3) + bytes([len(spelled)]) + b"".join(spelled)
    for tile, accepts, last, child in [(1, False, True, root), *nodes]:
        data += child.to_bytes(3) + bytes([tile - 1 | last << 6]) + (7 * accepts).to_bytes(3)
    return data


# -- fst: keys are bytes --------------------------------------------------------------------------------

COMMON = b"te/oasripcnw.hlm-du012g=:bf3y5&_4v9678k%?xCDASFIBEjPTzRNM+LOqHG"


def crc_of_fst(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def read_fst(data: bytes) -> dict[str, int]:
    """The keys, with their values."""
    version, _ = struct.unpack_from("<QQ", data)
    number, root, checksum = struct.unpack_from("<QQI", data, len(data) - 20)
    assert (version, checksum) == (3, crc_of_fst(data[:-4]))
    found = {}

    def below(place: int, key: bytes, value: int) -> None:
        if place == 0:
            found[key.decode()] = value
            return
        at = place  # every field is taken from its end

        def take(size: int = 1) -> int:
            nonlocal at
            at -= size
            return int.from_bytes(data[at + 1 : at + 1 + size], "little")

        state = take()
        if state & 0x80:
            letter = COMMON[(state & 63) - 1] if state & 63 else take()
            if state & 0x40:
                below(at, key + bytes([letter]), value)
                return
            sizes = take()
            back, output = take(sizes >> 4), take(sizes & 15)
            below(at + 1 - back if back else 0, key + bytes([letter]), value + output)
            return
        count = state & 63 or take()
        sizes = take()
        if count > 32:
            take(256)
        letters = [take() for _ in range(count)]
        backs = [take(sizes >> 4) for _ in range(count)]
        outputs = [take(sizes & 15) for _ in range(count)]
        if state & 0x40:
            found[key.decode()] = value + take(sizes & 15)
        for letter, back, output in zip(letters, backs, outputs, strict=True):
            below(at + 1 - back if back else 0, key + bytes([letter]), value + output)

    below(root, b"", 0)
    assert len(found) == number
    return found


def write_fst(values: dict[str, int]) -> bytes:
    """A map as a trie whose last nodes put out the values."""
    data = bytearray(struct.pack("<QQ", 3, 0))
    tree: dict[bytes, dict[int, bytes]] = {b"": {}}
    keys = {word.encode(): value for word, value in values.items()}
    for key in keys:
        for size in range(len(key)):
            tree.setdefault(key[:size], {})[key[size]] = key[: size + 1]
    places = {}
    for node in sorted({*tree, *keys}, key=lambda node: (-len(node), node)):
        arcs = sorted(tree.get(node, {}).items(), reverse=True)
        begin = len(data)
        if node in keys:
            data += keys[node].to_bytes(8, "little")
        data += bytes(8 * len(arcs))
        for _, goal in arcs:
            data += (begin - places[goal]).to_bytes(4, "little")
        data += bytes(letter for letter, _ in arcs)
        data.append(0x48)
        if not arcs:
            data.append(0)
        data.append((0x40 if node in keys else 0) | len(arcs))
        places[node] = len(data) - 1
    data += struct.pack("<QQ", len(keys), len(data) - 1)
    return bytes(data) + struct.pack("<I", crc_of_fst(data))
