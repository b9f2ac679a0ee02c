"""Series of games: pairs, files, and the same figures by threads, by executors, and after a stop."""

import json
import sqlite3
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

import lexkit
from lexkit import Game, Rules, lexicons
from lexkit.errors import PositionError, StorageError, WorkerError
from lexkit.players.autoplay import kernel_games, play_many_games
from lexkit.players.autoplay.match import Match
from lexkit.players.autoplay.play_many_games import _kernel_match
from tests.players.test_kernel_games import told
from tests.players.test_match import small_list
from tests.running import FULL

#: Players whom the kernel knows, and others.
PLAYERS = [("greedy", "greedy"), ("heuristic-1", "club" if FULL else "novice")]


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


@pytest.fixture(autouse=True)
def short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (kernel_games, "_GAMES"),
        (play_many_games, "_KERNEL_GAMES"),
        (play_many_games, "_PYTHON_GAMES"),
    ):
        monkeypatch.setattr(module, name, 4)
    monkeypatch.setattr(play_many_games, "_BLOCKS", 2)


def paired(few: lexkit.Lexicon, *players: object, seed: int = 3) -> Match:
    return Match(few, *players, rules=Rules(alphabet=few.alphabet), seed=seed, paired=True)


def test_players_who_choose_alike_play_the_same_game_twice(few: lexkit.Lexicon) -> None:
    for player in ("greedy", "heuristic-2", "casual"):
        match = paired(few, player, player)
        one, other = match.game(4), match.game(5)
        assert (match.seats(4), match.seats(5)) == ((0, 1), (1, 0))
        assert [turn.text for turn in one.turns] == [turn.text for turn in other.turns]
        assert one.scores == other.scores
        tally = match.tally(12)
        assert tally.pairs.counts == [0, 0, 6, 0, 0]
        assert tally.divergent.units == 0
        assert tally.wins[0] == tally.wins[1]


@pytest.mark.parametrize("players", PLAYERS)
def test_figures_are_those_of_the_games(few: lexkit.Lexicon, players: tuple[str, str]) -> None:
    match = paired(few, *players)
    tally = match.tally(20, 6)
    wins, scores, halves, beginners, alike = [0, 0], [0, 0], [], 0.0, 0
    games = list(match.play(20, 6))
    for number, game in enumerate(games, 6):
        seats = match.seats(number)
        assert game.players == tuple(match.names[player] for player in seats)
        for seat, player in enumerate(seats):
            wins[player] += game.winner == seat
            scores[player] += game.scores[seat]
        halves.append(1 if game.winner is None else 2 * (seats[game.winner] == 0))
        beginners += 0.5 if game.winner is None else game.winner == 0
    for at in range(0, 20, 2):
        alike += [turn.text for turn in games[at].turns] == [turn.text for turn in games[at + 1].turns]
    assert (tally.wins, tally.scores) == (wins, scores)
    assert tally.beginners.share == beginners / 20
    assert tally.share == sum(halves) / 40
    assert tally.pairs.counts == [[sum(halves[at : at + 2]) for at in range(0, 20, 2)].count(n) for n in range(5)]
    assert tally.divergent.units == 10 - alike
    assert tally.mean == (scores[0] - scores[1]) / 20
    assert sum(tally.ends.values()) == tally.games == 20


def test_the_kernel_plays_pairs_as_the_referee_does(few: lexkit.Lexicon) -> None:
    match = paired(few, "greedy", "greedy")
    kernel = _kernel_match(match)
    assert kernel is not None
    for chunk in kernel.play(12, 2, 2):
        for at in range(len(chunk)):
            number = chunk.first + at
            game = match.game(number)
            turns, scores, ending, out, _ = told(game)
            seats = match.seats(number)
            order = [seats.index(player) for player in range(2)]
            assert chunk.scores[at].tolist() == [scores[seat] for seat in order]
            assert chunk.ending[at].tolist() == [ending[seat] for seat in order]
            assert (int(chunk.out[at]) if chunk.out[at] >= 0 else None) == (None if out is None else seats[out])
            assert [int(turn["score"]) for turn in chunk.turns_of(at)] == [turn[4] for turn in turns]
            for player in range(2):
                held = game.turns[order[player]].rack
                assert sorted(chunk.held[at, player][: len(held)]) == sorted(held.tiles)


def work_of(match: Match, folder: Path, **how: object) -> tuple[object, ...]:
    """All that a series gives."""
    folder.mkdir()
    told_of: list[int] = []
    files = {"gcg": folder / "gcg", "games_json": folder / "games.jsonl", "positions": folder / "games.cgp"}
    tally = match.tally(22, 4, progress=told_of.append, **files, **how)
    assert sum(told_of) == tally.games
    written = {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*.*")) if path.is_file()}
    return tally.to_json(), written


@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_with_threads_executors_and_a_file(
    few: lexkit.Lexicon, players: tuple[str, str], tmp_path: Path
) -> None:
    match = paired(few, *players)
    expected = work_of(match, tmp_path / "a", threads=1)
    files = expected[1]
    assert sum(path.suffix == ".gcg" for path in files) == 22
    assert work_of(match, tmp_path / "b", threads=3) == expected
    with ThreadPoolExecutor(3) as executor:
        assert work_of(match, tmp_path / "c", executor=executor) == expected
    with ProcessPoolExecutor(2) as executor:
        assert work_of(match, tmp_path / "d", executor=executor) == expected
    assert work_of(match, tmp_path / "e", resume=tmp_path / "done") == expected
    assert work_of(match, tmp_path / "f", resume=tmp_path / "done") == expected
    # The files are the games.
    lines = files[Path("games.jsonl")].decode().splitlines()
    for number, line in enumerate(lines, 4):
        game = Game.from_json(line, few)
        assert game.to_json() == match.game(number).to_json()
        assert files[Path(f"gcg/{number:06}.gcg")].decode() == game.to_gcg()
    positions = [line for number in range(4, 26) for line in match.game(number).positions()]
    assert files[Path("games.cgp")].decode().splitlines() == positions


def test_work_goes_on_after_a_stop(few: lexkit.Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, path = paired(few, "greedy", "heuristic-1"), tmp_path / "done"
    expected = match.tally(32).to_json()

    def stop_at(games: int) -> object:
        seen = [0]

        def stop(played: int) -> None:
            seen[0] += played
            if seen[0] >= games:
                raise KeyboardInterrupt

        return stop

    for games in (4, 12, 16):
        with pytest.raises(KeyboardInterrupt):
            match.tally(32, resume=path, progress=stop_at(games))
        with closing(sqlite3.connect(path)) as database, database:
            kept = database.execute("SELECT count(*) FROM pieces").fetchone()[0]
        assert 0 < kept < 4
    played: list[int] = []
    game = Match.game
    monkeypatch.setattr(Match, "game", lambda self, number: (played.append(number), game(self, number))[1])
    assert match.tally(32, resume=path).to_json() == expected
    assert played == list(range(8 * kept, 32))
    # More of the same: what is done is not played again.
    played.clear()
    assert match.tally(40, resume=path).games == 40
    assert played == list(range(32, 40))


def test_other_numbers_of_games(few: lexkit.Lexicon, tmp_path: Path) -> None:
    """More or fewer games than a file has, also where a piece was cut short: the figures are those without a file."""
    path = tmp_path / "done"
    match = paired(few, "greedy", "heuristic-1")
    for games in (20, 44, 10, 36):
        tally = match.tally(games, resume=path)
        assert tally.games == games
        assert tally.to_json() == match.tally(games).to_json()


def test_files_of_other_work(few: lexkit.Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "done"
    paired(few, "greedy", "greedy").tally(4, resume=path)
    with pytest.raises(StorageError, match="the file belongs to another job: found seed 3 instead of 4"):
        paired(few, "greedy", "greedy", seed=4).tally(4, resume=path)
    for content in (b"no database at all, but a text that is long enough", path.read_bytes()[:3000]):
        (tmp_path / "damaged").write_bytes(content)
        with pytest.raises(StorageError, match="finished work"):
            paired(few, "greedy", "greedy").tally(4, resume=tmp_path / "damaged")
    with closing(sqlite3.connect(tmp_path / "other")) as database, database:
        database.execute("CREATE TABLE cats (name TEXT)")
    database.close()
    with pytest.raises(StorageError, match="not a file of finished work"):
        paired(few, "greedy", "greedy").tally(4, resume=tmp_path / "other")
    with pytest.raises(WorkerError, match="without names"):
        paired(few, "greedy", len_of_first_word).tally(4, resume=tmp_path / "functions")


def len_of_first_word(move: lexkit.Move) -> float:
    return len(move.words[0])


def test_players_that_are_functions_travel_if_they_can(few: lexkit.Lexicon) -> None:
    match = paired(few, len_of_first_word, lexkit.player("novice"))
    with ProcessPoolExecutor(1) as executor:
        assert match.tally(4, executor=executor).to_json() == match.tally(4).to_json()
        with pytest.raises(WorkerError, match="cannot be sent"):
            paired(few, lambda move: 1.0, "greedy").tally(4, executor=executor)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_sequential_test_stops_at_the_same_game(few: lexkit.Lexicon, players: tuple[str, str]) -> None:
    match = paired(few, *players)
    whole = match.tally(80, sprt=(0.5, 0.7))
    assert whole.games % 4 == 0
    assert whole.games < 80
    assert whole.verdict in ("low", "high")
    assert whole.to_json()["sprt"]["verdict"] == whole.verdict
    assert match.tally(80, sprt="0.5,0.7", threads=2).to_json() == whole.to_json()
    with ThreadPoolExecutor(3) as executor:
        assert match.tally(80, sprt=(0.5, 0.7), executor=executor).to_json() == whole.to_json()
    assert match.tally(whole.games).to_json() | {"sprt": 0} == whole.to_json() | {"sprt": 0}


def test_wrong_calls(few: lexkit.Lexicon, tmp_path: Path) -> None:
    match = paired(few, "greedy", "greedy")
    for games, start in ((3, 0), (4, 1)):
        with pytest.raises(PositionError, match="paired games come in twos"):
            match.tally(games, start)
    with pytest.raises(TypeError, match="executor: expected one"):
        match.tally(4, executor=3)
    with pytest.raises(PositionError, match="threads"):
        match.tally(4, threads=-1)
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        match.tally(4, gcg=tmp_path / "file" / "games")
    with pytest.raises(StorageError):
        match.tally(4, games_json=tmp_path / "nowhere" / "games")
    assert json.loads(json.dumps(match.tally(0).to_json()))["games"] == 0


def test_long_series_have_larger_pieces(few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a scheduler has no more than some thousand of them."""
    monkeypatch.setattr(play_many_games, "_MOST_PIECES", 3)
    sent: list[tuple[int, int]] = []
    play = play_many_games._play_piece
    monkeypatch.setattr(play_many_games, "_play_piece", lambda *piece: (sent.append(piece[2:]), play(*piece))[1])
    match = paired(few, "greedy", "greedy")
    with ThreadPoolExecutor(2) as executor:
        assert match.tally(44, executor=executor).to_json() == match.tally(44).to_json()
    assert sorted(sent) == [(0, 16), (16, 16), (32, 12)]
