"""``readers/conformance.json``: lexkit and the reader in C answer it, and it can be made again, byte for byte."""

import base64
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.errors import AlphabetError, CorruptFileError, LexkitError
from readers import conformance_games as games
from readers.make_conformance import COLUMNS, FILE, cross_lines, digest_of_moves, digest_of_words, move_text, rules_of
from tests.attacks.rules import rules_of_spec
from tests.readers.c_library import COMPILER, READER
from tests.readers.forged_files import NOT_HERE, broken_rule
from tests.running import FULL, few_of

ROOT = FILE.parents[1]


@cache
def conformance() -> dict[str, Any]:
    return json.loads(FILE.read_text("utf-8"))


def lexicons() -> list[str]:
    return [about["name"] for about in conformance()["lexicons"]]


def answer(lexicon: lexkit.Lexicon, kind: str, *given: Any) -> Any:
    """What lexkit says, as the file says it: words as a list."""
    match kind:
        case "contains":
            return given[0] in lexicon
        case "rank":
            return lexicon.rank(given[0]) if given[0] in lexicon else None
        case "word":
            return lexicon[given[0]] if given[0] < len(lexicon) else None
        case "tiles":
            try:
                return list(lexicon.alphabet.encode(given[0]))
            except AlphabetError:
                return None
        case "cross_set":
            return list(lexicon.cross_set(*given))
        case "cross_sets":
            board = lexkit.Board.from_cgp(given[1], rules=rules_of(given[0], lexicon.alphabet))
            return cross_lines(lexicon, board)
        case "anagrams":
            return list(lexicon.search(f"subanagram:{given[0]} length:>={given[1]}"))
        case _:
            return list(getattr(lexicon, kind)(given[0]))


@pytest.mark.parametrize("name", lexicons())
def test_lexkit_answers(name: str) -> None:
    about = next(about for about in conformance()["lexicons"] if about["name"] == name)
    lexicon = lexkit.open(base64.b64decode(about["file"]))
    assert len(lexicon) == about["words"]
    for kind, *given in about["questions"]:
        expected = given.pop()
        found = answer(lexicon, kind, *given)
        if kind in ("prefix", "suffix", "substring", "pattern", "anagrams", "cross_sets"):
            assert len(found) == given[-1], (kind, given)
            found = digest_of_words(found) if isinstance(expected, str) else found
        assert found == expected, (kind, given)
    layouts = {layout["name"]: layout for layout in conformance()["layouts"]}
    # A part: test_made_again has lexkit find the moves of all.
    for layout, squares, rack, count, digest, *listed in about["positions"][:: 8 if FULL else 32]:
        rows, (row, column) = layouts[layout]["rows"], layouts[layout]["start"]
        rules = lexkit.Rules(
            lexkit.Layout(layout, rows, f"{row + 1}{COLUMNS[column]}"), lexicon.alphabet,
            **{name: layouts[layout][name] for name in ("rack_size", "bingo", "bonuses", "length_bonuses")},
        )  # fmt: skip
        board = lexkit.Board.from_cgp(squares, rules=rules)
        moves = [move_text(move, board) for move in lexicon.moves(board, rack)]
        assert (len(moves), digest_of_moves(moves)) == (count, digest), squares
        assert not listed or sorted(moves) == sorted(listed[0])


def judged_lexicons() -> list[str]:
    return [about["name"] for about in conformance()["lexicons"] if "plays" in about]


def entry(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(about for about in conformance()["lexicons"] if about["name"] == name)
    return found


@pytest.mark.parametrize("name", judged_lexicons())
def test_lexkit_judges(name: str) -> None:
    about = entry(name)
    lexicon = lexkit.open(base64.b64decode(about["file"]))
    rules = lexkit.Rules.from_alphabet(lexicon.alphabet)
    assert about["rules"] == [[field, getattr(rules, field)] for field in games.FIELDS]
    for leave, value in about["leaves"]:
        assert round(lexicon.leaves.of(leave) * 1000) == value
    for layout, squares, rack, text, *expected in about["plays"]:
        board = lexkit.Board.from_cgp(squares, rules=rules_of(layout, lexicon.alphabet))
        assert games.judged(board, lexicon, text, rack)[4:] == expected, (squares, text)
    for layout, squares, rack, number, expected in about["best"]:
        board = lexkit.Board.from_cgp(squares, rules=rules_of(layout, lexicon.alphabet))
        assert [str(move) for move in lexicon.moves(board, rack).top(number)] == expected
    for layout, squares, rack, bag, _, number, expected in about["best_by_equity"]:
        board = lexkit.Board.from_cgp(squares, rules=rules_of(layout, lexicon.alphabet))
        found = lexicon.moves(board, rack).by_equity(games.values_of(lexicon, name), bag)[:number]
        assert [[str(one), round(one.equity * 1000)] for one in found] == expected


@pytest.mark.parametrize("number", few_of(range(len(conformance()["games"])), 4))
def test_lexkit_plays_the_games(number: int) -> None:
    game = conformance()["games"][number]
    lexicon = lexkit.open(base64.b64decode(entry(game["lexicon"])["file"]))
    assert games.play_again(game, lexicon) == game
    read = lexkit.Game.from_gcg(game["gcg"], lexicon)
    assert read.to_gcg(anew=True) == game["gcg"]
    assert list(read.scores) == (game["result"] or [0, 0, list(read.scores)])[2]


def test_how_a_seed_draws() -> None:
    """The numbers in readers/README.md."""
    for seed, numbers in (
        (0, [583574135, 1491729995, 3958530960]),
        (1, [3744230918, 4085411741, 3160389862]),
        (2**32, [3928898726, 4063050436, 2213421202]),
    ):
        bag = games.SharedBag(b"", seed)
        bag.restore(bag.state)
        assert [bag.next_number() for _ in range(3)] == numbers
    tiles = games.SharedBag.from_rules(lexkit.Rules(), 7).tiles[:21]
    labels = ["?", *lexkit.Rules().alphabet]
    assert "".join(labels[tile] for tile in tiles) == "?DFBQPXVFUPESTCZAIRDY"


def test_lexkit_refuses() -> None:
    honest = {name: base64.b64decode(text) for name, text in conformance()["honest"].items()}
    for base in honest.values():
        assert broken_rule(base) == ""
    for forged in conformance()["forged"]:
        data = b""
        for piece in forged["pieces"]:
            if isinstance(piece, str):
                data += base64.b64decode(piece)
            elif isinstance(piece, dict):
                data += bytes([piece["byte"]]) * piece["times"]
            else:
                data += honest[forged["base"]][slice(*piece)]
        found = broken_rule(data, tuple(forged["ask"]) if "ask" in forged else None)
        assert found == ("J4" if forged["rule"][0] == "A" else forged["rule"])
        if "ask" in forged:
            lexkit.open(data)
        elif forged["rule"][0] != "F":  # compared with the words when they are first used
            with pytest.raises((CorruptFileError, LexkitError)):
                lexkit.open(data)


def test_every_rule_is_broken() -> None:
    assert {forged["rule"] for forged in conformance()["forged"]} == set(rules_of_spec()) - NOT_HERE
    assert len(conformance()["forged"]) >= 500
    assert sum(len(about["positions"]) for about in conformance()["lexicons"]) >= 2000
    assert sum(len(about["questions"]) for about in conformance()["lexicons"]) >= 3000


def test_c_answers(tmp_path: Path) -> None:
    if COMPILER is None:
        pytest.skip("no C compiler: the reader in C was not run")
    command = ["make", "-s", "-C", READER, "check-conformance", f"BUILD={tmp_path}"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(" 0 wrong\n")


@pytest.mark.sweep  # 15 seconds
def test_made_again() -> None:
    """The same bytes, whatever the day and the version."""
    command = [sys.executable, "readers/make_conformance.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
