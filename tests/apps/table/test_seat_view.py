"""What a seat sees: enough to play, and no byte that depends on what is hidden."""

import json
from typing import Any

import pytest

import lexkit
from lexkit.apps.table import Seat, Table
from lexkit.errors import LexkitError
from lexkit.runtime.game.bag import BagState
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.referee.game_state import GameState
from tests.apps.table.test_table import table
from tests.making import bytes_of

SECRET = "a-seed-to-find"


def deal_anew(made: Table, seat: int) -> None:
    """Change all that a seat does not see: bag and other racks swap tiles, the bag its order, the game its seed."""
    game = made._game
    state: GameState = game._at[0].state
    others = [number for number in range(len(state.racks)) if number != seat]
    pool = bytearray(state.pool.tiles)
    racks = list(state.racks)
    for other in others:
        pool += Rack(racks[other], made.rules.alphabet).tiles
    pool = bytearray(sorted(pool))
    for other in others:
        size = state.sizes[other]
        racks[other] = Rack.of_tiles(pool[:size], made.rules.alphabet).counts
        del pool[:size]
    changed = state._replace(racks=tuple(racks), pool=BagState(bytes(pool), state.pool.used))
    game._at = game._at[0]._replace(state=changed), ()
    game.seed = "another"


def told(made: Table, seat: int | None) -> str:
    """All that a client gets."""
    everything: list[Any] = [made.view(seat), made.setting(), made.to_gcg(seat), made.to_cgp(seat)]
    everything += [made.view(seat, turn) for turn in range(made.game.turn_number)]
    if seat == made.to_move and made.hints and not made.over:
        everything += [made.hint(seat, 4), made.moves(seat, 5)]
    return json.dumps(everything)


@pytest.mark.parametrize("rules", [{}, {"challenge": "double"}])
def test_nothing_depends_on_what_is_hidden(small: str, rules: dict[str, Any]) -> None:
    made = table(small, "Ann", "Bob", "Cay", seed=SECRET, rules=rules, hints=True, undo=True)
    for number in range(9):
        seat = made.to_move
        text = made.hint(seat, 4)["text"] if number % 4 else f"-{''.join(made.view(seat)['rack'][:2])}"
        made.act(seat, text)
        for watcher in range(3):
            before = told(made, watcher)
            other = Table.of_facts(made.facts())
            assert told(other, watcher) == before.replace(f'"revision": {made.revision}', '"revision": 0')
            deal_anew(other, watcher)
            assert told(other, watcher) == before.replace(f'"revision": {made.revision}', '"revision": 0')


def test_no_secret_is_in_what_clients_get(small: str) -> None:
    made = table(small, "Ann", "Bob", seed=SECRET)
    while not made.over:
        for seat in (0, 1, None):
            text = told(made, seat)
            assert SECRET not in text
            assert not any(one.token in text for one in made.seats)
        made.act(made.to_move, "pass")
    assert SECRET not in told(made, None), "also when it is over"


def test_what_an_exchange_shows(small: str) -> None:
    made = table(small, "Ann", "Bob")
    tiles = made.view(0)["rack"][:3]
    made.act(0, f"-{''.join(tiles)}")
    own, other, spectator = (made.view(seat)["history"][0] for seat in (0, 1, None))
    assert own["text"] == f"-{''.join(sorted(tiles))}"
    assert own["rack"]
    assert other["text"] == spectator["text"] == "-3"
    assert "rack" not in other


def test_tiles_are_all_accounted_for(small: str) -> None:
    made = table(small, seed=5)
    while not made.over:
        for seat in (0, 1, None):
            view, setting = made.view(seat), made.setting()
            rack = view["rack"] or []
            covered = sum(map(bool, view["squares"]))
            total = sum(tile["count"] for tile in setting["tiles"])
            assert covered + len(rack) + sum(view["unseen"].values()) == total
            assert view["bag"] + sum(view["sizes"]) + covered == total
            assert sum(view["unseen"].values()) == view["bag"] + sum(view["sizes"]) - len(rack)
        made.act(0, made.hint(0, 4)["text"])
        made.answer()
    assert [sorted(rack) for rack in made.view(None)["racks"]] == [list(rack) for rack in made.game.racks]


def test_blanks_and_squares(small: str) -> None:
    made = next(
        found
        for seed in range(99)
        if "?" in (found := table(small, "Ann", "Bob", seed=seed, rules={"challenge": "double"})).view(0)["rack"]
    )
    other = next(tile for tile in made.view(0)["rack"] if tile != "?")
    made.act(0, f"8H {other}z")
    view = made.view(1)
    assert view["squares"][112:114] == [other, "z"]
    assert view["blanks"] == [113]
    assert view["history"][0]["squares"] == [112, 113]
    assert view["may"]["challenge"]
    made.act(1, "challenge")
    assert sorted(made.view(1)["known"][0]) == sorted(["?", other])
    assert not any(made.view(1)["squares"])


def test_a_view_is_json_of_another_alphabet_too(tmp_path: Any) -> None:
    path = tmp_path / "small.gaddag"
    spanish = lexkit.Rules.from_alphabet("spanish").alphabet
    path.write_bytes(bytes_of(["CA", "CASA", "[LL]A", "PE[RR]O"], "spanish"))
    made = Table.new(["Ann", Seat("Bot", bot="greedy")], lexicon=str(path), seed=1)
    made.act(0, "pass")
    made.answer()
    view = json.loads(json.dumps(made.view(0)))
    assert view["seat"] == 0
    assert set(view["unseen"]) <= {*spanish.labels, "?"}
    assert made.setting()["alphabet"] == "spanish"


def test_a_game_from_a_position_counts_on_from_its_scores(small: str) -> None:
    position = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRST/ 30/12 0"
    made = Table.new(["Ann", "Bob"], lexicon=small, position=position, first=1, hints=True)
    assert made.setting()["position"]
    assert made.view(1)["rack"] == list("AEINRST")
    assert made.view(0)["to_move"] == 1
    made.act(1, "pass")
    made.act(0, f"-{made.view(0)['rack'][0]}")
    assert made.view(None)["history"][-1]["totals"] == [12, 30]
    assert made.view(0)["scores"] == [12, 30]
    again = Table.of_facts(made.facts())
    assert again.view(0)["squares"] == made.view(0)["squares"]
    with pytest.raises(LexkitError, match="from a position"):
        made.to_gcg(0)
    assert made.to_cgp(1).startswith("15/15/15/15/15/15/15/5CARE6/")
    large = Table.new(["Ann", "Bob"], lexicon=small, position="/".join(["21"] * 21))
    assert large.setting()["layout"] == "super"


def test_notes_of_a_record_are_seen_and_kept(small: str) -> None:
    record = "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AEINRST - +0 0\n#note <b>why?</b>\n>Bob: E - +0 0\n"
    made = Table.of_facts(Table.from_gcg(record, lexicon=small).facts())
    assert [turn.get("note") for turn in made.view(None)["history"]] == ["<b>why?</b>", None]
    assert [turn.get("note") for turn in made.view(None, 1)["history"]] == ["<b>why?</b>"]
    assert "#note <b>why?</b>" in made.to_gcg(None)


def test_a_position_of_a_game_that_is_over_or_recorded_has_all_known_racks(small: str) -> None:
    made = table(small)
    made.act(0, "pass")
    made.answer()
    assert made.to_cgp(None).split()[1] == "/"
    racks = [str(rack) for rack in made.game.racks]
    assert made.to_cgp(0).split()[1] == f"{racks[0]}/"
    made.act(0, "resign")
    assert made.to_cgp(None, turn=2).split()[1] == "/".join(racks)
    record = Table.from_gcg("#player1 A A\n#player2 B B\n>A: ABCDEFG - +0 0\n>B: AEINRST - +0 0\n", lexicon=small)
    assert record.to_cgp(None, turn=0).split()[1].startswith("ABCDEFG/")
    assert record.to_cgp(None, turn=1).split()[1].startswith("AEINRST/")
