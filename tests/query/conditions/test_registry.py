"""Every kind of condition is a term of the language, a command, and a method, and they mean the same.

What holds for all kinds is here; what each finds, in the tests of its own.
"""

import math
from fnmatch import fnmatchcase
from pathlib import Path
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Lexicon
from lexkit.apps.shell.lexq.app import Commands
from lexkit.errors import ClosedLexiconError, ColumnError, LexkitError, QuerySyntaxError, TimeLimitError
from lexkit.runtime.query.conditions.registry import KINDS, Kind, reserved_names
from tests.making import make
from tests.query.oracle import PREDICATES
from tests.running import MANY, each

#: What no column may be called, beside the conditions.
OTHERS_RESERVED = """and or not sort limit offset count columns column word rank alphagram ways ways-0 ways-1 acrostic
build stems hooks inner-hooks editions marks symbols"""


@each("kind", KINDS.values())
def test_a_kind_is_a_method_too(kind: Kind, some_english: Lexicon) -> None:
    method = getattr(Lexicon, kind.method)
    assert method.__doc__
    if kind.elsewhere:
        return  # of what the bundled list does not have
    value = kind.example
    expected = some_english.search(f"{kind.name}:'{value}'")
    assert expected or not MANY, "an example finds something in the whole list"
    if kind.name == "consists-of":
        found = some_english.consists_of("AEIOU", ">=75")
    elif kind.name == "probability!":
        found = some_english.probability(value, strict=True)
    elif kind.allowed == ("yes", "no"):
        found = method(some_english)
    else:
        found = method(some_english, value)
    assert found == expected


#: Kinds whose meaning is not that of one word by itself: tests of their own say what they find.
WITHOUT_ORACLE = {"probability", "probability!", "group", "stem", "in", "definition", "edition"}


def test_a_kind_has_an_oracle() -> None:
    assert KINDS.keys() - PREDICATES.keys() == WITHOUT_ORACLE


def test_other_names_mean_one_thing() -> None:
    others = [other for kind in KINDS.values() for other in kind.others.split()]
    assert len(set(others)) == len(others)
    assert not set(others) & KINDS.keys()


def test_a_kind_is_a_command_too() -> None:
    named = Commands().list_commands(None)
    assert set(KINDS) <= set(named)


def test_no_column_has_the_name_of_a_condition(tmp_path: Path) -> None:
    """Whatever writes a file is told which names mean something else."""
    assert reserved_names() - KINDS.keys() == set(OTHERS_RESERVED.split())
    assert KINDS.keys() - reserved_names() == {"definition"}, "its column is what it asks about"
    values, listed, target = tmp_path / "v.tsv", tmp_path / "w.csv", tmp_path / "w.gaddag"
    values.write_text("AB\t1\n")
    listed.write_text("word,stem\nAB,1\n")
    column = f"Stem={values}"
    lexkit.build(["AB"], target)
    for refused in (
        lambda: lexkit.build(["AB"], options=lexkit.Options(columns=(column,))),
        lambda: lexkit.build(["AB"], tmp_path / "x.gaddag", lexkit.Options(columns=(column,))),
        lambda: lexkit.build(listed, tmp_path / "x.gaddag"),
        lambda: lexkit.attach(target, target, [column]),
        lambda: lexkit.convert(listed, tmp_path / "x.gaddag", source_format="text"),
    ):
        with pytest.raises(ColumnError, match="this name has another meaning in queries"):
            refused()
    lexkit.attach(target, target, [f"definition={values}"])


def test_numbers_may_be_numbers(some_english: Lexicon) -> None:
    assert some_english.length(2) == some_english.words().of_length(2)
    assert some_english.points(">=40") == some_english.search("points:>=40")
    assert some_english.probability(1, blanks=0) == some_english.search("probability:1/0")
    assert some_english.consists_of("AEIOU") == some_english.search("consists-of:AEIOU")
    assert some_english.palindrome(False) == ~some_english.palindrome()


@each("name", ["pattern", "anagram", "superanagram", "regex", "takes_prefix", "includes", "edition", "group"])
@each("value", [None, b"AB", 7, ["A"]])
def test_a_method_takes_text(name: str, value: object, english: Lexicon) -> None:
    with pytest.raises(TypeError, match="a query must be a str, not"):
        getattr(english, name)(value)


@each(
    ("kind", "value", "at"),
    [
        ("length", "seven", 0), ("points", "3-a", 2), ("probability", "1-500/3", 6),
        ("probability", "1-500/", 6), ("probability", "x/1", 0), ("probability!", "1-500/3", 6),
        ("probability!", "5-1", 0), ("group", "nothing", 0), ("stem", "six", 0),
        ("includes", "", 0), ("includes", "A1", 1), ("excludes", "", 0), ("excludes", "A1", 1),
        ("consists-of", "", 0), ("consists-of", ">=60", 0), ("consists-of", "A!>=60", 1),
        ("consists-of", "AEI>60>", 6), ("consists-of", "AEI9-5", 3), ("palindrome", "maybe", 0),
        ("takes-prefix", "", 0), ("takes-prefix", "RE1", 2), ("takes-suffix", "", 0), ("front-hook", "", 0),
        ("front-hook", "S?", 1), ("back-hook", "[S", 0), ("front-hooks", "many", 0), ("back-hooks", "2-x", 2),
        ("inner-hook", "", 0), ("inner-hook", "middle", 0),
    ],
)  # fmt: skip
def test_malformed_values(kind: str, value: str, at: int) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        KINDS[kind].make(value, make(["AB"]).core)
    assert caught.value.at == at, str(caught.value)


#: A value for each kind that looks at every word, or at its hooks.
VALUES = {
    **dict.fromkeys(("length", "points", "vowels", "consonants", "unique", "anagrams"), "1-"),
    **dict.fromkeys(("probability", "probability!"), "1-"),
    "stem": "1",
    "group": "hook-words",
    **dict.fromkeys(
        ("includes", "excludes", "consists-of", "takes-prefix", "takes-suffix", "front-hook", "back-hook"), "A"
    ),
    "front-hooks": "1-",
    "back-hooks": "1-",
    "inner-hook": "front",
    "palindrome": "yes",
}


@pytest.mark.parametrize("kind", VALUES)
@given(value=st.text(max_size=80))
def test_any_value_is_answered_or_refused(kind: str, value: str) -> None:
    lexicon = make(["ABBA", "AB", "ZEST"])
    try:
        condition = KINDS[kind].make(value, lexicon.core)
    except LexkitError as error:
        assert isinstance(error, QuerySyntaxError)
        assert 0 <= error.at <= len(value)
        return
    assert len(condition.words(lexicon.core)) <= 3


@each("kind", VALUES)
def test_of_no_words_and_of_a_closed_lexicon(kind: str) -> None:
    nothing = make([])
    assert not KINDS[kind].make(VALUES[kind], nothing.core).words(nothing.core)
    lexicon = make(["A", "AA"])
    condition = KINDS[kind].make(VALUES[kind], lexicon.core)
    condition.words(lexicon.core)
    lexicon.close()
    with pytest.raises(ClosedLexiconError):
        condition.words(lexicon.core)


WORDS = ["AB", "ABBA", "ZEST"]


def test_expressions_asked_again_are_compiled_once() -> None:
    lexicon = make(WORDS)
    index = lexicon.core
    for kind, value in (("pattern", "A*"), ("regex", "[AB]+"), ("subsequence", "AB"), ("near", "ABA")):
        condition = KINDS[kind].make(value, index)
        assert KINDS[kind].make(value, index) is condition
        assert condition.words(index) == condition.words(index) == lexicon.search(f"{kind}:{value}")
        assert KINDS[kind].make(value, make(["AB"]).core) is not condition
    # Folding, the kind and the case are parts of the question.
    assert KINDS["pattern"].make("A*", index, fold=True) is not KINDS["pattern"].make("A*", index)
    assert KINDS["subsequence"].make("A", index) is not KINDS["pattern"].make("A", index)
    assert KINDS["pattern"].make("a*", index).text == "pattern:a*"
    # What other files decide is read again, and what takes much memory is not kept.
    for kind, value in (("anagram", "AB"), ("length", "4"), ("pattern", "*" * 257)):
        assert KINDS[kind].make(value, index) is not KINDS[kind].make(value, index)


def test_the_index_keeps_few_conditions_and_they_do_not_keep_it() -> None:
    lexicon = make(WORDS)
    for number in range(300):
        value = f"{'A' * (number % 17)}{'B' * (number // 17)}?*"
        assert lexicon.pattern(value).to_list() == [word for word in WORDS if fnmatchcase(word, value)]
        assert len(lexicon.core.reusable_conditions) <= 128
    index = ref(lexicon.core)
    del lexicon
    assert index() is None, "freed without the garbage collector"


def test_a_condition_asked_again_looks_at_the_lexicon_and_the_clock() -> None:
    lexicon = make(WORDS)
    for ask in (lexicon.pattern, lexicon.regex, lexicon.near):
        ask("AB")
        with lexkit.within(math.inf) as limit:
            limit.stop()
            with pytest.raises(TimeLimitError):
                ask("AB")
    lexicon.core.close()
    with pytest.raises(ClosedLexiconError):
        lexicon.pattern("AB")
