"""Letters at the shell, without a command; and which first words are commands, letters, or a typo of a command."""

from __future__ import annotations

from pathlib import Path

import typer.main

import lexkit
from lexkit.apps.shell.lexc.app import app as lexc_app
from lexkit.apps.shell.lexq.app import program as lexq_program
from tests.apps.shell.shell import assert_refused, json_lines, lexq
from tests.running import each

WORDS = ["ABLE", "BETS", "CARE", "CARED", "CARES", "CHECK", "HOOK", "RACE", "SCAR", "TABLE"]

#: Commands that print no list of words or of other things to cut short, and why.
NO_LISTS = {
    **dict.fromkeys(["cross", "info"], "one square, one word, one lexicon"),
    **dict.fromkeys(["best", "score", "judge", "draw", "endgame"], "one answer for a position"),
    **dict.fromkeys(["autoplay", "match"], "a tally"),
    **dict.fromkeys(["gcg analyse", "gcg check", "gcg show", "gcg convert"], "whole games"),
    **dict.fromkeys(["siu", "play", "serve", "wall"], "programs"),
    **dict.fromkeys(["build (lexc)", "info (lexc)", "verify", "stats", "convert", "attach", "leaves"], "a report"),
    **dict.fromkeys(["pack", "playability", "unpack", "use", "doctor", "merge"], "a report"),
    **dict.fromkeys(["alphabets", "layouts"], "a screen of what comes with lexkit"),
}


@each(
    ("arguments", "stdout", "stderr"),
    [
        (
            ["CARE"],
            "CARE\nRACE\n",
            "lexq: CARE is a word, and takes DS behind\n"
            "lexq: understood as anagram:CARE; also subanagram:CARE, substring:CARE, near:CARE\n",
        ),
        (["CARE", "--count"], "2\n", None),
        (["ACRE?"], "CARED\nCARES\n", "lexq: understood as anagram:ACRE?; also pattern:ACRE?, subanagram:ACRE?\n"),
        (["c?r*", "--limit", "2"], "CARE\nCARED\n", "lexq: understood as pattern:c?r*\n"),
        (["?ABLE"], "TABLE\n", "lexq: understood as pattern:?ABLE; also anagram:?ABLE\n"),
        (["[BT]*E*", "-length:5"], "BETS\n", "lexq: understood as pattern:[BT]*E* -length:5\n"),
        (["CARED", "HOOK"], "CARED\nHOOK\n", None),
        (["prefix:CAR", "length:5"], "CARED\nCARES\n", ""),
        (["prefix:CAR length:4"], "CARE\n", ""),
        (["--timeout", "60", "CARE"], "CARE\nRACE\n", None),
        (["search", "CARE"], "CARE\nRACE\n", None),
    ],
)
def test_letters_are_a_query(few: str, arguments: list[str], stdout: str, stderr: str | None) -> None:
    done = lexq("-l", few, *arguments)
    assert (done.stdout, done.returncode) == (stdout, 0)
    if stderr is not None:
        assert done.stderr == stderr
    if "search" not in arguments:
        first = len(arguments) - len(arguments[2:]) if arguments[0].startswith("--") else 0
        searched = lexq("-l", few, *arguments[:first], "search", *arguments[first:])
        assert (done.stdout, done.stderr) == (searched.stdout, searched.stderr)


def test_non_words_are_told_with_hooks_and_words_near(few: str) -> None:
    done = lexq("-l", few, "CARX")
    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr.startswith("lexq: CARX is not a word; near it is CARE\n")
    assert lexq("-l", few, "BLE").stderr.startswith("lexq: BLE is not a word, but takes A in front; near it is ABLE\n")
    assert lexq("-l", few, "CAR").stderr.startswith(
        "lexq: CAR is not a word, but takes S in front and E behind; near it are CARE, SCAR\n"
    )


def test_a_definition_is_told(tmp_path: Path) -> None:
    defined = tmp_path / "defined.gaddag"
    lexkit.build("CARE to look after\nRACE a contest\n".splitlines(), defined, lexkit.Options(definitions=True))
    assert "lexq: CARE: to look after\n" in lexq("-l", str(defined), "care").stderr


@each(
    ("arguments", "code", "said"),
    [
        (["check", "CARE"], 0, ""),
        (["CHECK"], 0, "CHECK is a word"),
        (["hook"], 0, "HOOK is a word"),
        (["hook", "ABLE"], 2, "No such command 'hook'. Did you mean 'hooks', 'back-hook'? As letters: lexq HOOK"),
        (["chekk"], 2, "No such command 'chekk'. Did you mean 'check'"),
        (["help"], 1, "the commands: lexq --help"),
        (["CHEKK"], 1, "CHEKK is not a word"),
        (["searrch", "prefix:A"], 2, "Did you mean 'search'"),
        (["sbstring", "A"], 2, "Did you mean 'substring'"),
        (["--timeout", "9", "sbstring", "A"], 2, "Did you mean 'substring'"),
        (["bets"], 0, "BETS is a word"),
        (["-l", "nowhere.gaddag", "chekk"], 3, "no such lexicon"),
        (["lenght:4"], 3, "did you mean length: ?"),
        (["CARE", "--nonsense"], 2, "No such option"),
        (["game.gcg"], 3, "a word without its kind"),
        (["anagram:"], 3, "anagram needs a value"),
        (["anagram", ""], 3, "anagram needs a value"),
        ([""], 3, "the query is empty"),
    ],
)
def test_commands_and_letters_are_told_apart(few: str, arguments: list[str], code: int, said: str) -> None:
    done = lexq("-l", few, *arguments)
    assert done.returncode == code
    assert said in done.stderr
    if code in (2, 3):
        assert_refused(done, code, said, lines=3 if code == 3 and "\n^" in done.stderr.replace(" ", "") else 1)


def every_command() -> dict[str, set[str]]:
    """Each command, and its options."""
    found: dict[str, set[str]] = {}

    def walk(command: object, path: list[str], program: str) -> None:
        context = command.context_class(command)  # type: ignore[attr-defined]
        for name in command.list_commands(context):  # type: ignore[attr-defined]
            inner = command.get_command(context, name)  # type: ignore[attr-defined]
            if hasattr(inner, "list_commands"):
                walk(inner, [*path, name], program)
                continue
            shown = " ".join([*path, name])
            shown += f" ({program})" if shown in found else ""
            found[shown] = {name for one in inner.params for name in one.opts}

    for program, made in (("lexq", lexq_program), ("lexc", lexc_app)):
        walk(typer.main.get_command(made), [], program)
    return found


def test_every_list_command_takes_a_limit() -> None:
    commands = every_command()
    assert {name for name, options in commands.items() if "--limit" not in options} == set(NO_LISTS)


@each(
    ("arguments", "lines"),
    [
        (["check", "CARE", "NO", "ABLE", "-n", "1"], ["CARE"]),
        (["check", "CARE", "NO", "NEITHER", "--missing", "--limit", "1"], ["NO"]),
        (["hooks", "CARE", "ABLE", "--limit", "1"], ["\tCARE\tDS"]),
        (["group", "--limit", "2"], ["hook-words", "front-hooks"]),
        (["group", "--offset", "10"], ["eights-from-seven-letter-stems"]),
        (["group", "--count"], ["11"]),
        (["group", "--limit", "1", "--json"], ['{"group": "hook-words"}']),
        (["stems", "3", "--limit", "0"], []),
    ],
)
def test_limits(few: str, arguments: list[str], lines: list[str]) -> None:
    assert lexq("-l", few, *arguments).stdout.splitlines() == lines


def test_letters_are_folded(few: str) -> None:
    done = lexq("-l", few, "--fold", "çaré")
    assert (done.stdout, done.returncode) == ("CARE\nRACE\n", 0)
    assert done.stderr.startswith("lexq: CARE is a word")


def test_json_has_no_notes(few: str) -> None:
    assert json_lines("-l", few, "CARE", "--columns", "word") == [{"word": "CARE"}, {"word": "RACE"}]
