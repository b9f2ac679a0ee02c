"""Hooks of one letter and more, at both ends and inside, against plain Python over lists of labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.words import hooks
from tests.making import letters, make
from tests.query.conditions.test_word_measures import ask
from tests.query.making import Case, Word, bracketed, cases, spell


@given(cases(longest=6), st.data())
def test_what_goes_in_front_and_behind(case: Case, data: st.DataObject) -> None:
    text = tuple(data.draw(st.lists(st.sampled_from(case.labels), min_size=1, max_size=4)))
    there = set(case.words)
    ask(case, "takes-prefix", bracketed(text), [word for word in case.words if text + word in there])
    ask(case, "takes-suffix", bracketed(text), [word for word in case.words if word + text in there])
    case.agrees(case.lexicon.takes_prefix(bracketed(text)), [word for word in case.words if text + word in there], text)
    case.agrees(case.lexicon.takes_suffix(bracketed(text)), [word for word in case.words if word + text in there], text)


@given(cases(longest=4), st.data())
def test_hooks_by_letter(case: Case, data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(case.labels), min_size=1, max_size=3))
    there = set(case.words)
    ask(
        case,
        "front-hook",
        bracketed(some),
        [word for word in case.words if all((label, *word) in there for label in some)],
    )
    ask(
        case,
        "back-hook",
        bracketed(some),
        [word for word in case.words if all((*word, label) in there for label in some)],
    )


def test_hooks_that_are_known_already_give_the_same_answer() -> None:
    lexicon = make(["A", "AB", "BA", "BAB", "CAB", "CA", "ABC"])
    for kind in ("front-hook", "back-hook"):
        condition = KINDS[kind].make("BC", lexicon.core)
        found = condition.words(lexicon.core)
        some = lexicon.words()[1::2]
        assert condition.among(some) == found & some
        (hooks.front_hooks if kind == "front-hook" else hooks.back_hooks)(lexicon.words())
        assert condition.words(lexicon.core) == found
        assert condition.among(some) == found & some
    assert list(lexicon.front_hook("BC")) == ["A", "AB"]
    assert list(lexicon.back_hook("BC")) == []


def fronts(case: Case, word: Word) -> set[str]:
    return {label for label in case.lexicon.alphabet if (label, *word) in set(case.words)}


def backs(case: Case, word: Word) -> set[str]:
    return {label for label in case.lexicon.alphabet if (*word, label) in set(case.words)}


@given(cases(longest=4))
def test_sets_of_hooks(case: Case) -> None:
    words = case.lexicon.words()
    sets = case.lexicon.alphabet.letter_set
    assert [set(sets(int(mask))) for mask in hooks.front_hooks(words)] == [fronts(case, word) for word in case.words]
    assert [set(sets(int(mask))) for mask in hooks.back_hooks(words)] == [backs(case, word) for word in case.words]


@given(cases(longest=4))
def test_inner_hooks(case: Case) -> None:
    there = set(case.words)
    ask(case, "inner-hook", "front", [word for word in case.words if word[1:] in there])
    ask(case, "inner-hook", "back", [word for word in case.words if word[:-1] in there])
    ask(case, "inner-hook", "Both", [word for word in case.words if word[1:] in there and word[:-1] in there])
    for word in [*case.words[:8], ("A",), ("A", "A")]:
        found = case.lexicon.inner_hooks(spell(word, case.lexicon) if word in there else "[A]" * len(word))
        if word in there:
            assert found == (word[1:] in there, word[:-1] in there), word


def test_inner_hooks_of_any_text() -> None:
    lexicon = make(["ABLE", "CABLE", "AB"])
    assert lexicon.inner_hooks("CABLE") == (True, False)
    assert lexicon.inner_hooks("TABLE") == (True, False)
    assert lexicon.inner_hooks("ABC") == (False, True)
    for text in ("", "A", "A" * 64, "A" * 1000):
        assert lexicon.inner_hooks(text) == (False, False)
    assert lexicon.inner_hooks("ABLES").back
    assert not lexicon.inner_hooks("ABLES").front


def test_both_ways_to_what_goes_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked up one by one where few words end so, or found on one walk."""
    stems = [first + second for first in "ABCD" for second in "ABCD"]
    lexicon = make([*stems, *(stem + "ING" for stem in stems[::3]), "KING", "ING"])
    expected = stems[::3]
    for few in (1, 10**9):
        monkeypatch.setattr(hooks, "FEW", few)
        assert lexicon.takes_suffix("ING").to_list() == expected


def test_the_longest_words() -> None:
    alphabet = letters(63)
    last = list(alphabet)[-1]
    lexicon = make([last * number for number in range(1, 64)], alphabet)
    assert len(lexicon.takes_prefix(last)) == len(lexicon.takes_suffix(last)) == 62
    assert len(lexicon.takes_prefix(last * 62)) == len(lexicon.takes_suffix(last * 62)) == 1
    for number in (63, 64, 65, 1000):
        assert not lexicon.takes_prefix(last * number)
        assert not lexicon.takes_suffix(last * number)
    assert len(KINDS["inner-hook"].make("both", lexicon.core).words(lexicon.core)) == 62
    assert hooks.front_hooks(lexicon.words()).tolist() == [1 << 63] * 62 + [0]


def test_of_the_bundled_list(some_english: Lexicon) -> None:
    """A whole lexicon, each answer looked up word by word."""
    lexicon = some_english
    there = set(lexicon)
    for text in ("RE", "S", "OUT"):
        assert lexicon.takes_prefix(text).to_list() == [word for word in lexicon if text + word in there], text
    for text in ("FUL", "S", "ED", "NESS"):
        assert lexicon.takes_suffix(text).to_list() == [word for word in lexicon if word + text in there], text
    found = KINDS["inner-hook"].make("both", lexicon.core).words(lexicon.core)
    assert found.to_list() == [word for word in lexicon if word[1:] in there and word[:-1] in there]
