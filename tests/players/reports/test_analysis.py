"""Analysis of games: players who choose by equity lose nothing, and what others lose is what the candidates say."""

from pathlib import Path

import pytest

import lexkit
from lexkit import Rules, lexicons
from lexkit.errors import PositionError, QueryError
from lexkit.players.one_ply import Static
from lexkit.players.reports.report import Report, analyse, summarize
from lexkit.players.reports.turn_costs import Weighing
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


@pytest.fixture(scope="module")
def games(few: lexkit.Lexicon) -> list[lexkit.Game]:
    """Games of a static player and a greedy one."""
    values = with_leaves(few, 4)
    return list(lexkit.Match(few, Static(values), "greedy", rules=Rules(alphabet=few.alphabet), seed=3).play(6))


def test_who_plays_the_best_loses_nothing(few: lexkit.Lexicon, games: list[lexkit.Game]) -> None:
    values = with_leaves(few, 4)
    found = [analyse(game, few, values) for game in games]
    static, greedy = summarize(found)
    assert (static.games, static.loss, static.best_found) == (6, 0, static.compared)
    assert static.compared == static.turns > 30
    assert greedy.loss > 0
    assert greedy.mean_loss == greedy.loss / greedy.compared
    assert greedy.best_found < greedy.compared
    for game, analysis in zip(games, found, strict=True):
        assert len(analysis.turns) == game.turn_number
        for player, summary in enumerate(analysis.players):
            assert summary.bingos == game.bingos(player)
            assert (summary.phonies, summary.missed_challenges) == (0, 0)
        for turn in analysis.turns:
            if turn.equity is not None and turn.best_equity is not None:
                assert turn.loss == pytest.approx(max(0, turn.best_equity - turn.equity), abs=0.001)


def test_the_best_of_each_turn(few: lexkit.Lexicon, games: list[lexkit.Game]) -> None:
    """As the candidates of the position before it, and the bingo that was there."""
    values = with_leaves(few, 4)
    game = games[0].copy()
    analysis = analyse(game, few, values)
    missed = 0
    for turn in reversed(analysis.turns):
        game.undo()
        found = few.moves(game.board.copy(), game.racks[game.to_move]).by_equity(values, game.bag_size)
        if found[0].kind != "pass":
            assert (turn.best, turn.best_score, turn.best_equity) == (found[0].text, found[0].score, found[0].equity)
        bingos = [one.text for one in found if one.move is not None and one.move.is_bingo]
        if turn.is_bingo:
            assert turn.missed_bingo is None
        else:
            assert turn.missed_bingo == (bingos[0] if bingos else None)
            missed += bool(bingos)
    assert missed == sum(player.missed_bingos for player in analysis.players)


def test_a_record_of_the_game_says_the_same(few: lexkit.Lexicon, games: list[lexkit.Game], tmp_path: Path) -> None:
    values = with_leaves(few, 4)
    for game in games[:2]:
        path = tmp_path / "game.gcg"
        path.write_text(game.to_gcg(), "utf-8")
        again = analyse(lexkit.read_gcg(path, few), leaves=values)
        assert [turn._replace(number=0) for turn in again.turns][:-1] == [
            turn._replace(number=0) for turn in analyse(game, few, values).turns
        ][: len(again.turns) - 1]


HEAD = "#player1 Ann Ann\n#player2 Bob Bob\n"


def record(tmp_path: Path, few: lexkit.Lexicon, lines: str) -> Report:
    path = tmp_path / "made.gcg"
    path.write_text(HEAD + lines)
    return analyse(lexkit.read_gcg(path, few), leaves=with_leaves(few, 4))


def test_phonies_and_challenges(few: lexkit.Lexicon, tmp_path: Path) -> None:
    """One that stays, one that is taken back: it is worth nothing."""
    taken = ">Ann: AEQXZVV 8G QXZ +56 56\n>Ann: AEQXZVV -- -56 0\n>Bob: AEINRST - +0 0\n"
    found = record(tmp_path, few, taken)
    ann, bob = found.players
    assert found.turns[0].phony == ("QXZ",)
    assert found.turns[0].withdrawn
    assert found.turns[0].equity == 0
    assert (ann.phonies, ann.phonies_withdrawn, bob.missed_challenges) == (1, 1, 0)
    stayed = record(tmp_path, few, ">Ann: AEQXZVV 8G QXZ +56 56\n>Bob: AEINRST - +0 0\n")
    ann, bob = stayed.players
    assert (ann.phonies, ann.phonies_withdrawn, bob.missed_challenges) == (1, 0, 1)
    assert stayed.turns[1].action == "-"
    assert stayed.turns[1].equity == 0


def test_tiles_that_a_challenge_has_shown_are_known(
    few: lexkit.Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the other player, until they are played or tiles are exchanged; the rest of a rack in the record is not."""
    asked = []

    def cost(weighing: Weighing, turn: lexkit.Turn, *arguments: object) -> None:
        asked.append((turn.player, arguments[-1]))

    monkeypatch.setattr(Weighing, "cost", cost)
    path = tmp_path / "made.gcg"
    path.write_text(
        f"{HEAD}>Ann: AEQXZVV 8G QXZ +56 56\n>Ann: AEQXZVV -- -56 0\n>Bob: AEINRST - +0 0\n>Ann: AEQXZVV -VV +0 0\n"
        ">Bob: AEINRST - +0 0\n"
    )
    analyse(lexkit.read_gcg(path, few), leaves=with_leaves(few, 4), with_="simulation", iterations=1)
    assert asked == [(0, ""), (1, "QXZ"), (0, ""), (1, "")]


def test_what_is_not_known_is_not_compared(few: lexkit.Lexicon, tmp_path: Path) -> None:
    """A part of a rack, and an exchange of tiles that nobody noted."""
    found = record(tmp_path, few, ">Ann: QXZ 8G QXZ +56 56\n>Bob: AEINRST -3 +0 0\n>Ann: AAEEIIO -AAE +0 56\n")
    assert [turn.loss is None for turn in found.turns] == [True, True, False]
    assert found.turns[1].best is not None
    assert found.turns[0].best is None
    assert [player.compared for player in found.players] == [1, 0]
    assert found.players[1].mean_loss is None
    assert found.players[1].to_json()["mean_loss"] is None


def test_what_cannot_be_analysed(few: lexkit.Lexicon, games: list[lexkit.Game]) -> None:
    with pytest.raises(QueryError, match="needs a lexicon"):
        lexkit.analyse(lexkit.Game(None, seed=1))
    polish = small_list(lexicons.alphabet("polish"))
    with pytest.raises(PositionError, match="alphabet"):
        lexkit.analyse(games[0], polish, with_leaves(polish, 1))
