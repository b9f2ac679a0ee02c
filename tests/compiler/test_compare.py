"""What changed between two lists, held to plain sets of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.compare import compare
from lexkit.errors import AlphabetError, ClosedLexiconError, LexkitError, WordListError
from lexkit.lexicons import alphabet as shipped
from tests.making import letters, make, word_lists

ALPHABETS = {
    "few": (letters(3), ["A", "B", "C"]),
    "spanish": (shipped("spanish"), ["A", "CH", "LL", "Ñ", "Z"]),
    "catalan": (shipped("catalan"), ["A", "L·L", "NY", "Ç"]),
    "polish": (shipped("polish"), ["A", "Ą", "Ź", "Ż"]),
    "63": (letters(63), ["A", "Þ", "Ж"]),
}


def expected(old: list[bytes], new: list[bytes]):
    """Words in and out, hooks gained and lost (word, side, tile), sorted, by the definition of a hook."""
    was, now = set(old), set(new)

    def hooks(words: set[bytes], word: bytes) -> set[tuple[bytes, int, int]]:
        tiles = range(1, 64)
        front = {(word, 0, tile) for tile in tiles if bytes([tile]) + word in words}
        return front | {(word, 1, tile) for tile in tiles if word + bytes([tile]) in words}

    before = {hook for word in was & now for hook in hooks(was, word)}
    after = {hook for word in was & now for hook in hooks(now, word)}
    return sorted(now - was), sorted(was - now), sorted(after - before), sorted(before - after)


@pytest.mark.parametrize("name", ALPHABETS)
@given(data=st.data())
def test_as_sets_say(name, data):
    alphabet, labels = ALPHABETS[name]
    old = data.draw(word_lists(labels, longest=3))
    new = data.draw(word_lists(labels, longest=3)) + [word for word in old if data.draw(st.booleans())]
    found = compare(old, new, alphabet)
    words_in, words_out, gained, lost = expected([*map(alphabet.encode, old)], [*map(alphabet.encode, new)])
    spell = alphabet.decode
    sides = ("front", "back")
    assert found.added == [spell(word) for word in words_in], "words in"
    assert found.removed == [spell(word) for word in words_out], "words out"
    assert found.gained == [("+", spell(word), sides[side], alphabet.labels[tile - 1]) for word, side, tile in gained]
    assert found.lost == [("-", spell(word), sides[side], alphabet.labels[tile - 1]) for word, side, tile in lost]
    assert bool(found) == (set(map(alphabet.encode, old)) != set(map(alphabet.encode, new)))
    counts = found.counts()
    assert list(counts.values())[2:] == [len(words_in), len(words_out), len(gained), len(lost)]
    assert counts["old"] == len(set(map(alphabet.encode, old)))
    lines = list(found.lines())
    assert len(lines) == len(set(lines)) == sum(list(counts.values())[2:])
    assert list(found.lines(hooks=False)) + list(found.lines(words=False)) == lines
    words = [alphabet.encode(line[2:]) for line in found.lines(hooks=False)]
    assert words == sorted(words), "words in and out in one order"
    changes = [{key: row[key] for key in ("change", "word")} for row in found.objects(hooks=False)]
    assert [f"{row['change']} {row['word']}" for row in changes] == list(found.lines(hooks=False))
    backwards = compare(new, old, alphabet)
    assert (backwards.added, backwards.removed) == (found.removed, found.added)
    assert [hook[1:] for hook in backwards.lost] == [hook[1:] for hook in found.gained]


def test_the_report():
    found = compare(["ABLE", "CARE", "TABLE"], ["CARE", "CARES", "SCARE", "TABLE"])
    assert list(found.lines()) == ["- ABLE", "+ CARES", "+ SCARE", "+ hook S- CARE", "+ hook CARE -S"]
    assert list(found.objects())[-1] == {"change": "+", "word": "CARE", "side": "back", "letter": "S"}
    assert repr(found) == "<Comparison: 2 words in, 1 out, 2 hooks gained, 0 lost>"


def test_a_hook_of_several_letters():
    spanish = shipped("spanish")
    assert list(compare(["ALA"], ["ALA", "CHALA"], spanish).lines(words=False)) == ["+ hook CH- ALA"]


def test_what_can_be_compared(tmp_path):
    old, new = ["CARE", "TABLE"], ["CARE", "CARES"]
    path = tmp_path / "old.txt"
    path.write_text("\n".join(old))
    lexkit.build(old, tmp_path / "old.gaddag")
    lexkit.build(new, tmp_path / "other")
    same = [path, str(path), tmp_path / "old.gaddag", make(old), old]
    for one in same:
        for other in same:
            assert not lexkit.diff(one, other), f"{one} and {other}"
        assert lexkit.diff(one, tmp_path / "other").added == ["CARES"], "a lexicon is known by its content"
        assert lexkit.diff(make(new), one).removed == ["CARES"]
    assert lexkit.diff("english", "english", min_length=2).counts()["old"] == len(lexkit.open("english"))
    closed = make(old)
    closed.close()
    with pytest.raises(ClosedLexiconError):
        lexkit.diff(closed, old)


def test_lengths_and_lines_that_are_no_words():
    assert compare(["A"], ["A", "AA", "AAAA"], min_length=2, max_length=3).added == ["AA"]
    assert compare(["A", "1"], ["A", "B"], skip_invalid=True).added == ["B"]
    with pytest.raises(WordListError, match="'1'"):
        compare(["A", "1"], ["A"])
    with pytest.raises(LexkitError, match="min_length"):
        compare([], [], min_length=5, max_length=4)


def test_alphabets_that_differ():
    english, spanish = make(["CARE"]), make(["PERRO"], "spanish")
    with pytest.raises(AlphabetError, match=r"expected english.*found spanish"):
        lexkit.diff(english, spanish)
    with pytest.raises(AlphabetError, match=r"expected polish"):
        lexkit.diff(english, [], alphabet="polish")
    with pytest.raises(AlphabetError, match=r"expected auto"):
        lexkit.diff(english, [], alphabet="auto")
    hong_kong = make(["CARE"], "hong_kong_english")
    with pytest.raises(AlphabetError):
        lexkit.diff(english, hong_kong)
    assert not lexkit.diff(english, hong_kong, alphabet="english"), "the same letters can be compared when asked for"
    assert lexkit.diff(spanish, ["CHE", "PERRO"]).added == ["CHE"], "a list is read in the lexicon's alphabet"


def test_letters_taken_from_the_lists():
    found = lexkit.diff(["каша"], ["шар", "каша"], alphabet="auto")
    assert (found.added, "".join(found.alphabet)) == (["ШАР"], "АКРШ")
    old, new = make(["ABC"], "auto"), make(["AXB", "ABC"], "auto")
    assert lexkit.diff(old, new).added == ["AXB"]
    assert lexkit.diff(old, ["XYZ", "ABC"]).added == ["XYZ"]
    with pytest.raises(AlphabetError, match="at most 63"):
        lexkit.diff(
            ["".join(map(chr, range(0x410, 0x430)))], ["".join(map(chr, range(0x4E00, 0x4E20)))], alphabet="auto"
        )
