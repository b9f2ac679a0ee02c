"""Compositions of conditions: any tree of them finds what plain Python finds by looking at each word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.errors import ClosedLexiconError, LexkitError, QuerySyntaxError
from lexkit.lexicons import alphabet as shipped
from lexkit.runtime.query.conditions.letter_expressions import LetterExpression
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.evaluate import QueryPlan
from lexkit.runtime.query.language.grammar import read
from lexkit.runtime.query.search.glushkov_automaton import read_by
from tests.making import make, word_lists
from tests.query.oracle import Word, World
from tests.query.random_queries import meaning, query, value
from tests.running import MANY, each
from tests.words.test_column import with_values

#: Labels of an alphabet whose tiles have one letter, and of one whose tiles have several.
ALPHABETS = {"english": ("A", "B", "E", "S"), "spanish": ("A", "CH", "C", "L", "LL", "Ñ")}
RANDOMS = st.randoms(use_true_random=False)


def world_of(lexicon: lexkit.Lexicon) -> World:
    labels = list(lexicon.alphabet)
    words = (tuple(labels[tile - 1] for tile in lexicon.alphabet.encode(word)) for word in lexicon)
    return World.of(lexicon.alphabet, words)


def spelled(word: Word, lexicon: lexkit.Lexicon) -> str:
    labels = list(lexicon.alphabet)
    return lexicon.alphabet.decode(bytes(labels.index(tile) + 1 for tile in word))


@pytest.mark.parametrize("name", sorted(ALPHABETS))
@given(data=st.data())
def test_any_composition_finds_what_looking_at_each_word_finds(name: str, data: st.DataObject) -> None:
    labels = ALPHABETS[name]
    lexicon = make(data.draw(word_lists(labels, longest=5)), name)
    asked = query(data.draw(RANDOMS), labels)
    text = asked["text"]
    met = meaning(read(text).tree, world_of(lexicon), asked["trees"])
    expected = sorted(spelled(word, lexicon) for word in world_of(lexicon).words if met(word))
    assert sorted(lexicon.search(text)) == expected, text
    told = lexicon.explain(text)
    count = f"{len(expected)} {'word' if len(expected) == 1 else 'words'}"
    assert told.splitlines()[-1] == count, "explaining a query answers it too"


@given(st.data())
def test_the_order_of_terms_and_of_estimates_changes_no_answer(data: st.DataObject) -> None:
    labels = ALPHABETS["english"]
    lexicon = make(data.draw(word_lists(labels, longest=5)))
    parts = [query(data.draw(RANDOMS), labels)["text"] for _ in range(data.draw(st.integers(2, 4)))]
    costs = data.draw(st.lists(st.floats(1, 1e6), min_size=8, max_size=8))
    first = lexicon.search(" ".join(f"({part})" for part in parts))
    assert lexicon.search(" ".join(f"({part})" for part in reversed(parts))) == first
    by_chance = QueryPlan(read(" ".join(f"({part})" for part in parts)), lexicon.core)
    by_chance._cost = lambda tree, number: costs[hash(tree) % 8]  # type: ignore[method-assign]
    assert by_chance.words() == first


def test_every_kind_is_found_by_its_example(some_english: lexkit.Lexicon) -> None:
    for name, kind in KINDS.items():
        if not kind.elsewhere:
            words = some_english.search(f'{name}:"{kind.example}"')
            assert words or not MANY, f"{name}:{kind.example} finds nothing, but is shown as an example"
            assert words == kind.make(kind.example, some_english.core).words(some_english.core)
            some = some_english.prefix("QU") | words[:50]
            assert kind.make(kind.example, some_english.core).among(some) == words & some, f"{name} among some words"


def test_a_query_without_conditions_is_all_words() -> None:
    few = make(["AB", "AC", "AD"])
    assert list(few.search("limit:2")) == ["AB", "AC"]
    assert list(few.search("offset:1")) == ["AC", "AD"]
    assert list(few.search("offset:9 limit:9")) == []
    assert few.explain("limit:2") == "all words\n3 words, at most 2 shown"


def test_sorted_answers_keep_their_order() -> None:
    few = make(["AB", "ABS", "CAB", "SCABS"])
    assert list(few.search("substring:AB sort:-length")) == ["SCABS", "ABS", "CAB", "AB"]
    assert list(few.search("sort:-length substring:AB limit:2 offset:1")) == ["ABS", "CAB"]
    for text in ("prefix:A sort:length,-nonsense", 'prefix:A sort:"length,-nonsense"'):
        with pytest.raises(QuerySyntaxError, match="nonsense") as caught:
            few.search(text)
        assert text[caught.value.at :].startswith("-nonsense")


@given(st.data())
def test_expressions_read_few_words_as_they_find_all(data: st.DataObject) -> None:
    for name, labels in ALPHABETS.items():
        lexicon = make(data.draw(word_lists(labels, longest=5)), name)
        kind = data.draw(st.sampled_from(["pattern", "subsequence", "near"] + ["regex"] * (name == "english")))
        condition = KINDS[kind].make(value(data.draw(RANDOMS), kind, labels)[0], lexicon.core)
        if isinstance(condition, LetterExpression):
            fitting = read_by(lexicon.words(), condition.whole)
            assert lexicon.words().where(fitting) == condition.words(lexicon.core)
        some = lexicon.words()[:: data.draw(st.integers(1, 3))]
        assert condition.among(some) == some & condition.words(lexicon.core)


@given(st.data())
def test_conditions_on_letters_look_at_few_words_as_they_find_all(data: st.DataObject) -> None:
    for name, labels in ALPHABETS.items():
        lexicon = make(data.draw(word_lists(labels, longest=5)), name)
        if lexicon:
            letters = value(data.draw(RANDOMS), "suffix", labels)[0]
            for kind in ("prefix", "suffix", "substring"):
                condition = KINDS[kind].make(letters, lexicon.core)
                some = lexicon.words()[:: data.draw(st.integers(1, 3))]
                assert condition.among(some) == some & condition.words(lexicon.core)
                backwards = condition.among(some.sorted_by("-alphabet"))
                assert backwards == some & condition.words(lexicon.core)


def test_answers_compose_with_the_methods() -> None:
    few = make(["AB", "ABS", "CAB", "SCABS"])
    assert list(few.search("prefix:A or suffix:S") & few.substring("CA")) == ["SCABS"]
    assert list(~few.search("-prefix:A")) == ["AB", "ABS"]


def test_cheap_conditions_go_first_and_the_rest_stops_when_nothing_is_left() -> None:
    words = [a + b + c for a in "ABCDEFGH" for b in "AEIOU" for c in "RSTLN"]
    told = make(words).explain("-substring:E suffix:S prefix:Q").splitlines()
    assert told[0].startswith("find prefix:Q: one walk from the front; about ")
    assert told[1:] == [
        "keep suffix:S: nothing is left to look at",
        "drop substring:E: nothing is left to look at",
        "0 words",
    ]


def test_a_condition_that_is_there_twice_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    few = make(["AB", "ABS"])
    kind = KINDS["prefix"]
    asked = []
    original = type(kind.make("A", few.core)).words
    monkeypatch.setattr(
        type(kind.make("A", few.core)),
        "words",
        lambda self, lexicon: asked.append(self.text) or original(self, lexicon),
    )
    assert len(few.search("prefix:A or prefix:A or prefix:AB")) == 2
    assert asked == ["prefix:A", "prefix:AB"]


def test_a_column_is_asked_by_its_name() -> None:
    few = with_values({"freq": [5, 2000, None]}, ["AB", "ABS", "CAB"])
    assert list(few.search("freq:>1000 or freq:5")) == ["AB", "ABS"]
    assert list(few.search("freq:>=5 suffix:B sort:-freq")) == ["AB"]
    assert list(few.search("sort:-freq")) == ["ABS", "AB", "CAB"]
    with pytest.raises(QuerySyntaxError, match="did you mean freq:") as caught:
        few.search("prefix:A freg:5")
    assert caught.value.at == 9
    with pytest.raises(QuerySyntaxError) as caught:
        few.search("prefix:A freq:x")
    assert caught.value.at == 14


def test_many_alternatives(english: lexkit.Lexicon) -> None:
    words = english[::500].to_list()
    text = " or ".join(f"prefix:{word}" for word in words)
    found = english.search(text)
    assert set(words) <= set(found)
    assert all(any(word.startswith(start) for start in words) for word in found)


@each(
    ("text", "at", "what"),
    [
        ("prefix:AB lenth:7", 10, "no such condition"),
        ("prefix:A1", 8, "not a letter"),
        ("(suffix:S or -substring:'A B')", 26, "not a letter"),
        ('prefix:A suffix:"1"', 17, "not a letter"),
        ("Prefix:A SUFFIX:-", 16, "not a letter"),
    ],
)
def test_errors_in_values_point_into_the_whole_query(english: lexkit.Lexicon, text: str, at: int, what: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        english.search(text)
    error = caught.value
    assert (error.text, error.at) == (text, at)
    assert what in error.what
    assert error.expected is not None
    with pytest.raises(QuerySyntaxError):
        english.explain(text)


def test_an_unknown_kind_names_the_nearest_and_where_all_are(english: lexkit.Lexicon) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        english.search("sufix:ING")
    assert "did you mean suffix:" in str(caught.value)
    assert "lexq --help lists all" in str(caught.value)
    assert sum(f"{kind}:" in str(caught.value.expected) for kind in KINDS) == 3


@each(
    ("name", "meant"),
    [
        ("contains", "substring"),
        ("startswith", "prefix"),
        ("starts", "prefix"),
        ("Starts-With", "prefix"),
        ("begins_with", "prefix"),
        ("ends", "suffix"),
        ("endswith", "suffix"),
        ("build", "subanagram"),
        ("len", "length"),
        ("lenght", "length"),
        ("prefx", "prefix"),
        ("order", "sort"),
    ],
)
def test_what_others_call_a_kind(english: lexkit.Lexicon, name: str, meant: str) -> None:
    """Found: contains:, startswith:, starts: and ends: got no hint, but a list of 35 names."""
    with pytest.raises(QuerySyntaxError, match=f"expected one like {meant}:, .*; did you mean {meant}: ?") as caught:
        english.search(f"{name}:ING")
    assert len(str(caught.value)) < 160


def test_a_kind_like_no_other(english: lexkit.Lexicon) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        english.search("zzz:1")
    assert "did you mean" not in str(caught.value)
    assert len(str(caught.value).split("expected one like ")[1].split(", found")[0].split(", ")) == 3


def test_what_is_no_text_and_a_closed_lexicon() -> None:
    few = make(["AB"])
    with pytest.raises(TypeError):
        few.search(7)  # type: ignore[arg-type]
    few.close()
    for ask in (few.search, few.explain):
        with pytest.raises(ClosedLexiconError):
            ask("prefix:A")


@given(st.text(alphabet="aA:()\"'- ?*[]^\\.=<>~0Ω\n\x00,", max_size=30) | st.text(max_size=30))
def test_any_text_is_answered_or_refused(text: str) -> None:
    few = make(["AB", "ABS"])
    for ask in (few.search, few.explain):
        try:
            ask(text)
        except LexkitError as error:
            assert str(error)


@given(st.lists(st.sampled_from(["(", ")", "-", "not", "or", "and", *(f"{k}:{v.example}" for k, v in KINDS.items())])))
def test_any_sequence_of_pieces_is_answered_or_refused(pieces: list[str]) -> None:
    few = make(["AB", "ABS"])
    try:
        few.search(" ".join(pieces))
    except QuerySyntaxError as error:
        assert error.text == " ".join(pieces)
        assert 0 <= error.at <= len(error.text)


def test_english_points_are_those_of_the_alphabet() -> None:
    """What the oracle takes from the alphabet itself is what is printed on the tiles."""
    tiles = dict(zip(shipped("english"), shipped("english").tiles, strict=True))
    assert (tiles["Q"].points, tiles["A"].points, tiles["A"].vowel, tiles["Y"].vowel) == (10, 1, True, False)
