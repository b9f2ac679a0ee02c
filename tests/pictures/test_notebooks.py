"""What notebooks show: well-formed, without scripts, of harmless texts; a game's strip shows the board of each turn."""

import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import lexkit
from lexkit.players.pictures.results import Step, strip_html
from tests.game.positions import SMALL
from tests.players.endgame.test_pre_endgame import ONE_LEFT
from tests.running import COMPILED, each

GCG = Path(__file__).parent.parent / "golden" / "gcg"
SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<script>alert(1)</script>&\"'"


def read(html: str) -> ET.Element:
    """The elements of HTML, which has neither scripts nor handlers nor references."""
    # Attributes of HTML need no value; all else is as in XML.
    root = ET.fromstring("<div>" + html.replace(" checked/>", ' checked="checked"/>') + "</div>")
    for one in root.iter():
        assert one.tag.removeprefix(SVG) not in ("script", "iframe", "img", "link", "object", "foreignObject", "use")
        assert not [name for name in one.attrib if name.startswith("on") or "href" in name or name in ("src", "id")]
        assert one.tag != "style" or not re.search(r"url|@|expression|[<&]", str(one.text))
    return root


def cells(root: ET.Element) -> list[list[str]]:
    return [["".join(cell.itertext()).strip() for cell in row] for row in root.iter("tr")]


def layers(root: ET.Element, name: str) -> list[ET.Element]:
    (group,) = [one for one in root.iter(f"{SVG}g") if one.get("class") == name]
    return list(group)


def shown_after(root: ET.Element, name: str, turn: int) -> set[int]:
    """The layers that are shown when a turn is chosen, from 1: what a browser makes of the style rules."""
    every = layers(root, name)
    shown = {number for number, one in enumerate(every, 1) if one.get("display") != "none"}
    style = "".join(str(one.text) for one in root.iter("style"))
    if name == "marks":
        shown = set()
    chosen = rf":has\(tbody tr:nth-child\({turn + 1}\) :checked\) \.{name}>g:nth-child\((n\+)?(\d+)\){{display:(\w+)}}"
    for rest, number, display in re.findall(chosen, style):
        meant = range(int(number), len(every) + 1) if rest else [int(number)]
        shown = shown.difference(meant) if display == "none" else shown.union(meant)
    ranged = r":nth-child\(n\+(\d+)\):nth-child\(-n\+(\d+)\) :checked\) \.(\w+)>g:nth-child\((\d+)\)"
    for first, last, kind, number in re.findall(ranged, style):
        if kind == name and int(first) <= turn + 1 <= int(last):
            shown.add(int(number))
    return shown


def letters(layer: ET.Element) -> str:
    return "".join(str(one.text) for one in layer.iter(f"{SVG}text") if one.get("font-weight"))


def played(english: lexkit.Lexicon, turns: int, names: tuple[str, str] = ("Ann", "Bob")) -> lexkit.Game:
    game = lexkit.Game(english, names, seed=4)
    for _ in range(turns):
        best = english.best_move(game.board, game.racks[game.to_move])
        assert best is not None
        game.play(best)
    return game


def test_a_game_is_a_strip_of_its_turns(english: lexkit.Lexicon) -> None:
    game = played(english, 4)
    html = game._repr_html_()
    assert html == game._repr_html_()
    root = read(html)
    rows = cells(root)
    assert rows[0] == ["turn", "player", "rack", "points", "scores"]
    assert rows[1][0] == "start"
    assert [row[1] for row in rows[2:]] == ["Ann", "Bob", "Ann", "Bob"]
    assert rows[-1][4] == f"{game.scores[0]} : {game.scores[1]}"
    assert [len(list(row.iter("input"))) for row in root.iter("tr")] == [0, 1, 1, 1, 1, 1]
    for turn, found in enumerate(game.turns):
        assert shown_after(root, "tiles", turn) == set(range(1, turn + 1))
        assert shown_after(root, "marks", turn) == ({turn} if turn else set())
        assert found.move is not None
        laid = [found.snapshot.rules.text.labels[tile] for tile in found.move.played]
        assert letters(layers(root, "tiles")[turn]) == "".join(laid)
        assert len(layers(root, "marks")[turn]) == len(laid)


def test_without_style_rules_the_strip_shows_the_end(english: lexkit.Lexicon) -> None:
    root = read(played(english, 3)._repr_html_())
    assert [one.get("display") for one in layers(root, "tiles")] == [None, None, None]
    assert [one.get("display") for one in layers(root, "marks")] == ["none", "none", None]


def test_a_play_that_was_taken_back_is_shown_while_it_stands() -> None:
    game = lexkit.read_gcg(GCG / "phoney_taken_back.gcg")
    root = read(game._repr_html_())
    assert [shown_after(root, "tiles", turn) for turn in range(5)] == [set(), {1}, {2}, {2, 3}, {2, 3, 4}]
    assert layers(root, "tiles")[0].get("display") == "none"
    assert letters(layers(root, "tiles")[1]) == "", "a challenge lays nothing"
    assert [row[4] for row in cells(root)[2:]] == ["80 : 0", "0 : 0", "0 : 26", "0 : 26"]


def test_plays_that_were_taken_back_cost_one_rule_each() -> None:
    """Not one for each turn after which they stood: those of a long game came to megabytes."""
    move = lexkit.Board().move("8H AT")
    step, back = Step("8H AT", move=move), Step("back", takes_back=True)
    sizes = [len(strip_html(lexkit.Board().snapshot(), [step, *[Step("pass")] * n, back], ("turn",))) for n in range(4)]
    assert len({after - before for before, after in itertools.pairwise(sizes)}) == 1
    style = strip_html(lexkit.Board().snapshot(), [step, Step("pass"), Step("pass"), back], ("turn",)).split("</style>")
    assert style[0].count(".tiles>g:nth-child(1){display:inline}") == 1


@each("path", sorted(GCG.glob("*.gcg")))
def test_every_game_has_a_strip(path: Path) -> None:
    try:
        game = lexkit.read_gcg(path)
    except lexkit.errors.LexkitError:
        return
    root = read(game._repr_html_())
    assert len(cells(root)) == len(game.turns) + 2
    # At the end of the strip is the board as it is: every layer lies on the squares of its turn.
    tiles = sum(len(layers(root, "tiles")[number - 1]) > 0 for number in shown_after(root, "tiles", len(game.turns)))
    assert (tiles > 0) == any(game.board.grid)


def test_names_and_words_of_strangers_stay_texts(english: lexkit.Lexicon) -> None:
    game = played(english, 2, (EVIL, "</style><b>"))
    root = read(game._repr_html_())
    assert EVIL in [row[1] for row in cells(root)[1:]]
    analysed = read(lexkit.analyse(game, english)._repr_html_())
    assert cells(analysed)[1][0] == EVIL
    assert "<script" not in lexkit.analyse(game, english).to_html(EVIL)
    verdict = lexkit.Board().explain("8H", EVIL)
    assert "<script" not in verdict._repr_html_()
    read(verdict._repr_html_())
    step = Step(EVIL, (EVIL, None))
    assert cells(read(strip_html(lexkit.Board().snapshot(), [step], (EVIL, "", "")))) == [
        [EVIL, "", ""],
        ["start", "", ""],
        [EVIL, EVIL, ""],
    ]


def test_answers_about_a_position_are_tables(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(SMALL)
    candidates = english.moves(board, "RETAIN?").by_equity(english)
    rows = cells(read(candidates._repr_html_()))
    assert rows[0] == ["place", "tiles", "score", "leave", "equity"]
    assert len(rows) == 21
    assert rows[1][:2] == [candidates[0].place, candidates[0].tiles]
    assert "20 shown" in candidates._repr_html_()
    assert cells(read(candidates[:0]._repr_html_())) == rows[:1]
    verdict = board.explain("9G", "QUO", rack="OQU", lexicon=english)
    assert str(verdict) in "".join(read(verdict._repr_html_()).itertext())
    assert read(board.explain("99Z", "QUO")._repr_html_()).find(".//table") is None
    assert lexkit.Game(english).view(0)._repr_svg_() == lexkit.Board()._repr_svg_()


def test_a_simulation_is_shown_as_it_stands(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(SMALL)
    simulation = lexkit.simulate(board, lexicon=english, candidates=3, iterations=2, plies=1, threads=1)
    assert "under way" in simulation._repr_html_()
    assert cells(read(simulation._repr_html_()))[1][2:4] == ["", ""], "nothing is known yet"
    best = simulation.best
    rows = cells(read(simulation._repr_html_()))
    assert rows[1][0] == best.candidate.text
    assert rows[1][5] == "2"
    assert "finished: iterations" in simulation._repr_html_()


@pytest.mark.skipif(not COMPILED, reason="searches of real positions take long")
def test_ends_of_games(english: lexkit.Lexicon) -> None:
    kept = (GCG.parent / "endgames.tsv").read_text("utf-8").splitlines()[2]
    solution = lexkit.solve(lexkit.Board.from_cgp(kept.split("\t")[1]), english, plies=2)
    root = read(solution._repr_html_())
    assert len(cells(root)) == len(solution.line) + 2
    assert f"{solution.spread:+d}" in "".join(root.itertext())
    board = lexkit.Board.from_cgp(ONE_LEFT)
    outcomes = lexkit.pre_endgame(board, english, moves=english.moves(board)[:2], plies=1)
    rows = cells(read(outcomes._repr_html_()))  # type: ignore[attr-defined]
    assert [(row[0], int(row[2])) for row in rows[1:]] == [
        (f"{one.move.place} {one.move.tiles}", one.wins) for one in outcomes if one.move
    ]


def test_lists_that_changed() -> None:
    comparison = lexkit.diff(["AB", "ABLE", "CAB"], ["AB", "ABLES", "ABLE"])
    rows = cells(read(comparison._repr_html_()))
    assert rows == [
        ["words in: 1", "words out: 1", "hooks gained: 1", "hooks lost: 1"],
        ["ABLES", "CAB", "ABLE -S", "C- AB"],
    ]
    assert cells(read(lexkit.diff(["AB"], ["AB"])._repr_html_()))[0][0] == "words in: 0"
