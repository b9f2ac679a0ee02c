"""Reports of games as HTML: the curve of the chance to win, players, turns, and the worst turns as boards.

Notebooks show a part of a page. ``lexq gcg analyse --html`` writes a whole one, which follows the light or dark
scheme of its reader and can be printed. Neither has scripts, and nothing is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from lexkit.runtime.game.board import Board
from lexkit.runtime.pictures.board import Picture
from lexkit.runtime.pictures.markup import beside, document, element, paragraph, shape, table, theme

from ..reports.statistics import PlayerTable, statistics_of
from ..reports.turn_costs import MISTAKES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lexkit.runtime.game.rules import Rules

    from ..reports.analysis import TurnAnalysis
    from ..reports.report import PlayerSummary, Report

#: Size of a board, in pixels.
_BOARD: Final = 340
#: Width of the curve, in units of its picture.
_WIDE: Final = 720
#: Height of the curve, in units of its picture.
_TALL: Final = 220
#: Left margin of the curve.
_LEFT: Final = 44
#: Top margin of the curve.
_TOP: Final = 12
#: Bottom margin of the curve.
_BOTTOM: Final = 28
#: Grade -> radius of its dot.
_DOT: Final = {"small": 3.5, "medium": 5, "large": 7}
_LEVELS: Final = {
    "static": "Turns are compared by equity.",
    "simulation": "Turns with tiles in the bag were simulated.",
    "endgame": "Turns were simulated, and endgames searched.",
}
_TURNS: Final = (
    "turn", "player", "rack", "play", "points", "total", "grade", "lost", "chance lost", "best", "why", "luck",
)  # fmt: skip
_STYLE: Final = """
body{{font:16px/1.45 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1rem;color:var(--ink);
background:var(--page)}}
h1{{font-size:1.4rem}}h2{{font-size:1.15rem}}svg{{max-width:100%;height:auto}}
div.wide{{overflow-x:auto}}div.wide table{{min-width:54rem}}
table{{border-collapse:collapse;font-variant-numeric:tabular-nums}}
th,td{{padding:.2em .55em;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}}
section{{break-inside:avoid}}.boards{{display:flex;flex-wrap:wrap;gap:1.5rem}}.boards section{{max-width:{board}px}}
:root{{color-scheme:light dark;{light}}}
@media (prefers-color-scheme:dark){{:root{{{dark}}}}}
@media print{{:root{{{light}}}body{{max-width:none;font-size:11px;padding:0}}
div.wide table{{min-width:0}}tr{{break-inside:avoid}}}}
"""


def curve_svg(report: Report) -> str:
    """Return the curve of the first player's chance to win, with a dot for each mistake; "" if it is unknown."""
    curve = report.curve
    if not curve:
        return ""
    last = max(1, curve[-1][0])

    def at(number: int, chance: float) -> tuple[float, float]:
        x = _LEFT + (_WIDE - _LEFT - 8) * number / last
        return round(x, 1), round(_TOP + (_TALL - _TOP - _BOTTOM) * (1 - chance), 1)

    parts = []
    for chance, dash in ((0.0, ""), (0.5, "4 4"), (1.0, "")):
        x, y = at(0, chance)
        line = {"stroke_dasharray": dash} if dash else {}
        parts.append(shape("line", x1=x, x2=_WIDE - 8, y1=y, y2=y, stroke="currentColor", stroke_opacity=0.4, **line))
        label = {"text_anchor": "end", "font_size": 12, "fill": "currentColor"}
        parts.append(element("text", f"{chance:.0%}", x=x - 6, y=y + 4, **label))
    step = max(1, -(-last // 20))
    for number in range(0, last + 1, step):
        x, _ = at(number, 0)
        parts.append(element("text", str(number), x=x, y=_TALL - 8, font_size=11, fill="currentColor"))
    points = " ".join([f"{x},{y}" for x, y in (at(*point) for point in curve)])
    parts.append(shape("polyline", points=points, fill="none", stroke="currentColor", stroke_width=2))
    known = dict(curve)
    for turn in report.turns:
        if turn.grade in MISTAKES and turn.number in known:
            x, y = at(turn.number, known[turn.number])
            parts.append(shape("circle", cx=x, cy=y, r=_DOT[str(turn.grade)], fill="currentColor"))
    title = f"Chance to win of {report.players[0].name}, turn by turn"
    dots = "; ".join([f"turn {turn.number} {turn.player}, {turn.grade}" for turn in report.worst(len(report.turns))])
    told = ", ".join([f"{number}: {chance:.0%}" for number, chance in curve])
    return document(_WIDE, _TALL, _WIDE, title, f"By turn, {told}. Mistakes: {dots or 'none'}.", parts)


def show_report(report: Report) -> str:
    """Return a report for a notebook: curve, players, turns, and the worst turns as boards."""
    boards = beside(*[_worst_board(turn, report.rules) for turn in report.worst()])
    parts = [curve_svg(report), _players(report.players), _turns(report), boards if report.worst() else ""]
    return paragraph(_level(report)) + "".join(parts) + "".join([paragraph(one) for one in report.remarks])


def report_page(report: Report, title: str = "") -> str:
    """Return a whole page about a game."""
    return reports_page([(title, report)])


def reports_page(named: Sequence[tuple[str, Report]]) -> str:
    """Return a whole page about games, each with its title."""
    title = (named[0][0] if len(named) == 1 else "") or f"Report of {len(named)} game{'s' * (len(named) != 1)}"
    style = _STYLE.format(board=_BOARD, light=_variables(dark=False), dark=_variables(dark=True))
    several = len(named) > 1
    body = "".join([element("h2", name) * several + _sections(report) for name, report in named])
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    page = f"<head>{head}{element('title', title)}<style>{style}</style></head>"
    return f'<!DOCTYPE html>\n<html lang="en">{page}<body>{element("h1", title)}<main>{body}</main></body></html>\n'


def _sections(report: Report) -> str:
    players = " : ".join([f"{player.name} {player.score}" for player in report.players])
    ended = f", over: {report.result}" if report.result else ""
    parts = [paragraph(f"{players}{ended}. {_level(report)}"), *[paragraph(one) for one in report.remarks]]
    curve = curve_svg(report)
    if curve:
        parts.append(f"<section>{element('h3', f'Chance to win of {report.players[0].name}')}{curve}</section>")
    parts.append(f'<h3>Players</h3><div class="wide" tabindex="0">{_players(report.players)}</div>')
    worst = report.worst()
    if worst:
        boards = "".join([f"<section>{_worst_board(turn, report.rules, styled=True)}</section>" for turn in worst])
        parts.append(f'<h3>The worst turns</h3><div class="boards">{boards}</div>')
    parts.append(f'<h3>Turns</h3><div class="wide" tabindex="0">{_turns(report)}</div>')
    return "".join(parts)


def _level(report: Report) -> str:
    left = report.to_weigh - report.weighed
    return _LEVELS[report.level] + (f" {left} of {report.to_weigh} turns are still to be weighed." if left else "")


def _players(players: Iterable[PlayerSummary]) -> str:
    shown = statistics_of(PlayerTable.PAGE)
    rows = [(player.name, *[one.write(getattr(player, one.name)) for one in shown]) for player in players]
    return table(("player", *[one.title or one.head for one in shown]), rows)


def _turns(report: Report) -> str:
    rows = []
    for turn in report.turns:
        cost = turn.cost
        grade = turn.ungraded if turn.grade is None else _dots(turn.grade)
        lost = None if turn.lost is None else f"{turn.lost:.1f}"
        better = "" if not turn.lost and not (cost and cost.win_loss) else turn.best if cost is None else cost.found
        chance = None if cost is None else f"{cost.win_loss:.1%}"
        luck = None if turn.luck is None else f"{turn.luck:+z.0f}"
        said = [f"not valid: {', '.join(turn.phony)}"] * bool(turn.phony) + [turn.why] * bool(turn.why)
        first = turn.number, turn.player, turn.rack, turn.action, turn.score, turn.total
        rows.append((*first, grade, lost, chance, better, "; ".join(said), luck))
    return table(_TURNS, rows)


def _dots(grade: str) -> str:
    """Return a grade with one dot for each degree."""
    return f"{'●' * (MISTAKES.index(grade) + 1)} {grade}" if grade in MISTAKES else "–"


def _worst_board(turn: TurnAnalysis, rules: Rules | None, styled: bool = False) -> str:
    """Return a mistake as a board with the best play, and a description.

    ``styled``: in the colours of a page's style.
    """
    assert turn.cost is not None
    board = Board.from_cgp(turn.position, rules=rules)
    best = turn.cost.found
    colours = {name: f"var(--{name})" for name in theme(dark=False)} if styled else None
    coming = None if best.startswith("-") else board.move(best)
    svg = Picture(board.snapshot(), coming, colours=colours).svg(_BOARD)
    lost = f"{turn.cost.win_loss:.1%} of the chance to win and {turn.cost.spread_loss:.1f} points"
    told = f"Turn {turn.number}, {turn.player}, rack {turn.rack}: {turn.action}, a {turn.grade} mistake, lost {lost}."
    why = f" ({turn.why})" if turn.why else ""
    return svg + paragraph(told) + paragraph(f"Best: {best}{why}.")


def _variables(dark: bool) -> str:
    colours: Mapping[str, str] = theme(dark)
    return "".join([f"--{name}:{value};" for name, value in colours.items()])
