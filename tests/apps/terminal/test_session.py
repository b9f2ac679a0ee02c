"""Games at a terminal: what lines do, what is told, whose rack is shown, what is kept."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.table import Seat, Table, Tables
from lexkit.apps.table.lexicons import as_meant
from lexkit.apps.terminal.screen import EndOfInputError, Screen
from lexkit.apps.terminal.session import HELP, Session
from tests.apps.table.test_table import table


class Typed(Screen):
    """A screen whose lines are given, and which keeps what is said; :attr:`told` has one text for each line typed."""

    columns = 80

    def __init__(self, lines: Iterable[str], interactive: bool = False) -> None:
        self.interactive = interactive
        self.colours = False
        self.lines = iter(lines)
        self.told = [""]
        self.hidden: list[str] = []

    def say(self, lines: str | Iterable[str]) -> None:
        self.told[-1] += "".join(f"{line}\n" for line in ([lines] if isinstance(lines, str) else lines))

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        line = next(self.lines, None)
        if line is None:
            raise EndOfInputError
        self.told.append("")
        return line

    def hide(self, prompt: str) -> None:
        self.hidden.append(prompt)
        self.told[-1] += "\f"


@pytest.fixture
def tables(file: Path) -> Iterator[Tables]:
    with Tables(file) as made:
        yield made


def play(tables: Tables, made: Table, *lines: str, interactive: bool = False) -> Typed:
    """What is told when these lines are typed."""
    if made.name is None:
        tables.add(made, "test")
    screen = Typed(lines, interactive)
    screen.session = Session(made, tables, screen)  # type: ignore[attr-defined]
    screen.session.run()  # type: ignore[attr-defined]
    return screen


def best(made: Table) -> str:
    return str(made.hint(made.to_move, 4)["text"])


def test_a_game_to_its_end(small: str, tables: Tables) -> None:
    made = table(small)

    def lines() -> Iterator[str]:
        while not made.over:
            yield best(made)

    screen = Typed(lines())
    tables.add(made)
    Session(made, tables, screen).run()
    assert made.over
    end = screen.told[-1]
    assert "The game is over" in end
    assert re.search(r"(wins|draw)\.\n", end)
    for seat, score in zip(made.seats, made.game.scores, strict=True):
        assert f"{seat.name}: {score}" in end


def test_a_turn_and_its_answer(small: str, tables: Tables) -> None:
    made = table(small, seed=5)
    text = best(made)
    score = made.hint(0, 1)["score"]
    told = play(tables, made, text).told
    assert told[0].startswith("Ann 0, Bot 0; bag 86; rack ")
    assert told[1].startswith(f"Ann: {text}, {score} point")
    assert "\nBot: " in told[1] or "\nBot " in told[1]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("8A ZZ", "the first play covers"),
        ("QUIZ", "not a command: found 'QUIZ'; help lists them"),
        ("challenge", "nothing to challenge"),
        ("undo", "nothing to undo"),
        ("moves 0", "not a number of moves"),
        ("moves x", "not a number of moves"),
        ("save", "expected a file .gcg or .cgp"),
        ("save game.txt", "expected a file .gcg or .cgp"),
        ("save /no/such/folder/a.gcg", "folder"),
        ("-ZZZZZZZ", "not"),
        ("-8", "not"),
        ("\x1b[2J", "not"),
        ("8H " + "A" * 900, ""),
    ],
)
def test_an_error_is_one_line_and_the_game_goes_on(small: str, tables: Tables, line: str, error: str) -> None:
    made = table(small)
    screen = play(tables, made, line, "pass")
    assert screen.told[1].count("\n") == 1
    assert error in screen.told[1]
    assert "\x1b" not in screen.told[1]
    assert screen.told[2].startswith("Ann passed\n")
    assert screen.session.refused  # type: ignore[attr-defined]


def test_small_letters_are_meant_as_tiles(small: str, tables: Tables) -> None:
    made = next(made for seed in range(99) if "?" not in (made := table(small, seed=seed)).view(0)["rack"])
    text = best(made)
    assert text in play(tables, made, text.lower()).told[1]
    assert made.view(0)["blanks"] == [] or made.view(0)["history"][0]["text"] == text
    made = table(small)
    rack = made.view(0)["rack"]
    assert "exchanges 2 tiles" in play(tables, made, f"-{rack[0]}{rack[1]}".lower()).told[1]


def test_small_letters_are_those_of_the_alphabet() -> None:
    turkish = lexkit.Rules.from_alphabet("turkish").alphabet
    assert as_meant("8D ikı.r", [], turkish) == "8D İKI.R"
    assert as_meant("-ıi?", [], turkish) == "-Iİ?"
    catalan = lexkit.Rules.from_alphabet("catalan").alphabet
    assert as_meant("8D [l·l]aqu", [], catalan) == "8D [L·L]AQU"


def test_hints_go_on_until_another_turn(small: str, tables: Tables) -> None:
    made = table(small, seed=5)
    text = best(made)
    told = play(tables, made, "hint", "hint", "hint", "hint", "hint", "pass", "hint").told
    assert re.fullmatch(r"a play of \d+ points\n", told[1])
    assert re.search(r", from \w+ (across|down)\n", told[2])
    assert ", with " in told[3]
    assert text not in told[3]
    assert told[4].endswith(f", {text}\n")
    assert told[5] == told[4]
    assert ", from" not in told[7]


def test_what_is_asked(small: str, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = table(small, seed=5)
    lines = [best(made), "show", "unseen", "history", "moves 2", "shuffle", "sort", "help", "save a.gcg", "save a.cgp"]
    told = play(tables, made, *lines).told
    assert "   A B C D" in told[2]
    assert "> Ann" in told[2]
    assert "vowels" in told[3]
    assert told[4].startswith("  1 Ann: ")
    assert len(told[5].splitlines()) == 4
    assert told[5].endswith("leave values of the bundled English list; lexc leaves small.gaddag trains its own\n")
    assert sorted(told[6].split()) == sorted(told[7].split())
    assert "double letter" in told[8]
    assert told[9] == "saved: a.gcg\n"
    assert lexkit.read_gcg("a.gcg").turn_number == made.game.turn_number
    assert lexkit.Board.from_cgp(Path("a.cgp").read_text()) == made.board(0)


def test_saving_replaces_no_file_of_others(small: str, tables: Tables, tmp_path: Path) -> None:
    path, link = tmp_path / "keep.gcg", tmp_path / "link.gcg"
    path.write_text("mine")
    link.symlink_to(path)
    told = play(tables, table(small), f"save {path}", f"save {link}").told
    assert all("this file exists already" in said for said in told[1:3])
    made = table(small)
    assert "exists already" in play(tables, made, f"save {path}", "n", interactive=True).told[2]
    assert path.read_text() == "mine"
    told = play(tables, made, f"save! {path}", "pass", f"save {path}").told
    assert told[1] == told[3] == f"saved: {path}\n", "the same game saved it before"
    assert "Ann" in path.read_text()
    path.write_text("mine")
    play(tables, made, f"save {path}", "y", interactive=True)
    assert path.read_text() != "mine"


def test_a_saved_game_hides_what_the_player_does_not_see(small: str, tables: Tables, tmp_path: Path) -> None:
    made = table(small)
    play(tables, made, best(made), f"save {tmp_path / 'a.gcg'}")
    record = (tmp_path / "a.gcg").read_text()
    assert str(made.game.turns[1].rack) not in record
    assert str(made.game.racks[1]) not in record


def test_turns_are_taken_back(small: str, tables: Tables) -> None:
    made = table(small)
    told = play(tables, made, "pass", "undo", "undo").told
    assert told[2].startswith("taken back\nAnn 0")
    assert "nothing to undo" in told[3]


def test_a_rack_keeps_its_order(small: str, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.shuffle", lambda tiles: tiles.sort(reverse=True))
    made = table(small)
    rack = made.view(0)["rack"]
    told = play(tables, made, "shuffle", "pass", f"-{rack[0]}").told
    order = sorted(rack, reverse=True)
    assert told[1] == f"rack {' '.join(order)}\n"
    assert told[2].endswith(f"rack {' '.join(order)}\n")
    order.remove(rack[0])
    assert f"rack {' '.join(order)} " in told[3]


def test_two_people_do_not_see_each_others_racks(small: str, tables: Tables) -> None:
    made = table(small, "Ann", "Bob")
    racks = [" ".join(made.view(seat)["rack"]) for seat in (0, 1)]
    screen = play(tables, made, "pass", f"-{racks[1][0]}", interactive=True)
    assert [prompt.split(",")[0] for prompt in screen.hidden] == ["Ann", "Bob", "Ann"]
    for told, own, other in ((screen.told[0], 0, 1), (screen.told[1], 1, 0)):
        page = told.rpartition("\f")[2]
        assert f"rack {racks[own]}\n" in page
        assert racks[other] not in page
    assert "Bob exchanges 1 tile\n" in screen.told[2]
    assert f"-{racks[1][0]}" not in screen.told[2]


def test_one_person_against_two_bots_has_nothing_to_hide(small: str, tables: Tables) -> None:
    made = table(small, Seat("A", bot="greedy"), "Ann", Seat("B", bot="greedy"))
    screen = play(tables, made, "pass", interactive=True)
    assert screen.hidden == []
    assert screen.told[0].startswith("small.gaddag, 222 words\nA")


def test_resigning_is_asked_about_on_a_terminal(small: str, tables: Tables) -> None:
    made = table(small)
    play(tables, made, "resign", "n", interactive=True)
    assert not made.over
    screen = play(tables, made, "resign", "y", "undo", "quit", "pass", interactive=True)
    assert "Bot wins." in "".join(screen.told)
    assert not made.over, "taken back, and left"
    assert made.game.turn_number == 0


def test_another_program_at_the_same_table(small: str, tables: Tables, file: Path) -> None:
    made = table(small, "Ann", "Bob")
    name = tables.add(made)
    with Tables(file) as others:

        def lines() -> Iterator[str]:
            others.open(name).act(0, "pass")
            yield "pass"
            yield "show"

        screen = Typed(lines())
        session = Session(made, tables, screen)
        session.run()
    assert "the table has changed" in screen.told[1]
    assert session.table.view(None)["turns"] == 1
    assert screen.told[1].endswith(f"rack {' '.join(session.table.view(1)['rack'])}\n")


def test_the_clock_is_shown_and_ends_the_game(small: str, tables: Tables) -> None:
    made = table(small, clock=(90, 0), rules={"overtime_limit": 1})
    assert "  1:30" in play(tables, made, "show").told[1]
    late = Table.of_facts({**made.facts(), "thinking": 100.0})
    told = play(tables, late, "pass").told
    assert "The game is over: the time was up." in told[0]


def test_ctrl_c_leaves_what_was_done(small: str, tables: Tables) -> None:
    made = table(small)
    name = tables.add(made)

    def lines() -> Any:
        yield "pass"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Session(made, tables, Typed(lines())).run()
    assert made.game.turn_number == 2
    assert tables.open(name) is made


def test_the_help_fits_a_terminal() -> None:
    assert max(map(len, HELP.splitlines())) <= 80
