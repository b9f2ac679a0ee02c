"""Searches saved by Zyzzyva: read as it means them, refused where we cannot ask that, and never trusted."""

from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import measures
from lexkit.errors import QueryError, QuerySyntaxError
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.language.grammar import All, AnyOf, Not, Tree, read
from lexkit.runtime.query.language.zyzzyva import MAX_BYTES, query_text
from lexkit.runtime.words.word_fields import field_names
from tests.making import make
from tests.running import each


def saved(*conditions: str, joint: str = "and", head: str = "") -> bytes:
    """A file as Zyzzyva writes it."""
    inside = "".join(f"   <condition {condition}/>\n" for condition in conditions)
    return (
        f'<?xml version="1.0" encoding="ISO-8859-1"?>\n{head}<zyzzyva-search version="1">\n <conditions>\n'
        f"  <{joint}>\n{inside}  </{joint}>\n </conditions>\n</zyzzyva-search>\n"
    ).encode("latin-1")


DOCTYPE = "<!DOCTYPE zyzzyva-search SYSTEM 'http://boshvark.com/dtd/zyzzyva-search.dtd'>\n"


@each(
    ("condition", "expected"),
    [
        ('type="Anagram Match" string="?DEINOST"', "anagram:?DEINOST"),
        ('string="Z[AEIOU][AEIOU]" type="Anagram Match"', "anagram:Z[AEIOU][AEIOU]"),
        ('type="Anagram Match" string="*JBX*"', "superanagram:JBX"),
        ('type="Anagram Match" string="**"', "pattern:*"),
        ('type="Subanagram Match" string="A*"', "pattern:*"),
        ('type="Pattern Match" string="?W*M?S" negated="1"', "-pattern:?W*M?S"),
        ('type="Subanagram Match" string="LX[AU]" negated="0"', "subanagram:LX[AU]"),
        ('type="Length" min="5" max="8"', "length:5-8"),
        ('type="Length" min="7" max="7"', "length:7"),
        ('type="Length" min="4" max="15"', "length:4-"),
        ('type="Length" min="15" max="15"', "length:15"),
        ('type="Takes Prefix" string="PRE"', "takes-prefix:PRE"),
        ('type="Takes Suffix" string="S" negated="1"', "-takes-suffix:S"),
        ('type="Includes Letters" string="ALT"', "includes:ALT"),
        ('type="Includes Letters" string="AAL" negated="1"', "excludes:AAL"),
        ('type="Number of Vowels" min="1" max="2"', "vowels:1-2"),
        ('type="Number of Unique Letters" min="3" max="5"', "unique:3-5"),
        ('type="Point Value" min="8" max="10"', "points:8-10"),
        ('type="Number of Anagrams" min="2" max="999"', "anagrams:2-"),
        ('type="Consists of" string="AEIOU" min="70" max="100"', "consists-of:AEIOU>=70"),
        ('type="Consists of" string="AEIOU" min="0" max="20"', "consists-of:AEIOU<21"),
        ('type="Consists of" string="AEIOU" min="33" max="66"', "consists-of:AEIOU>=33 consists-of:AEIOU<67"),
        (
            'type="Consists of" string="AEIOU" min="33" max="66" negated="1"',
            "-(consists-of:AEIOU>=33 consists-of:AEIOU<67)",
        ),
        ('type="Must Consist of" string="AEIOU" percent="70"', "consists-of:AEIOU>=70"),
        ('type="Probability Order" min="7" max="8" bool="true" int="1"', "probability:7-8/1"),
        ('type="Probability Order" min="1" max="20" bool="false"', "probability!:1-20"),
        ('type="Probability Order" min="1" max="20" bool="false" int="0"', "probability!:1-20/0"),
        ('type="Probability Order" min="1" max="20" negated="1"', "-probability!:1-20"),
        ('type="Limit by Probability Order" min="11" max="50"', "sort:-ways offset:10 limit:40"),
        ('type="Limit by Probability Order" min="11" max="50" int="2"', "sort:-ways,alphagram offset:10 limit:40"),
        ('type="Limit by Probability Order" min="0" max="5" int="0"', "sort:-ways-0,alphagram offset:0 limit:5"),
        ('type="Belongs to Group" string="High Fives"', "group:high-fives"),
        ('type="Belongs to Group" string="Type I Sevens"', "group:type-i-sevens"),
        ('type="Belongs to Group" string="Type III Eights" negated="1"', "-group:type-iii-eights"),
        (
            'type="Belongs to Group" string="Eights From Seven-Letter Stems"',
            "group:eights-from-seven-letter-stems",
        ),
        ('type="Belongs to Group" string="Hook Words"', "inner-hook:front or inner-hook:back"),
        ('type="In Lexicon" string="OWL2" negated="1"', '-in:"OWL2"'),
        ('type="In Word List" string="AA AB"', "pattern:AA or pattern:AB"),
        ('type="Must Not Be in Word List" string="AA AB"', "-(pattern:AA or pattern:AB)"),
        ('type="Definition" string="large &quot;bird&quot;"', "definition:'large \"bird\"'"),
        ('type="Exact Length" number="7"', "length:7"),
        ('type="Minimum Length" number="7"', "length:7-"),
        ('type="Maximum Length" number="7"', "length:0-7"),
        ('type="Exact Anagrams" number="2"', "anagrams:2"),
        ('type="Does Not Take Suffix" string="S"', "-takes-suffix:S"),
        ('type="Must Include" string="Q"', "includes:Q"),
        ('type="Must Exclude" string="UE"', "excludes:UE"),
    ],
)
def test_conditions(condition: str, expected: str) -> None:
    for head in ("", DOCTYPE):
        assert query_text(saved(condition, head=head)) == expected
    read(expected)


def test_conditions_are_joined_as_saved() -> None:
    two = ('type="Length" min="7" max="7"', 'type="Includes Letters" string="QU" negated="1"')
    assert query_text(saved(*two)) == "length:7 excludes:QU"
    assert query_text(saved(*two, joint="or")) == "length:7 or excludes:QU"
    words = 'type="In Word List" string="AA AB"'
    assert query_text(saved(two[0], words)) == "length:7 (pattern:AA or pattern:AB)"
    assert query_text(saved(two[0], words, joint="or")) == "length:7 or (pattern:AA or pattern:AB)"


def test_the_search_of_a_saved_quiz_is_read_too() -> None:
    inside = saved('type="Length" min="7" max="7"').split(b"\n", 1)[1]
    quiz = b"<zyzzyva-quiz type='Anagrams'><question-source type='search'>%b</question-source></zyzzyva-quiz>" % inside
    assert query_text(quiz) == "length:7"


@each(
    ("content", "what"),
    [
        (saved('type="Part of Speech" string="Noun"'), "Part of Speech"),
        (saved('type="Belongs to Group" string="Type IV Sevens"'), "Type IV Sevens"),
        (saved('type="Belongs to Group" string="New in OWL2"'), "older list"),
        (saved('type="Limit by Probability Order" min="1" max="9" int="3"'), "blanks"),
        (saved('type="Limit by Probability Order" min="1" max="9" bool="true"'), "lax"),
        (saved('string="A"'), "''"),
        (saved('type="Length" min="5"'), "max="),
        (saved('type="Length" min="5" max="&#x665;"'), "max="),
        (saved('type="Length" min="-5" max="6"'), "min="),
        (saved('type="Anagram Match"'), "string="),
        (saved('type="Anagram Match" string="A) or length:1"'), "cannot be read"),
        (saved('type="Anagram Match" string="A&quot;"'), "cannot be read"),
        (saved('type="In Word List" string="AA A:B"'), "cannot be read"),
        (saved('type="In Word List" string=""'), "has no words"),
        (saved('type="Definition" string="a &quot;b&quot; c\'s"'), "can be written"),
        (saved(), "no conditions"),
        (b"<zyzzyva-search/>", "no conditions"),
        (b"<html></html>", "<html>"),
        (b"<zyzzyva-search><condition type='Length'/></zyzzyva-search>", "out of place"),
        (b"<zyzzyva-search><conditions><condition/></conditions></zyzzyva-search>", "out of place"),
        (b"<zyzzyva-search>", "not XML"),
        (b"<", "not XML"),
        (b"", "not XML"),
        (b"<?xml version='1.0' encoding='nonsense'?><zyzzyva-search/>", "encoding"),
        (b"<a>" * 100_000, "<a>"),
        (b"<zyzzyva-search>" + b"<a>" * 50_000, "damaged"),
        (b"<zyzzyva-search>" + b" " * MAX_BYTES, "too large"),
        (saved("type='Length' min='1' max='2'", head="<!DOCTYPE x [<!ENTITY a 'b'>]>"), "entities"),
        (
            saved("type='Length' min='1' max='2'", head="<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"),
            "entities",
        ),
        (saved("type='Length' min='1' max='2'").replace(b"</and>", b"</and><or><condition/></or>"), "both"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(content: bytes, what: str) -> None:
    with pytest.raises(QueryError) as caught:
        query_text(content)
    assert what in str(caught.value)


def used(tree: Tree | None) -> set[str]:
    """Names of all terms."""
    match tree:
        case Not(inner):
            return used(inner)
        case All(parts) | AnyOf(parts):
            return set().union(*map(used, parts))
        case None:
            return set()
        case _:
            return {tree.name}


#: What an answer can be sorted by.
FIELDS = field_names(make(["AB"]).core)

EVERY = [
    'type="Anagram Match" string="AB?"',
    'type="Pattern Match" string="A*[BC]"',
    'type="Subanagram Match" string="ABS"',
    'type="Length" min="2" max="3"',
    'type="Takes Prefix" string="C"',
    'type="Takes Suffix" string="S"',
    'type="Includes Letters" string="AB"',
    'type="Consists of" string="AB" min="50" max="100"',
    'type="Must Consist of" string="AB" percent="70"',
    'type="Belongs to Group" string="Hook Words"',
    'type="Belongs to Group" string="Front Hooks"',
    'type="Belongs to Group" string="Back Hooks"',
    'type="Belongs to Group" string="High Fives"',
    'type="In Word List" string="AB CAB"',
    'type="Number of Vowels" min="1" max="2"',
    'type="Number of Unique Letters" min="1" max="2"',
    'type="Number of Anagrams" min="1" max="999"',
    'type="Point Value" min="1" max="100"',
    'type="Probability Order" min="1" max="3" bool="true"',
    'type="Probability Order" min="1" max="3" bool="true" int="2"',
    'type="Probability Order" min="1" max="3" bool="false"',
    'type="Probability Order" min="1" max="3" int="0"',
    'type="Limit by Probability Order" min="2" max="3" bool="false"',
    'type="Limit by Probability Order" min="2" max="3" int="0"',
    'type="Belongs to Group" string="Type I Sevens"',
    'type="Belongs to Group" string="Type II Sevens"',
    'type="Belongs to Group" string="Type III Sevens"',
    'type="Belongs to Group" string="Type I Eights"',
    'type="Belongs to Group" string="Type II Eights"',
    'type="Belongs to Group" string="Type III Eights"',
    'type="Belongs to Group" string="Eights From Seven-Letter Stems"',
    'type="Consists of" string="AB" min="10" max="50"',
]


@each("condition", EVERY)
def test_every_condition_that_is_read_can_be_asked(condition: str) -> None:
    text = query_text(saved(condition))
    if used(read(text).tree) <= set(KINDS) and ("sort:" not in text or "probability" in FIELDS):
        make(["AB", "ABS", "CAB", "CABS", "BA"]).search(text)


def test_the_likeliest_words_are_the_likeliest() -> None:
    """They were the least likely: places count from 1 for the likeliest."""
    lexicon = make(["EAT", "ZZZ", "QUIZ", "AE", "JOT"])
    limited = query_text(saved('type="Limit by Probability Order" min="1" max="2"'))
    drawn = sorted(lexicon, key=lambda word: -int(measures.probability(lexicon.anagram(word))[0]))
    assert lexicon.search(limited).to_list() == drawn[:2]
    assert drawn[0] == "EAT"


def test_a_search_from_before_the_first_version() -> None:
    """There, the places of probability counted the words of the answer."""
    old = saved('type="Probability Order" min="1" max="20"').replace(b' version="1"', b"")
    assert query_text(old) == "sort:-ways offset:0 limit:20"
    assert query_text(old.replace(b"Probability Order", b"Length")) == "length:1-"


def test_percentages_lose_their_fraction_as_in_zyzzyva() -> None:
    """Its 33% is from 33 up to below 34: a third is in it."""
    query = query_text(saved('type="Consists of" string="AEIOU" min="33" max="33"'))
    assert make(["CAT", "EAT", "ZZZ", "AB"]).search(query).to_list() == ["CAT"]


@given(st.binary(max_size=60) | st.text(alphabet="<>/\"'=!? abzyz-", max_size=60).map(str.encode))
def test_any_bytes_are_a_search_or_refused(content: bytes) -> None:
    with pytest.raises(QueryError):
        query_text(content)


@given(st.text(max_size=12), st.text(max_size=12).filter(lambda text: text.isprintable()))
def test_no_text_of_a_condition_becomes_more_than_a_value(text: str, kind: str) -> None:
    for name in ("Anagram Match", "Includes Letters", "In Lexicon", "In Word List", "Definition", kind):
        content = f"<zyzzyva-search><conditions><and><condition type={quoteattr(name)} "
        content += f"string={quoteattr(text)}/></and></conditions></zyzzyva-search>"
        try:
            query = query_text(content.encode("utf-8", "replace"))
        except QueryError:
            continue
        try:
            tree = read(query).tree
        except QuerySyntaxError as error:
            raise AssertionError(f"{query} is not in our language") from error
        assert used(tree) <= {"anagram", "superanagram", "includes", "excludes", "in", "definition", "pattern"}
