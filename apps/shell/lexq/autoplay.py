"""``lexq autoplay`` and ``lexq match``: play games between two players and report the results.

The game is imported when the command runs.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lexkit.players.registry import LEAVES, describe_names, needs

from .. import console
from ..command_files import CHANGES, READS, WRITES, require_file
from ..help_text import wrap_facts
from ..shell_completion import complete_players
from ..shell_completion import layouts as complete_layouts
from .shared_options import MOST_GAMES, Cluster, Processes, Threads, VariantName, require_either

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.players.autoplay.match import Match
    from lexkit.players.autoplay.match_tally import Tally
    from lexkit.players.autoplay.outcome_statistics import Outcomes
    from lexkit.runtime.game.layout import Layout
    from lexkit.runtime.game.referee.clock import Clock

app = typer.Typer(rich_markup_mode=None)

#: Maximum number of lines about games that a program forfeited.
_FORFEITS = 20
_PLAYER = f"A player: {describe_names()}."


Seed = Annotated[
    int, typer.Option("--seed", metavar="S", help="Seed of the random numbers; the same seed gives the same games.")
]
LayoutOption = Annotated[
    str,
    typer.Option(
        "--layout",
        metavar="NAME or FILE",
        autocompletion=complete_layouts,
        help="A board layout: standard, super, or a TOML file.",
    ),
    READS,
]
Sprt = Annotated[
    str | None,
    typer.Option(
        "--sprt", metavar="LOW,HIGH", help="Stop when a test decides between two shares: 0.5,0.52 or 0elo,10elo."
    ),
]
Gcg = Annotated[
    str | None,
    typer.Option("--gcg", metavar="FOLDER", callback=require_file, help="Write every game to FOLDER, in GCG."),
    WRITES,
]
GamesJson = Annotated[
    str | None,
    typer.Option(
        "--games-json",
        metavar="FILE",
        callback=require_file,
        help="Write every game to FILE, one JSON object per line.",
    ),
    WRITES,
]
Resume = Annotated[
    str | None,
    typer.Option("--resume", metavar="FILE", callback=require_file, help="Save progress to FILE, and resume from it."),
    CHANGES,
]
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock", metavar="TIME[+INC]", help="Clock of each player: 25+5, minutes and seconds per turn; or 90s+1."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON object.")]


@app.command()
def autoplay(
    context: typer.Context,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, max=2 * MOST_GAMES, metavar="N", help="Play N games, by default 100."),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            "--pairs",
            min=1,
            max=MOST_GAMES,
            metavar="N",
            help="Play N pairs of games instead: same bag, seats swapped.",
        ),
    ] = None,
    seed: Seed = 0,
    first: Annotated[
        str, typer.Option("--first", metavar="PLAYER", autocompletion=complete_players, help=_PLAYER)
    ] = "greedy",
    second: Annotated[
        str,
        typer.Option("--second", metavar="PLAYER", autocompletion=complete_players, help="The other player."),
    ] = "greedy",
    layout: LayoutOption = "standard",
    variant: VariantName = None,
    sprt: Sprt = None,
    positions: Annotated[
        str | None,
        typer.Option(
            "--positions",
            metavar="FILE",
            callback=require_file,
            help="Write the position before each turn to FILE, as CGP.",
        ),
        WRITES,
    ] = None,
    gcg: Gcg = None,
    games_json: GamesJson = None,
    resume: Resume = None,
    threads: Threads = None,
    processes: Processes = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Play games between two players and report the results. Each begins every other game.

    The same seed gives the same games on any number of threads, processes or machines, except with the player champion,
    which uses the time that it has: 3 seconds per turn, or champion:SECONDS.

    \b
    Example: lexq autoplay --games 1000
    Example: lexq autoplay --first champion:1 --second static --pairs 50 --resume match.db
    Example: lexq autoplay --first casual --second greedy --pairs 100 --json
    Example: lexq autoplay --first club --second casual --pairs 5000 --sprt 0.5,0.55
    Example: lexq autoplay --variant wordsmog --first static --games 100
    Example: lexq autoplay --games 10 --positions games.cgp --gcg games
    """
    if games is not None and pairs is not None:
        raise typer.BadParameter("--games and --pairs exclude each other")
    require_either(processes, cluster)
    number = 2 * pairs if pairs is not None else games if games is not None else 100
    _require_test(sprt)
    match = _make_match(context, first, second, (layout, variant), seed, paired=pairs is not None)
    files = {"gcg": gcg, "games_json": games_json, "positions": positions}
    _play(match, number, (processes, cluster), as_json, threads=threads, sprt=sprt, resume=resume, **files)


@app.command(name="match")
def match_players(
    context: typer.Context,
    first: Annotated[str, typer.Argument(metavar="PLAYER", autocompletion=complete_players, help=_PLAYER)],
    second: Annotated[str, typer.Argument(metavar="OTHER", autocompletion=complete_players, help="The other player.")],
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs", "-n", min=1, max=MOST_GAMES, metavar="N", help="Play N pairs of games: same bag, seats swapped."
        ),
    ] = 50,
    seed: Seed = 0,
    layout: LayoutOption = "standard",
    variant: VariantName = None,
    sprt: Sprt = None,
    gcg: Gcg = None,
    games_json: GamesJson = None,
    resume: Resume = None,
    clock: ClockOption = None,
    processes: Processes = None,
    as_json: Json = False,
) -> None:
    """Play pairs of games between two players, with the same bag and swapped seats, and report who is stronger.

    The report is that of autoplay. With --resume, a stopped match continues. A player may be a program that speaks SIU:
    siu:COMMAND, or siu:SECONDS:COMMAND with its time per turn. If it crashes, hangs or makes an illegal move, it loses
    that game, the report says so, and the match continues. With a clock, overtime costs 10 points per minute, as in the
    rules.

    \b
    Example: lexq match champion:1 static --pairs 50 --resume match.db
    Example: lexq match club casual --pairs 5000 --sprt 0.5,0.55
    Example: lexq match "siu:lexq siu" static --pairs 5 --clock 2+1
    """
    _require_test(sprt)
    match = _make_match(context, first, second, (layout, variant), seed, paired=True, clock=clock)
    files = {"gcg": gcg, "games_json": games_json}
    _play(match, 2 * pairs, (processes, None), as_json, sprt=sprt, resume=resume, **files)


def _require_test(text: str | None) -> None:
    """Raise a usage error unless the text is a valid test of two shares."""
    from lexkit.base.errors import PositionError
    from lexkit.players.autoplay.outcome_statistics import SequentialTest

    try:
        if text is not None:
            SequentialTest.read(text)
    except PositionError as error:
        raise typer.BadParameter(f"expected {error.expected}, found {error.found}", param_hint="--sprt") from None


def _make_match(
    context: typer.Context,
    first: str,
    second: str,
    board: tuple[str, str | None],
    seed: int,
    *,
    paired: bool,
    clock: str | None = None,
) -> Match:
    """Make the match of two players. ``board`` is the layout and the variant of the game."""
    from lexkit.catalogue import open as open_lexicon
    from lexkit.players.autoplay.match import Match
    from lexkit.runtime.game.layout import find_layout
    from lexkit.runtime.game.rules import Rules
    from lexkit.runtime.game.text.position import CLASSIC, with_variant

    lexicon = open_lexicon(context.find_root().params.get("lexicon"))
    layout = find_layout(board[0])
    rules = with_variant(Rules.from_alphabet(_choose_tiles(lexicon.alphabet, layout), layout), board[1] or CLASSIC)
    match = Match(lexicon, first, second, rules=rules, seed=seed, paired=paired, clock=_read_clock(clock))
    if needs(first, LEAVES) or needs(second, LEAVES):
        console.tell_origin(lexicon.leaves)
    return match


#: Matches ``25``, ``25+5``, ``90s``, ``90s+1.5``: minutes or seconds, and the seconds that each turn adds.
_CLOCK = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(s?)(?:\+([0-9]{1,6}(?:\.[0-9]{1,6})?)s?)?")


def _read_clock(text: str | None) -> Clock | None:
    """Parse a clock."""
    from lexkit.runtime.game.referee.clock import Clock

    if text is None:
        return None
    found = _CLOCK.fullmatch(text)
    seconds = float(found[1]) * (1 if found[2] else 60) if found else 0.0
    if not found or not seconds:
        raise typer.BadParameter(f"expected minutes and seconds as in 25+5, or 90s+1, found {text!r}")
    return Clock(seconds, float(found[3] or 0))


def _play(match: Match, games: int, workers: tuple[int | None, str | None], as_json: bool, **options: Any) -> None:
    """Play the games of a match and write the report. ``options`` are those of :meth:`lexkit.Match.tally`."""
    from time import perf_counter

    from lexkit.runtime.workers.pieces_of_work import open_executor

    start = perf_counter()
    with console.show_games(games) as advance, open_executor(*workers) as executor:
        tally = match.tally(games, executor=executor, progress=advance, **options)
    seconds = perf_counter() - start
    if as_json:
        path = match.lexicon.path
        facts = {
            "lexicon": path.name if path else "in memory",
            "words": len(match.lexicon),
            "layout": match.rules.layout.name,
            "seed": match.seed,
        }
        told = {**facts, "players": list(match.given), **tally.to_json(), "seconds": round(seconds, 3)}
        console.write([console.json_line(told)])
        return
    wide = 14 if not console.on_terminal() else min(14, max(8, (shutil.get_terminal_size().columns - 14) // 2))
    lines = "".join(_summarize(match, tally, seconds, wide)).splitlines()
    if console.on_terminal():
        lines = wrap_facts(lines, 2)
    console.write([f"{line}\n" for line in lines])


def _choose_tiles(alphabet: Alphabet, layout: Layout) -> Alphabet:
    """Return the alphabet, with the larger set of tiles if the board is larger."""
    from lexkit import lexicons

    larger = f"super_{alphabet.name}"
    if layout.name == "super" and larger in lexicons.alphabet_names():
        found = lexicons.alphabet(larger)
        if found.labels == alphabet.labels:
            return found
    return alphabet


def _describe(player: str, outcomes: Outcomes) -> str:
    """Format the share of a player and its mean lead, with 95% confidence intervals, on one line."""
    (low, high), (least, most) = outcomes.interval, outcomes.mean_interval
    return (
        f"{player} won {outcomes.share:.2%} ({low:.2%} to {high:.2%}), "
        f"{outcomes.mean:+z.2f} points a game ({least:+z.2f} to {most:+z.2f})\n"
    )


def _describe_test(tally: Tally) -> str:
    assert tally.test is not None
    shares = {"low": tally.test.low, "high": tally.test.high}
    ratio, bound = tally.test.ratio(tally.outcomes.counts), tally.test.bound
    ended = f"a share of {shares[tally.verdict]:.2%} accepted" if tally.verdict else "not decided"
    told = f"log likelihood ratio {ratio:+z.2f}, to {bound:.2f}"
    return f"{shares['low']:.2%} or {shares['high']:.2%}: {ended} ({told})\n"


def _number_of(forfeit: str) -> int:
    """Return the number of the game in a line about a forfeit."""
    return int(forfeit.split(":", 1)[0].split()[-1])


def _summarize(match: Match, tally: Tally, seconds: float, wide: int) -> Iterator[str]:
    """Yield the tally as text. Each player's column is ``wide`` characters wide."""
    players = list(match.names)
    rows = [
        ("", *players),
        ("wins", *(f"{wins:,}" for wins in tally.wins)),
        ("mean score", *(f"{score:.2f}" for score in tally.mean_scores)),
        ("bingos a game", *(f"{bingos:.2f}" for bingos in tally.mean_bingos)),
    ]
    for title, *cells in rows:
        yield f"{title:14}{cells[0]:>{wide}}{cells[1]:>{wide}}\n"
    turns = tally.turns.total()
    yield f"\n{tally.games:,} games, {tally.draws:,} drawn, {tally.unfinished:,} ended without a point"
    lost = {"lost on time": tally.ends["time"], "forfeited": len(tally.forfeits)}
    yield "".join([f", {number:,} {how}" for how, number in lost.items() if number]) + "\n"
    for forfeit in sorted(tally.forfeits, key=_number_of)[:_FORFEITS]:
        yield f"{console.shown(forfeit)}\n"
    yield _describe(players[0], tally.outcomes)
    if tally.pairs.units:
        yield f"{console.format_count(tally.divergent.units, 'pair', 'pairs')} of {tally.pairs.units:,} diverged"
        yield f"; of these: {_describe(players[0], tally.divergent)}" if tally.divergent.units else "\n"
    if tally.test is not None:
        yield _describe_test(tally)
    yield (
        f"{turns:,} turns, {turns / tally.games:.1f} a game: {tally.turns['placement']:,} placements, "
        f"{tally.turns['exchange']:,} exchanges, {tally.turns['pass']:,} passes\n"
    )
    if tally.moves_per_turn is not None:
        yield f"{tally.moves_per_turn:,.1f} moves to choose from, on average\n"
    yield f"{seconds:.2f} s, {seconds / max(1, turns) * 1e6:,.0f} us a turn\n"
