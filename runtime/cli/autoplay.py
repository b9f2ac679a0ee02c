"""``lexq autoplay``: games of two players, and their tally.

The game is imported when the command runs.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ... import console
from ...help_text import wrap_facts
from .completion import complete_layouts, complete_players

if TYPE_CHECKING:
    from ...formats.alphabet import Alphabet
    from ..game.layout import Layout
    from ..players.match import Match
    from ..players.tally import Tally

__all__ = ["autoplay"]

_PLAYER = (
    "greedy, static (needs lexc leaves), heuristic-1 to -3, or a level: beginner, novice, casual, club, tournament."
)


def autoplay(
    context: typer.Context,
    games: Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Decides the games.")] = 0,
    first: Annotated[
        str, typer.Option("--first", metavar="PLAYER", autocompletion=complete_players, help=_PLAYER)
    ] = "greedy",
    second: Annotated[
        str,
        typer.Option("--second", metavar="PLAYER", autocompletion=complete_players, help="The same for the other one."),
    ] = "greedy",
    layout: Annotated[
        str,
        typer.Option(
            "--layout",
            metavar="NAME or FILE",
            autocompletion=complete_layouts,
            help="A board layout: standard, super, or a TOML file.",
        ),
    ] = "standard",
    positions: Annotated[
        str | None,
        typer.Option("--positions", metavar="FILE", help="Write the position before each turn there, as CGP."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Let two players play each other, and tell how it went. Each begins every other game.

    \b
    Example: lexq autoplay --games 1000
    Example: lexq autoplay --first heuristic-3 --second greedy --seed 7 --json
    Example: lexq autoplay --games 10 --positions games.cgp
    """
    from time import perf_counter

    from ...catalogue import open as open_lexicon
    from ...formats.atomic import write_atomically
    from ..game.rules import Rules
    from ..players.match import Match
    from ..players.tally import Tally

    lexicon = open_lexicon(context.find_root().params.get("lexicon"))
    board_layout = _find_layout(layout)
    rules = Rules.of(_choose_tiles(lexicon.alphabet, board_layout), board_layout)
    match = Match(lexicon, first, second, rules=rules, seed=seed)
    start = perf_counter()
    with _show_progress(games) as advance:
        if positions is None:
            tally = match.tally(games, progress=advance)
        else:
            tally = Tally()
            write_atomically(positions, _play(match, games, tally, advance))
    seconds = perf_counter() - start
    if as_json:
        facts = {"lexicon": _lexicon_name(match), "layout": rules.layout.name, "seed": seed, "players": [first, second]}
        console.write([console.json_line({**facts, **tally.to_json(), "seconds": round(seconds, 3)})])
    else:
        wide = 14 if not console.on_terminal() else min(14, max(8, (shutil.get_terminal_size().columns - 14) // 2))
        told = "".join(_summarize(match, tally, seconds, wide)).splitlines()
        if console.on_terminal():
            told = wrap_facts(told, 2)
        console.write([f"{line}\n" for line in told])


def _find_layout(name: str) -> Layout:
    from ... import lexicons
    from ..game.layout import Layout

    return (
        Layout.from_toml(name) if name.endswith(".toml") and name not in lexicons.layout_names() else Layout.named(name)
    )


def _choose_tiles(alphabet: Alphabet, layout: Layout) -> Alphabet:
    """The alphabet, with the tiles of the larger board on that board."""
    from ... import lexicons

    larger = f"super_{alphabet.name}"
    if layout.name == "super" and larger in lexicons.alphabet_names():
        found = lexicons.alphabet(larger)
        if found.labels == alphabet.labels:
            return found
    return alphabet


def _play(match: Match, games: int, tally: Tally, advance: Callable[[int], None]) -> Iterator[bytes]:
    """Play and count games, and yield the positions of each."""
    for game in match.play(games):
        tally.add(game)
        advance(1)
        yield "".join([f"{line}\n" for line in game.positions()]).encode()


@contextmanager
def _show_progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if standard error is a terminal.

    Yields the function to call with the number of games that were played.
    """
    if not console.watched():
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda played: bar.advance(task, played)


def _lexicon_name(match: Match) -> str:
    path = match.lexicon.path
    return path.name if path else "in memory"


def _summarize(match: Match, tally: Tally, seconds: float, wide: int) -> Iterator[str]:
    """The tally as text, with ``wide`` columns for each player."""
    players = list(match.names)
    if players[0] == players[1]:
        players = [f"{players[0]} {number}" for number in (1, 2)]
    rows = [
        ("", *players),
        ("wins", *(f"{wins:,}" for wins in tally.wins)),
        ("mean score", *(f"{score:.2f}" for score in tally.mean_scores)),
        ("bingos a game", *(f"{bingos:.2f}" for bingos in tally.mean_bingos)),
    ]
    for title, *cells in rows:
        yield f"{title:14}{cells[0]:>{wide}}{cells[1]:>{wide}}\n"
    turns = tally.turns.total()
    yield f"\n{tally.games:,} games, {tally.draws:,} drawn, {tally.unfinished:,} ended without a point\n"
    yield (
        f"{turns:,} turns, {turns / tally.games:.1f} a game: {tally.turns['placement']:,} placements, "
        f"{tally.turns['exchange']:,} exchanges, {tally.turns['pass']:,} passes\n"
    )
    if tally.moves_per_turn is not None:
        yield f"{tally.moves_per_turn:,.1f} moves to choose from, on average\n"
    yield f"{seconds:.2f} s, {seconds / max(1, turns) * 1e6:,.0f} us a turn\n"
