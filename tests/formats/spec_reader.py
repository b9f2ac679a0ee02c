"""A reader of .gaddag files written from SPEC.md alone: it shares no code with lexkit, and is in no hurry.

What it answers is what the document says; where lexkit answers otherwise, one of the two is wrong.
"""

import itertools
import json
import math
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

import zstandard


class RefusedError(Exception):
    """The number of the broken rule."""


def need(truth: object, rule: str) -> None:
    if not truth:
        raise RefusedError(rule)


def read_columns(section: bytes, words: int) -> dict[str, list]:
    """Section 9: for each column what each word has, None for nothing; C7 and C8 are checked at once."""
    size = int.from_bytes(section[:8], "little")
    need(len(section) >= 8 + size, "C1")
    directory = json.loads(section[8 : 8 + size].decode("utf-8"))
    need(1 <= len(directory) <= 64, "C2")
    end = 8 + size
    columns: dict[str, list] = {}

    def array(length: int) -> bytes:
        nonlocal end
        start = (end + 63) // 64 * 64
        need(start + length <= len(section) and not any(section[end:start]), "C4")
        end = start + length
        return section[start:end]

    for name in sorted(directory):
        need(re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,31}", name), "C2")
        entry = directory[name]
        if entry["kind"] == "integer":
            need(entry.keys() == {"kind", "bits", "missing"} and entry["bits"] in (8, 16, 32, 64), "C3")
            code = {8: "b", 16: "h", 32: "i", 64: "q"}[entry["bits"]]
            values = list(struct.unpack(f"<{words}{code}", array(entry["bits"] // 8 * words)))
            bitmap = int.from_bytes(array(-(-words // 8)), "little") if entry["missing"] else 0
            need(bitmap.bit_count() == entry["missing"] and not bitmap >> words, "C5")
            columns[name] = [None if bitmap >> rank & 1 else value for rank, value in enumerate(values)]
            continue
        if entry["kind"] == "number" and len(entry) == 4:
            need(entry.keys() == {"kind", "decimals", "packed", "sample"} and 0 <= entry["decimals"] <= 9, "C3")
            data = zstandard.ZstdDecompressor().decompress(array(entry["packed"]))
            need(len(data) == 4 * words, "C9")
            numbers = [int.from_bytes(data[rank::words], "little", signed=True) for rank in range(words)]
            columns[name] = [number / 10 ** entry["decimals"] for number in numbers]
            continue
        need(entry.keys() == {"kind"} and entry["kind"] in ("number", "text"), "C3")
        if entry["kind"] == "number":
            numbers = struct.unpack(f"<{words}d", array(8 * words))
            need(not any(map(math.isinf, numbers)), "C6")
            columns[name] = [None if math.isnan(number) else number for number in numbers]
            continue
        ends = [0, *struct.unpack(f"<{-(-words // 128)}Q", array(8 * -(-words // 128)))]
        need(all(a < b for a, b in itertools.pairwise(ends)), "C4")
        blocks = array(ends[-1])
        texts: list[str | None] = []
        for start, stop in itertools.pairwise(ends):
            unpacked = zstandard.ZstdDecompressor().decompress(blocks[start:stop]).decode("utf-8").split("\0")
            need(unpacked.pop() == "" and len(unpacked) == min(128, words - len(texts)), "C8")
            texts += [text or None for text in unpacked]
        columns[name] = texts
    need(end == len(section), "C4")
    return columns


def read_nodes(
    words: Sequence[int], width: int, letters: int, ends: Sequence[int], longest: int
) -> tuple[set[int], dict[int, int], dict[int, int], int]:
    """Prove a node array, rules N1 to N12: (starts of nodes, heights, words below forward nodes, number of arcs)."""
    allowed = (1 << letters + 1) - 2
    below: dict[int, int] = {}
    heights: dict[int, int] = {}
    starts, at, found_arcs = set(), 0, 0
    need(words, "N1")
    while at < len(words):
        starts.add(at)
        need(at + 2 * width <= len(words), "N2")
        letter_set, child_set = (
            sum(word << 32 * i for i, word in enumerate(words[place : place + width])) for place in (at, at + width)
        )
        counted = at < ends[2]
        need(at or not (letter_set or child_set), "N1")
        need(not letter_set & ~allowed, "N3")
        need(not child_set & ~(allowed if counted else allowed | 1), "N4")
        need(not at or letter_set or child_set, "N5")
        fan = child_set.bit_count()
        bits = 8 if at < ends[0] else 16 if at < ends[1] else 32
        counts = -(-(fan - 1) * bits // 32) if counted and fan else 0
        behind = at + 2 * width + fan
        need(behind + counts <= len(words), "N2")
        children = words[at + 2 * width : behind]
        need(all(child < at for child in children), "N6")
        need(all(child in heights and child for child in children), "N7")
        need(not child_set & 1 or children[0] < ends[2], "N8")
        heights[at] = max((heights[child] + 1 for child in children), default=0)
        need(heights[at] <= (longest - 1 if counted else longest), "N9")
        if counted:
            packed = sum(word << 32 * i for i, word in enumerate(words[behind : behind + counts]))
            total = 0
            for k in range(1, fan):
                total += below[children[k - 1]]
                need(packed >> (k - 1) * bits & ((1 << bits) - 1) == total, "N10")
            below[at] = letter_set.bit_count() + sum(below[child] for child in children)
            need(below[at] < 1 << bits and not packed >> max(0, fan - 1) * bits, "N11")
        found_arcs += fan
        at = behind + counts
    need({*ends} <= starts | {len(words)}, "N12")
    return starts, heights, below, found_arcs


class SpecReader:
    """Sections 1 to 4 and 9 checked, section 5 answered."""

    def __init__(self, data: bytes) -> None:
        need(len(data) >= 32 and data[:8] == bytes.fromhex("894C45580D0A1A0A"), "H1")
        read, write, count, size, checksum, zero = struct.unpack_from("<HHIQII", data, 8)
        need(read <= 1, "H2")
        need(size == len(data), "H3")
        need(1 <= count <= 64 and 32 + 40 * count <= size, "H4")
        front = data[:24] + bytes(4) + data[28 : 32 + 40 * count]
        need(zlib.crc32(front) == checksum, "H5")
        need(1 <= read <= write and zero == 0, "H6")
        self.sections: dict[bytes, bytes] = {}
        end = 32 + 40 * count
        for row in range(count):
            name, offset, length, checksum, zero = struct.unpack_from("<16sQQII", data, 32 + 40 * row)
            name = name.rstrip(b"\0")
            need(name and all(0x21 <= byte <= 0x7E for byte in name), "S1")
            need(name not in self.sections, "S2")
            need(offset == (end + 63) // 64 * 64 and offset + length <= size and zero == 0, "S3")
            need(not any(data[end:offset]), "S4")
            self.sections[name] = data[offset : offset + length]
            need(zlib.crc32(self.sections[name]) == checksum, "S5")
            end = offset + length
        need(end == size, "S6")
        need({b"alphabet", b"provenance", b"gaddag"} <= self.sections.keys(), "S7")
        known = {b"alphabet", b"provenance", b"gaddag", b"daggad", b"expanded", b"alphagrams", b"columns", b"editions"}
        known.add(b"leaves")
        need(write > 1 or self.sections.keys() <= known, "S8")
        alphabet = self._json(b"alphabet")
        self.labels = [tile["label"] for tile in alphabet["tiles"]]
        self.counts = [alphabet.get("blank", {}).get("count", 0), *(tile.get("count", 0) for tile in alphabet["tiles"])]
        self.provenance = self._json(b"provenance")
        self._prove(self.sections[b"gaddag"])
        self.columns = read_columns(self.sections[b"columns"], self.count) if b"columns" in self.sections else {}
        if b"editions" in self.sections:
            self._read_editions(self.sections[b"editions"])
        if b"leaves" in self.sections:
            self._read_leaves(self.sections[b"leaves"])
        if b"alphagrams" in self.sections:
            self._read_alphagrams(self.sections[b"alphagrams"])

    @classmethod
    def of_graph(cls, section: bytes, letters: int) -> "SpecReader":
        """Read the section ``gaddag`` alone."""
        reader = cls.__new__(cls)
        reader.labels = [""] * letters
        reader._prove(section)
        return reader

    def _json(self, name: bytes) -> dict:
        return self._object(self.sections[name])

    def _object(self, data: bytes) -> dict:
        need(len(data) <= 1 << 20, "J1")
        try:
            value = json.loads(data.decode("utf-8"))
        except ValueError:
            raise RefusedError("J2") from None
        need(isinstance(value, dict), "J3")
        return value

    def _prove(self, section: bytes) -> None:
        need(len(section) >= 128 and not any(section[80:128]), "G1")
        fields = struct.unpack_from("<IIQQQQQQQQQ", section)
        self.width, letters, self.count, size, self.forward, self.reverse, *ends, nodes, arcs = fields
        self.ends = ends
        need(len(section) == 128 + 4 * size, "G2")
        need(letters == len(self.labels) and self.width == (1 if letters <= 31 else 2), "G3")
        need(ends[0] <= ends[1] <= ends[2] <= size, "G4")
        self.words = words = struct.unpack_from(f"<{size}I", section, 128)
        starts, heights, self.below, found_arcs = read_nodes(words, self.width, letters, ends, 63)
        need(self.forward in self.below and self.reverse in heights, "G5")
        need(self.count == self.below[self.forward], "G6")
        need((nodes, arcs) == (len(starts), found_arcs), "G7")

    # -- section 8 ----------------------------------------------------------------------------------

    def _read_editions(self, section: bytes) -> None:
        need(len(section) >= 16, "M1")
        length, size, words = struct.unpack_from("<IIQ", section)
        need(16 + length <= len(section), "M1")
        listed = self._object(section[16 : 16 + length]).get("editions")
        need(isinstance(listed, list) and 1 <= len(listed) <= 64, "M3")
        self.editions = [edition["name"] for edition in listed]
        need(len({name.lower() for name in self.editions}) == len(listed), "M4")
        need(size in (1, 2, 4, 8) and (size == 1 or len(listed) > 4 * size) and len(listed) <= 8 * size, "M5")
        start = (16 + length + 7) // 8 * 8
        need(words == self.count and len(section) == start + size * words, "M6")
        need(not any(section[16 + length : start]), "M6")
        self.masks = [int.from_bytes(section[start + size * rank :][:size], "little") for rank in range(words)]
        need(all(self.masks), "M7")
        need(all(mask < 1 << len(listed) for mask in self.masks), "M8")

    def editions_of(self, rank: int) -> list[str]:
        return [name for number, name in enumerate(self.editions) if self.masks[rank] >> number & 1]

    # -- section 5 ----------------------------------------------------------------------------------

    def _set(self, at: int) -> int:
        return self.words[at] | (self.words[at + 1] << 32 if self.width == 2 else 0)

    def _arcs(self, node: int) -> list[tuple[int, int]]:
        """(tile, child), ascending."""
        bits = self._set(node + self.width)
        tiles = [tile for tile in range(64) if bits >> tile & 1]
        return [(tile, self.words[node + 2 * self.width + k]) for k, tile in enumerate(tiles)]

    def _letters(self, node: int) -> list[int]:
        return [tile for tile in range(64) if self._set(node) >> tile & 1]

    def paths(self, node: int, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        """All paths from a node, as tiles, 0 for the separator; for the forward part in order of rank."""
        arcs = dict(self._arcs(node))
        for tile in sorted({*arcs, *self._letters(node)}):
            if tile in self._letters(node):
                yield (*path, tile)
            if tile in arcs:
                yield from self.paths(arcs[tile], (*path, tile))

    def step(self, node: int, tiles: tuple[int, ...]) -> int:
        for tile in tiles:
            node = dict(self._arcs(node)).get(tile, 0)
        return node

    def rank(self, tiles: tuple[int, ...]) -> int | None:
        rank, node = 0, self.forward
        for place, tile in enumerate(tiles):
            letters, arcs = self._letters(node), self._arcs(node)
            rank += sum(letter < tile for letter in letters)
            rank += sum(self.below[child] for other, child in arcs if other < tile)
            if place == len(tiles) - 1:
                return rank if tile in letters else None
            rank += tile in letters
            node = dict(arcs).get(tile, 0)
        return None

    def containing(self, tiles: tuple[int, ...], suffix: bool) -> list[tuple[int, ...]]:
        """The words that contain these tiles, or end with them."""
        found = []
        behind = self.step(self.reverse, tiles[::-1])
        starts = [(tiles, self.step(self.reverse, tiles[:0:-1]), behind)]
        while starts:
            beginning, before, node = starts.pop()
            if beginning[0] in self._letters(before):
                found.append(beginning)
            if not suffix and node and self._set(node + self.width) & 1:
                found += self.paths(dict(self._arcs(node))[0], beginning)
            for tile in {*self._letters(node), *dict(self._arcs(node))} - {0}:
                longer = (tile, *beginning)
                if suffix or longer[: len(tiles)] != tiles:
                    starts.append((longer, node, self.step(node, (tile,))))
        return sorted(found)

    def _read_leaves(self, section: bytes) -> None:
        need(len(section) >= 24, "L1")
        kinds, longest, self.leave_scale, told, count = struct.unpack_from("<IIIIQ", section)
        need(kinds == len(self.labels) + 1, "L2")
        need(1 <= longest <= 15 and count == math.comb(kinds + longest, longest) <= 1 << 25, "L3")
        need(1 <= self.leave_scale <= 1 << 15, "L4")
        start = -(-(24 + told) // 8) * 8
        need(len(section) == start + 2 * count and not any(section[24 + told : start]), "L5")
        predicted = self._object(section[24 : 24 + told]).get("predicted")
        self.longest_leave = self.longest_predicted = longest
        if type(predicted) is int and longest < predicted <= 15 and math.comb(kinds + predicted, predicted) <= 1 << 25:
            self.longest_predicted = predicted
        self.leaves = struct.unpack_from(f"<{count}h", section, start)
        need(self.leaves[0] == 0, "L6")

    def leave(self, tiles: tuple[int, ...]) -> float:
        """Return the value of these tiles in points, blanks being 0."""
        return self.leave_steps(tiles) / self.leave_scale

    def leave_steps(self, tiles: tuple[int, ...]) -> int:
        """Return the value of these tiles in steps: stored, or predicted from smaller leaves."""
        n, longest = len(tiles), self.longest_leave
        if n <= longest:
            highest_first = enumerate(sorted(tiles, reverse=True), 1)
            at = sum(math.comb(t + longest - i + 1, longest - i + 1) for i, t in highest_first)
            value: int = self.leaves[at]
            return value
        if n > self.longest_predicted or any(tiles.count(tile) > self.counts[tile] for tile in tiles):
            return 0
        less_one = sum(self.leave_steps(tiles[:i] + tiles[i + 1 :]) for i in range(n))
        whole = less_one
        if n > 2:
            pairs = [(i, j) for j in range(n) for i in range(j)]
            less_two = sum(self.leave_steps(tiles[:i] + tiles[i + 1 : j] + tiles[j + 1 :]) for i, j in pairs)
            below = (n - 1) * (n - 2)
            whole = (2 * (2 * (n - 2) * less_one - 2 * less_two) + below) // (2 * below)
        return max(-32767, min(32767, whole))

    def _read_alphagrams(self, section: bytes) -> None:
        n = self.count
        self.bucket_bits = next(bits for bits in range(32) if 2 << bits >= n)
        self.rank_bits = next(bits for bits in range(33) if 1 << bits >= n)
        buckets = 1 << self.bucket_bits
        need(len(section) == 4 * (buckets + 1 + n), "F1")
        numbers = struct.unpack(f"<{buckets + 1 + n}I", section)
        starts, entries = numbers[: buckets + 1], numbers[buckets + 1 :]
        need(starts[0] == 0 and starts[-1] == n and sorted(starts) == list(starts), "F2")
        self.buckets = [entries[low:high] for low, high in pairwise(starts)]
        need(all(sorted(set(bucket)) == list(bucket) for bucket in self.buckets), "F3")
        self.spelled = list(self.paths(self.forward))
        for rank, tiles in enumerate(self.spelled):
            bucket, upper = self._hash(tiles)
            need(upper << self.rank_bits | rank in self.buckets[bucket], "F4")

    def _hash(self, tiles: tuple[int, ...]) -> tuple[int, int]:
        """The bucket of these tiles, and the upper bits of their entries."""
        total = 0
        for tile in tiles:
            z = tile * 0x9E3779B97F4A7C15 % 2**64
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
            total += z ^ z >> 31
        bits = f"{total % 2**64:064b}"
        behind = self.bucket_bits + 32 - self.rank_bits
        return int("0" + bits[: self.bucket_bits], 2), int("0" + bits[self.bucket_bits : behind], 2)

    def anagrams(self, tiles: tuple[int, ...]) -> list[int]:
        """The ranks of the words of exactly these tiles."""
        bucket, upper = self._hash(tiles)
        ranks = [entry % (1 << self.rank_bits) for entry in self.buckets[bucket] if entry >> self.rank_bits == upper]
        return [rank for rank in ranks if sorted(self.spelled[rank]) == sorted(tiles)]
