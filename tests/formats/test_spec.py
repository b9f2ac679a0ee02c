"""SPEC.md says what the code does: its example, its rules, and a reader that was written from it alone."""

import random
import re
from pathlib import Path

import pytest

import lexkit
from lexkit.compiler.construct.minimal_automaton import arrange, build_sorted
from lexkit.compiler.construct.optional_sections import hash_alphagrams
from lexkit.compiler.lists.word_list import read_words
from lexkit.errors import LexiconFileError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.formats.kernels import proof
from lexkit.formats.lexicon_file import lexicon_bytes, open_bytes
from lexkit.runtime.lexicon.lexicon import Lexicon
from tests.formats.spec_reader import RefusedError, SpecReader
from tests.running import FULL

SPEC = (Path(__file__).parents[2] / "formats" / "SPEC.md").read_text("utf-8")


def built(words: list[str], labels: str, points: dict[str, int] | None = None, hashed: bool = False) -> bytes:
    alphabet = Alphabet("ab", [Tile(label, label.lower(), (points or {}).get(label, 0)) for label in labels])
    tiles = read_words(words, alphabet).words.sorted_unique()
    graph = arrange(build_sorted(tiles), len(alphabet))
    alphagrams = hash_alphagrams(tiles) if hashed else None
    return b"".join(lexicon_bytes(alphabet, {"words": len(tiles)}, graph, alphagrams=alphagrams))


def example() -> bytes:
    """The bytes of the example."""
    data = bytearray()
    for line in SPEC[SPEC.index(" Example\n") :].splitlines():
        row = re.fullmatch(r"    ([0-9a-f]{4})(?:  ((?:[0-9a-f]{2} ?)+) .*)?", line)
        if row:
            data = data.ljust(int(row[1], 16), b"\0")
            data += bytes.fromhex(row[2] or "")
    return bytes(data)


def test_the_example_is_what_the_compiler_writes():
    assert example() == built(["AB", "AA"], "AB", {"A": 1, "B": 3}), "make the dump of the example again"


def test_the_example_reads():
    reader = SpecReader(example())
    assert list(reader.paths(reader.forward)) == [(1, 1), (1, 2)]
    assert set(reader.paths(reader.reverse)) == {(1, 1), (1, 0, 1), (1, 0, 2), (2, 1)}
    assert list(Lexicon(open_bytes(example()))) == ["AA", "AB"]


def test_rules_of_the_nodes_are_worded_alike():
    table = dict(re.findall(r"^\| \*\*(N\d+)\*\* \| (.*?) \|$", SPEC, re.MULTILINE))
    for text in proof.RULES.values():
        number, rule = text.split(": ")
        assert table[number].startswith(rule), f"SPEC.md says of {number}: {table[number]}; the code: {rule}"
    assert len(table) == len(proof.RULES)


@pytest.mark.parametrize("seed", range(0, 12, 1 if FULL else 2))
def test_the_reader_of_the_document_agrees(seed):
    """Words, ranks, paths, prefixes, substrings, suffixes, cross sets: lexkit, the document, a Python set."""
    rng = random.Random(seed)
    labels = "ABC" if seed % 3 else "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÈÌÒÙÁÉÍÓÚ"
    used = labels[:2] + labels[-1]
    size = rng.choice((0, 1, 5, 60, 700))
    words = sorted(
        {"".join(rng.choices(used, k=rng.randint(1, 9))) for _ in range(size)},
        key=lambda word: [labels.index(letter) for letter in word],
    )
    data = built(words, labels, hashed=True)
    lexicon, reader = Lexicon(open_bytes(data)), SpecReader(data)

    def text(tiles: tuple[int, ...]) -> str:
        return "".join(reader.labels[tile - 1] if tile else "◊" for tile in tiles)

    def tiles(word: str) -> tuple[int, ...]:
        return tuple(labels.index(letter) + 1 for letter in word)

    assert [text(path) for path in reader.paths(reader.forward)] == words == list(lexicon)
    cut = {w[:i][::-1] + ("◊" + w[i:] if w[i:] else "") for w in words for i in range(1, len(w) + 1)}
    found = [text(path) for path in reader.paths(reader.reverse)]
    assert sorted(found) == sorted(cut), "paths of the reverse part"
    assert [reader.rank(tiles(word)) for word in words] == list(range(len(words)))
    for length in (1, 2, 3):
        for _ in range(4):
            part = "".join(rng.choices(used, k=length))
            assert (part in words, lexicon.rank(part)) == (part in lexicon, reader.rank(tiles(part)))
            for suffix, query in ((False, lexicon.substring), (True, lexicon.suffix)):
                expected = [word for word in words if (word.endswith(part) if suffix else part in word)]
                assert query(part).to_list() == list(query(part)) == expected, f"{query.__name__} {part}"
                assert [text(path) for path in reader.containing(tiles(part), suffix)] == expected
            assert lexicon.prefix(part).to_list() == [word for word in words if word.startswith(part)]
            front, back = lexicon.cross_sets(part)
            assert set(front) == {letter for letter in labels if letter + part in words}
            assert set(back) == {letter for letter in labels if part + letter in words}
    for word in rng.sample(words, min(30, len(words))):
        asked = "".join(rng.sample(word, len(word)))
        expected = [other for other in words if sorted(other) == sorted(word)]
        assert lexicon.anagram(asked).to_list() == expected, f"anagram {asked}"
        assert [words[rank] for rank in reader.anagrams(tiles(asked))] == expected


def test_the_reader_of_the_document_reads_editions(tmp_path):
    lists = {"one": ["AA", "B"], "two.2": ["AB", "AA"], **{f"e{number}": ["AB"] for number in range(8)}}
    lexkit.merge(lists, tmp_path / "all.gaddag", marks={"one": "#"})
    reader = SpecReader((tmp_path / "all.gaddag").read_bytes())
    spelled = ["".join(reader.labels[tile - 1] for tile in path) for path in reader.paths(reader.forward)]
    assert spelled == ["AA", "AB", "B"]
    for name, words in lists.items():
        assert [word for rank, word in enumerate(spelled) if name in reader.editions_of(rank)] == sorted(words)


def test_both_readers_refuse_alike():
    """Every byte of the example changed in two ways: what one reader takes, the other takes."""
    data = example()
    for place in range(len(data)):
        for change in (0x01, 0x80):
            damaged = data[:place] + bytes([data[place] ^ change]) + data[place + 1 :]
            with pytest.raises(RefusedError):
                SpecReader(damaged)
            with pytest.raises(LexiconFileError):
                open_bytes(damaged)
