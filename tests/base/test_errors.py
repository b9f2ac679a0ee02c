"""What an error shows: one line, of bounded length, without a character that steers a terminal."""

import copy
import pickle

from lexkit import errors
from lexkit.errors import LexkitError, QuerySyntaxError, show_value
from tests.running import each

#: Control characters, bidirectional ones, ends of lines and paragraphs, a tag, a byte order mark, half a pair.
STEERING = "\0\x07\x1b[31m\r\n\x7f\x9b\xad\u061c\u200e\u202e\u2028\u2029\u2066\ufeff\U000e0041\ud800"
KINDS = [getattr(errors, name) for name in errors.__all__]
PARTS = ("what", "path", "place", "expected", "found", "remedy")


@each("kind", KINDS)
@each("part", PARTS)
def test_nothing_steers_a_terminal(kind, part):
    given = {"what": "wrong", part: f"a{STEERING}é 語 \u0301z"}
    error = kind(given.pop("what"), **given)
    for shown in (str(error), str(pickle.loads(pickle.dumps(error))), str(copy.copy(error))):
        assert shown.isprintable()
        assert r"\x1b[31m\r\n\x7f\x9b\xad" in shown
        assert r"\u202e" in shown
        assert r"\ud800é 語" in shown
        shown.encode("utf-8")
    given = error.__dict__[part]
    assert STEERING in given


@each("part", PARTS)
def test_no_error_repeats_all_of_a_huge_value(part):
    given = {"what": "wrong", part: "é" * 10**6}
    assert len(str(LexkitError(given.pop("what"), **given))) < 5000
    error = QuerySyntaxError("wrong", text="\x1b" * 10**6, at=5 * 10**5)
    assert len(error.pointer) < 500


def test_what_has_joiners_and_hard_blanks_stays():
    text = "👩\u200d👧 نمی\u200cخواهم a\xa0b"
    assert str(LexkitError("wrong", found=text)) == f"wrong: found {text}"


class Silent:
    def __repr__(self):
        raise KeyError("nothing to show")


@each("value", [10**5000, [10**5000], -(10**400), Silent(), [Silent()], object])
def test_values_that_cannot_be_written(value):
    assert len(show_value(value)) < 100
    assert len(str(LexkitError("wrong", expected=value, found=value))) < 300


class Loud(str):
    """A text that shows another."""

    def __repr__(self):
        return "\x1b" * 1000

    def __str__(self):
        return "\x1b" * 1000


@each("kind", [str, bytes, bytearray, list, tuple])
def test_only_what_is_shown_of_a_value_is_written(kind):
    class Item:
        shown = 0

        def __repr__(self):
            Item.shown += 1
            return "x"

    value = kind([Item()] * 10**4) if kind in (list, tuple) else kind("a" * 10**4) if kind is str else kind(10**4)
    assert show_value(value) == repr(value[:60])[:60] + "..."
    assert Item.shown <= 200


def test_a_text_of_another_kind():
    assert len(show_value(Loud("a"))) <= 63
    assert str(LexkitError("wrong", found=Loud("a"))).isprintable()
