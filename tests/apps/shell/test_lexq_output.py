"""How lexq writes words: sorted, paged, in columns, grouped, for programs and for people."""

import csv
import io
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer.main

from lexkit import merge
from lexkit.compiler.build import Options, build
from lexkit.formats.alphabet import Alphabet
from lexkit.lexicons import alphabet
from tests.apps.shell.shell import assert_refused, json_lines, lexq, on_terminal
from tests.running import COMPILED, each

WORDS = ["ABLE", "BALE", "CABLE", "CARE", "RACE", "ACRE", "TABLE", "BLEAT", "QUIZ"]


@each(
    ("options", "expected"),
    [
        ("", "ABLE ACRE BALE BLEAT CABLE CARE QUIZ RACE TABLE"),
        ("--limit 2", "ABLE ACRE"),
        ("--offset 7", "RACE TABLE"),
        ("--offset 3 --limit 2", "BLEAT CABLE"),
        ("--offset 9", ""),
        ("--offset 2 -n 0", ""),
        ("--reverse --limit 2", "TABLE RACE"),
        ("--sort alphabet --limit 2", "ABLE ACRE"),
        ("--sort -alphabet --limit 2", "TABLE RACE"),
        ("--sort length", "ABLE ACRE BALE CARE QUIZ RACE BLEAT CABLE TABLE"),
        ("--sort -length --limit 4", "BLEAT CABLE TABLE ABLE"),
        ("--sort=-length,-word --limit 4", "TABLE CABLE BLEAT RACE"),
        ("--sort -length --sort -word --limit 4", "TABLE CABLE BLEAT RACE"),
        ("--sort length --reverse --limit 4", "TABLE CABLE BLEAT RACE"),
        ("--sort -points --limit 2", "QUIZ CABLE"),
        ("--sort alphagram --length 5", "TABLE BLEAT CABLE"),
        ("--length 5 --sort -points --offset 1 --limit 1", "BLEAT"),
    ],
)
def test_sorting_and_paging(few: str, options: str, expected: str) -> None:
    if options == "--sort alphagram --length 5":
        expected = "CABLE BLEAT TABLE"
    done = lexq("-l", few, "prefix", "", *options.split())
    assert (done.stdout.split(), done.stderr, done.returncode) == (expected.split(), "", 0)
    listed = len(expected.split())
    assert [row["word"] for row in json_lines("-l", few, "prefix", "", *options.split())] == expected.split()
    as_csv = lexq("-l", few, "prefix", "", "--csv", *options.split())
    assert len(as_csv.stdout.splitlines()) == listed + 1


def test_counting_does_not_mind_the_page(few: str) -> None:
    assert lexq("-l", few, "substring", "A", "--count", "--limit", "1", "--sort", "length").stdout == "8\n"
    assert lexq("-l", few, "substring", "A", "-c", "--json").stdout == '{"count": 8}\n'
    assert lexq("-l", few, "substring", "A", "Q", "-c", "--csv").stdout == "count\n8\n1\n"


def test_columns_by_name(few: str) -> None:
    chosen = ("--columns", "word,length,points,back")
    done = lexq("-l", few, "substring", "QU", "CAR", *chosen)
    assert done.stdout == "QUIZ\t4\t22\t\nCARE\t4\t6\t\n"
    done = lexq("-l", few, "substring", "QU", "CAR", "--csv", *chosen)
    assert done.stdout == "word,length,points,back\nQUIZ,4,22,\nCARE,4,6,\n", "the names once, before all answers"
    done = lexq("-l", few, "substring", "QU", "--tsv", "--columns", "alphagram", "--columns", "word")
    assert done.stdout == "alphagram\tword\nIQUZ\tQUIZ\n"
    done = lexq("-l", few, "substring", "QU", "--json", *chosen)
    assert json.loads(done.stdout) == {"word": "QUIZ", "length": 4, "points": 22, "back": ""}
    done = lexq("-l", few, "substring", "QU", "--csv")
    assert done.stdout == "word,rank,length\nQUIZ,6,4\n"


def test_groups(few: str) -> None:
    grouped = ("-l", few, "substring", "A", "--group", "alphagram")
    assert lexq(*grouped).stdout == "ABEL: ABLE BALE\nACER: ACRE CARE RACE\nABELT: BLEAT TABLE\nABCEL: CABLE\n"
    assert lexq(*grouped, "--sort", "alphagram", "--limit", "1").stdout == "ABCEL: CABLE\n"
    assert lexq(*grouped, "--offset", "1", "--limit", "1", "--reverse").stdout == "ACER: RACE CARE ACRE\n"
    assert lexq(*grouped, "--count").stdout == "4\n"
    assert lexq(*grouped, "--length", "5", "--csv").stdout == "alphagram,words\nABELT,BLEAT TABLE\nABCEL,CABLE\n"
    assert json_lines(*grouped)[1] == {"alphagram": "ACER", "words": ["ACRE", "CARE", "RACE"]}
    assert lexq("-l", few, "substring", "L", "--group", "length").stdout == "4: ABLE BALE\n5: BLEAT CABLE TABLE\n"
    assert lexq("-l", few, "substring", "X", "--group", "length").returncode == 1


@each(
    ("options", "code", "message"),
    [
        (["--sort", "size"], 3, "no such field: expected one of word, rank, length"),
        (["--columns", "word,size"], 3, "found 'size'"),
        (["--group", "size"], 3, "found 'size'"),
        (["--count", "--columns", "size"], 3, "found 'size'"),
        (["--sort", "length,"], 2, "names separated by commas for --sort"),
        (["--columns", ""], 2, "names separated by commas for --columns"),
        (["--json", "--csv"], 2, "--json and --csv exclude each other"),
        (["--group", "length", "--columns", "word"], 2, "--group and --columns exclude each other"),
        (["--offset", "-1"], 2, "not in the range"),
        (["--length", "9-3"], 2, "expected a length like 7"),
    ],
)
def test_mistakes(few: str, options: list[str], code: int, message: str) -> None:
    assert_refused(lexq("-l", few, "prefix", "A", *options), code, message)


def test_wrong_usage_is_seen_before_anything_is_opened() -> None:
    assert lexq("-l", "/no/such", "prefix", "A", "--json", "--tsv").returncode == 2


def test_pages_join_without_a_seam() -> None:
    """More than a page of words is one text, with the names of its columns once."""
    lines = lexq("substring", "ING", "--csv", "--sort", "-length").stdout.splitlines()
    assert len(lines) > 10_000
    rows = list(csv.DictReader(lines))
    assert len({row["word"] for row in rows}) == len(rows) == len(lines) - 1
    lengths = [int(row["length"]) for row in rows]
    assert lengths == sorted(lengths, reverse=True)
    assert (
        lexq("substring", "ING", "--offset", "8190", "-n", "5").stdout.split()
        == (lexq("substring", "ING").stdout.split()[8190:8195])
    )


# -- what no list of English holds ----------------------------------------------------------------------


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What answer() writes of these rows, in a format."""
    from lexkit.apps.shell.lexq import write_answers

    def write(rows: list[tuple[Any, ...]], form: str) -> str:
        return "".join(write_answers.format_pages(["word", "note"], [rows], write_answers.Shown(format=form)))

    return write


NOTE = 'a "quoted", long\nnote\twith\rall'


def test_separated_values_read_back(written: Any) -> None:
    for form, delimiter in (("csv", ","), ("tsv", "\t")):
        text = written([("QUIZ", NOTE), ("CARE", None)], form)
        assert list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)) == [
            ["word", "note"],
            ["QUIZ", NOTE],
            ["CARE", ""],
        ]


def test_a_word_stays_on_its_line(written: Any) -> None:
    assert written([("QUIZ", NOTE), ("CARE", None), ("RACE", 1.5)], "lines") == (
        'QUIZ\ta "quoted", long note with all\nCARE\t\nRACE\t1.5\n'
    )
    assert [json.loads(line)["note"] for line in written([("A", NOTE), ("B", None)], "json").splitlines()] == [
        NOTE,
        None,
    ]


def test_what_is_not_known_is_no_number() -> None:
    import numpy as np

    from lexkit.runtime.words.word_fields import plain_values

    assert plain_values(np.array([1.5, np.nan])) == [1.5, None]
    assert plain_values(np.array([1, 2], np.uint8)) == [1, 2]


# -- on a terminal --------------------------------------------------------------------------------------

terminal = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")


@terminal
def test_on_a_terminal_it_is_a_table(few: str) -> None:
    plain = on_terminal("-l", few, "substring", "AB", NO_COLOR="1")
    assert [line.split() for line in plain.splitlines()] == [
        ["front", "word", "back", "length"],
        ["CT", "ABLE", "4"],
        ["CABLE", "5"],
        ["TABLE", "5"],
        ["3", "words"],
    ]
    sorted_by = on_terminal("-l", few, "substring", "AB", "--sort", "-points", "-n", "1", NO_COLOR="1")
    assert [line.split() for line in sorted_by.splitlines()] == [
        ["front", "word", "back", "length", "points"],
        ["CABLE", "5", "9"],
        ["3", "words,", "1", "shown"],
    ], "what it is sorted by is shown"
    chosen = on_terminal("-l", few, "prefix", "", "--columns", "points,word", "--length", "4", NO_COLOR="1")
    assert [line.split() for line in chosen.splitlines()][5:] == [["22", "QUIZ"], ["6", "RACE"], ["6", "words"]]
    groups = on_terminal("-l", few, "prefix", "", "--group", "alphagram", "-n", "1", NO_COLOR="1")
    assert [line.split() for line in groups.splitlines()] == [["ABEL", "ABLE", "BALE"], ["5", "groups,", "1", "shown"]]
    assert on_terminal("-l", few, "prefix", "X", NO_COLOR="1") == "0 words\n"
    assert on_terminal("-l", few, "prefix", "QU", "--json").startswith('{"word": "QUIZ"')


@terminal
def test_colours_only_where_they_are_wanted(few: str) -> None:
    assert "\x1b[" in on_terminal("-l", few, "substring", "AB")
    assert "\x1b[" not in on_terminal("-l", few, "substring", "AB", NO_COLOR="1")


@terminal
def test_brackets_are_letters_and_no_style(tmp_path: Path) -> None:
    build(["[C]HE", "CHE"], tmp_path / "es.gaddag", Options(alphabet="spanish"))
    shown = on_terminal("-l", str(tmp_path / "es.gaddag"), "prefix", "", NO_COLOR="1")
    assert "[C][H][E]" in shown


@each(
    ("word", "rack", "blanks", "name"),
    [
        ("RETAINS", "RETAIN", [6], "english"),
        ("QUIZ", "IU", [0, 3], "english"),
        ("PIZZA", "PIZA", [3], "english"),
        ("CARE", "CAREXX", [], "english"),
        ("CHE", "E", [0], "spanish"),
        ("[C][H][E]", "[C]E", [1], "spanish"),
    ],
)
def test_letters_of_blanks_stand_out(word: str, rack: str, blanks: list[int], name: str) -> None:
    from lexkit.apps.shell.lexq.terminal_tables import highlight_blanks

    tiles: Alphabet = alphabet(name)
    text = highlight_blanks(word, tiles.encode(rack), tiles)
    assert text.plain == word
    labels = word.strip("[]").split("][") if "[" in word else [tiles.labels[tile - 1] for tile in tiles.encode(word)]
    starts = [0]
    for label in labels:
        starts.append(starts[-1] + len(label) + 2 * ("[" in word))
    assert [span.start for span in text.spans if span.style] == [starts[place] for place in blanks]


def test_a_terminal_obeys_no_text_of_a_file() -> None:
    from lexkit.apps.shell.lexq.terminal_tables import _cell

    assert _cell("a\x1b[31m\x9b1mred\n").plain == "a [31m 1mred "
    assert _cell(1234).plain == "1,234"
    assert _cell(None).plain == ""


# -- marks of editions ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two editions in a file: ACRE is only in the first, ZO and ZOA only in the second."""
    path = tmp_path_factory.mktemp("editions") / "all.gaddag"
    lists = {"nwl23": ["ACRE", "CARE"], "csw21": ["CARE", "ZO", "ZOA"]}
    merge(lists, path, marks={"nwl23": "$", "csw21": "#"})
    return str(path)


def test_marks_are_behind_words_where_they_are_asked_for(both: str) -> None:
    def written(*arguments: str) -> str:
        done = lexq("-l", both, *arguments)
        assert (done.stderr, done.returncode) == ("", 0)
        return done.stdout

    assert written("prefix", "") == "ACRE\nCARE\nZO\nZOA\n"
    assert written("prefix", "", "--marks") == "ACRE$\nCARE\nZO#\nZOA#\n"
    assert written("search", "length:2-3 sort:-length", "--marks") == "ZOA#\nZO#\n"
    assert written("prefix", "Z", "--marks", "--columns", "length,word,mark") == "2\tZO#\t#\n3\tZOA#\t#\n"
    assert written("prefix", "", "--marks", "--group", "alphagram") == "ACER: ACRE$ CARE\nOZ: ZO#\nAOZ: ZOA#\n"
    assert json.loads(written("prefix", "ZOA", "--json", "--columns", "word,mark")) == {"word": "ZOA", "mark": "#"}


def test_marks_that_cannot_be_told(few: str, both: str) -> None:
    done = lexq("-l", few, "prefix", "A", "--marks")
    assert (done.returncode, done.stdout) == (3, "")
    assert "this lexicon has no editions" in done.stderr
    done = lexq("-l", both, "prefix", "A", "--marks", "--json")
    assert (done.returncode, "--columns word,mark" in done.stderr) == (2, True)


@terminal
def test_a_terminal_shows_marks(both: str) -> None:
    shown = on_terminal("-l", both, "prefix", "", NO_COLOR="1")
    assert [line.split() for line in shown.splitlines()] == [
        ["front", "word", "back", "length"],
        ["ACRE$", "4"],
        ["CARE", "4"],
        ["ZO#", "A", "2"],
        ["ZOA#", "3"],
        ["4", "words"],
    ]
    assert "ZO#" in on_terminal("-l", both, "prefix", "Z", "--group", "length", NO_COLOR="1")


@terminal
def test_a_query_of_one_rack_colours_its_blanks(few: str) -> None:
    def coloured(text: str) -> bool:
        return "\x1b[1;31mB\x1b[0m" in on_terminal("-l", few, "search", text)

    assert coloured("anagram:ALE?")
    assert coloured("Anagram:ALE? length:4 prefix:A")
    assert not coloured("anagram:ABLE")
    assert not coloured("anagram:ALE? or anagram:ABL?")
    assert not coloured("anagram:ALE? anagram:ABL?")
    assert not coloured("-anagram:ALE? prefix:AB")


# -- a command for each condition -----------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="each looks at the whole list")
def test_each_condition_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    from typer.main import get_command

    from lexkit.apps.shell.lexq.app import program
    from lexkit.runtime.query.conditions.registry import KINDS

    lexq_here = get_command(program)
    for kind in KINDS.values():
        if kind.elsewhere:
            assert lexq_here.main([kind.name, "--help"], standalone_mode=False) == 0
            assert f" {kind.name} " in capsys.readouterr().out.partition("Example:")[2], "called as it must be"
            continue
        code = lexq_here.main([kind.name, "--limit", "3", "--", kind.example], standalone_mode=False)
        found = capsys.readouterr()
        assert (found.err, code) == ("", 0), kind
        assert 1 <= len(found.out.splitlines()) <= 3, kind


def test_a_word_may_be_left_out_where_there_is_a_usual_one(few: str) -> None:
    assert lexq("palindrome", "--limit", "2").stdout == lexq("palindrome", "yes", "-n", "2").stdout != ""


@pytest.fixture
def made(
    few: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:
    """A condition of this test's as a command; its values are substrings."""
    from lexkit.apps.shell.lexq import condition_commands, read_inputs, write_answers
    from lexkit.runtime.query.conditions import prefix_suffix_substring
    from lexkit.runtime.query.conditions.registry import Kind

    asked: list[str] = []

    def make(value: str, lexicon: Any) -> Any:
        asked.append(value)
        return prefix_suffix_substring.Contained("substring", value.partition("~")[0].strip("[?"), lexicon)

    maker = f"made_by_{request.node.name}"  # what a name stands for is looked up once
    names, code = ("tried", "subanagram", "near"), f"prefix_suffix_substring:{maker}"
    some = {name: Kind(name, "TEXT", f"Words {name} with TEXT", "AB C", code, "") for name in names}
    monkeypatch.setattr(condition_commands, "KINDS", some)
    monkeypatch.setattr(prefix_suffix_substring, maker, make, raising=False)
    read_inputs.choose_lexicon(few)
    held: list[bytes | None] = []

    def answered(words: Any, shown: Any) -> int:
        held.append(shown.rack_letters)
        return write_answers.answer(words, shown)

    monkeypatch.setattr(condition_commands, "answer", answered)

    def run(*arguments: str, stdin: str = "") -> SimpleNamespace:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        own = arguments[0] == "build"
        command = typer.main.get_command(condition_commands.app if own else condition_commands.app_of(arguments[0]))
        code = command.main(list(arguments[1:]), prog_name=arguments[0], standalone_mode=False)
        asked_now, held_now = asked.copy(), held.copy()
        asked.clear()
        held.clear()
        return SimpleNamespace(output=capsys.readouterr().out, code=code, asked=asked_now, held=held_now)

    yield run
    read_inputs.choose_lexicon(None)


def test_the_command_of_a_kind(made: Any) -> None:
    done = made("tried", "QU", "CAR")
    assert (done.output, done.code, done.asked) == ("QUIZ\nCARE\n", 0, ["QU", "CAR"])
    assert made("tried", "-", "--count", stdin=" QU \n\nA\n").asked == ["QU", "A"]
    assert made("tried", "XX").code == 1
    told = made("tried", "--help").output
    assert "Words tried with TEXT." in told
    assert "Example: lexq tried 'AB C'" in told
    assert "--sort" in told


def test_kinds_with_options_of_their_own(made: Any) -> None:
    assert made("near", "CARE", "--distance", "2").asked == ["CARE~2"]
    assert made("near", "CARE").asked == ["CARE"]
    done = made("build", "ABL", "--min", "5")
    assert (done.output, done.asked) == ("CABLE\nTABLE\n", ["ABL"])
    assert made("subanagram", "ABL", "-m", "5", "-n", "1").output == "CABLE\n"
    assert "--min" in made("build", "--help").output
    assert "--distance" in made("near", "--help").output


def test_the_rack_is_told_where_it_has_blanks(made: Any) -> None:
    assert made("build", "AB?", "AB", "?").held == [bytes([1, 2]), None, b""]
    assert made("tried", "AB?").held == [None]
