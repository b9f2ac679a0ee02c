"""Cards of one's own mistakes: from files of reports, and from games."""

import json
from pathlib import Path

import pytest

import lexkit
from lexkit.apps.study import Card
from lexkit.apps.study.mistakes import find_mistakes, read_mistakes
from lexkit.errors import ColumnError
from tests.apps.shell.shell import lexq
from tests.running import COMPILED

TURNS = (
    "file,turn,player,kind,rack,action,score,equity,best,best_score,best_equity,loss,bingo,missed_bingo,phony,withdrawn,"
    "found,grade"
)


def test_mistakes(defined: str, tmp_path: Path) -> None:
    lexicon = lexkit.open(defined)
    path = tmp_path / "turns.csv"
    lines = [
        "g.gcg,1,Ann,placement,ACERS,8H ARE,6,1,8H SCARE,20,20,19.0,False,8H SCArE,,False,,large",
        "g.gcg,2,Bob,placement,ACE,9H ERA,6,1,H7 .ARC,9,9,8.0,False,,,False,,medium",
        "g.gcg,3,Ann,placement,ACE,9H ACE/CARF,6,1,8H CARE,9,9,2.0,False,,CARF/ZZ,False,,none",
        "g.gcg,4,Ann,exchange,ACE,-A,0,0,-CE,0,9,8.0,False,,,False,,large",
        "g.gcg,5,Bob,placement,,9H ERA,6,,,,,,False,,,False,,",
        "g.gcg,6,Bob,placement,XYZ,9H ERA,6,1,8H UNKNOWN,9,9,8.0,False,,,False,,small",
    ]
    path.write_text("\n".join([TURNS, *lines]))
    found = read_mistakes(path, lexicon, "list")
    assert found.cards == [
        Card("list", "anagrams", "ACERS"),
        Card("list", "check", "CARF"),
        Card("list", "check", "ZZ"),
    ]
    assert found.left_out == 1, "its word goes through unknown tiles"
    assert read_mistakes(path, lexicon, "list", player="Bob").cards == found.cards[1:]
    path.write_text("\n".join([TURNS, lines[2].replace(",none", ",small")]))
    assert read_mistakes(path, lexicon, "list").cards[2:] == [Card("list", "anagrams", "ACER")]
    path.write_text("\n".join([TURNS, lines[2].replace(",,none", ",8H SCAR,small")]))
    better = Card("list", "anagrams", "ACRS")
    assert better in read_mistakes(path, lexicon, "list").cards, "what a better analysis found"
    row = {
        "file": "\0",
        "turn": 1,
        "player": "Ann",
        "grade": "small",
        "best": "H7 .ARC",
        "found": "",
        "missed_bingo": "",
        "phony": [],
    }
    path.write_text(json.dumps(row))
    assert read_mistakes(path, lexicon, "list").left_out == 1, "no such file"
    changes: tuple[dict[str, object], ...] = (
        {"phony": None},
        {"phony": "\ud800"},
        {"turn": float("inf")},
        {"phony": 10**400},
    )
    for wrong in (
        *("file,turn\n1,2\n", "nothing\nat all\n", '{"turn": 1}\n', "{\n", '{"turn": "x", "grade": "small"}\n'),
        *(f"{TURNS}\ng.gcg,1,Ann\n", f'{TURNS}\n"{"A" * 200_000}",1\n', f"{TURNS}\n{lines[0]}\ng.gcg,2\n"),
        *(json.dumps({**row, **change}) for change in changes),
    ):
        path.write_text(wrong)
        with pytest.raises(ColumnError):
            read_mistakes(path, lexicon, "list")


def test_mistakes_in_small_letters_of_an_alphabet(tmp_path: Path) -> None:
    path = tmp_path / "turns.csv"
    path.write_text(f"{TURNS}\ng.gcg,1,Ann,placement,,8H IR,6,1,8H iKi,20,20,19.0,False,,kiz,False,,large\n", "utf-8")
    lexicon = lexkit.build(["İKİ", "RI"], options=lexkit.Options(alphabet="turkish"))
    letters = Card("list", "anagrams", lexkit.measures.alphagrams(lexicon.search("length:3"))[0])
    assert read_mistakes(path, lexicon, "list").cards == [Card("list", "check", "KİZ"), letters]


@pytest.mark.skipif(not COMPILED, reason="every turn of a game is analysed with the whole list")
def test_mistakes_of_an_analysed_game(english: lexkit.Lexicon, tmp_path: Path) -> None:
    game = lexkit.Match(english, "beginner", "static", seed=5).game(0)
    (tmp_path / "game.gcg").write_text(game.to_gcg())
    for form in ("--csv", "--json"):
        path = tmp_path / "turns"
        path.write_text(lexq("gcg", "analyse", str(tmp_path / "game.gcg"), form).stdout)
        found = read_mistakes(path, english, "english", player=game.players[0])
        assert found.left_out == 0
        best = {turn.best for turn in lexkit.analyse(game).turns if turn.player == game.players[0] and turn.best}
        assert len(found.cards) > 5
        assert any("." in play for play in best), "through tiles"
        assert all(len(english.anagram(card.question)) for card in found.cards if card.kind == "anagrams")


def test_mistakes_of_a_game_are_those_of_its_csv(tmp_path: Path) -> None:
    lexicon = lexkit.open("english")
    game = lexkit.Game(lexicon, ("Ann", "Bob"), seed=7)
    game.play("8E LOAF")
    game.exchange(str(game.racks[1])[:1])
    game.pass_turn()
    record = tmp_path / "game.gcg"
    record.write_text(game.to_gcg())
    table = tmp_path / "turns.csv"
    lines = [
        f"{record},{one.number},{one.player},{one.grade or ''},{one.best or ''},,{one.missed_bingo or ''},"
        for one in lexkit.analyse(game, lexicon).turns
    ]
    table.write_text("\n".join(["file,turn,player,grade,best,found,missed_bingo,phony", *lines]))
    for player in (None, "Ann"):
        found = find_mistakes(game, lexicon, "english", player)
        assert found._replace(turns=()) == read_mistakes(table, lexicon, "english", player)
        assert found.cards


def test_mistakes_are_read_from_marked_fields(defined: str, tmp_path: Path) -> None:
    table = tmp_path / "turns.csv"
    table.write_text("file,turn,player,grade,best,found,missed_bingo,phony\na.gcg,1,'=Ann,small,8D CARE,,,\n")
    assert read_mistakes(table, lexkit.open(defined), "own", "=Ann").cards


def test_the_turns_of_mistakes_are_those_that_the_report_grades() -> None:
    lexicon = lexkit.open("english")
    game = lexkit.Game(lexicon, ["Ann", "Bob"], seed=5)
    for play in ("best", "worst", "best", "worst"):
        view = game.view(game.to_move)
        moves = [one for one in lexicon.moves(view.board, view.rack).by_equity(lexicon) if one.kind == "placement"]
        game.act(moves[0 if play == "best" else -1].text)
    found = find_mistakes(game, lexicon, "english")
    assert [(turn["number"], turn["player"]) for turn in found.turns] == [(2, "Bob"), (4, "Bob")]
    report = {turn.number: turn for turn in game.report(draws=0).turns}
    for turn in found.turns:
        assert turn["grade"] == report[turn["number"]].grade != "none"
        assert (turn["lost"], turn["found"]) == (report[turn["number"]].lost, report[turn["number"]].cost.found)
    # A better report knows better.
    told = [{"number": 2, "grade": "none", "found": "8D XX", "lost": 0.1}, {"number": 1, "grade": "small"}]
    other = find_mistakes(game, lexicon, "english", told=told)
    assert [(turn["number"], turn["grade"]) for turn in other.turns[:2]] == [(1, "small"), (2, "none")]
    assert other.turns[1]["missed_bingo"]
    assert find_mistakes(game, lexicon, "english", "Ann").turns == ()


def test_a_player_without_a_turn_is_refused(defined: str, tmp_path: Path) -> None:
    """Found: with a name that was mistyped, cards of all phonies were added, and nothing was said."""
    table = tmp_path / "turns.csv"
    table.write_text("file,turn,player,grade,best,found,missed_bingo,phony\na.gcg,1,Ann,small,8D CARE,,,QQ\n")
    with pytest.raises(ColumnError, match=r"turns.csv: no turn of this player: expected 'Ann', found 'ann'"):
        read_mistakes(table, lexkit.open(defined), "own", "ann")
