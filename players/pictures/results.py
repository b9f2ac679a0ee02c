"""Results as notebooks show them: games, verdicts, candidates, simulations, endgames, compared lists.

Each function makes the HTML of one kind of object. Tables show the first rows and count the rest.

A game is a strip of turns to step through: one board, and a list of turns of which one is chosen. It is HTML
without scripts, so that saved notebooks and static pages show it too. The list has a radio button for each turn,
chosen by clicks and by the arrow keys. The board has a layer of tiles for each turn, and style rules hide those of
later turns. Where style rules are removed, the list is a plain table and the board shows the end.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lexkit.runtime.game.move import Snapshot
from lexkit.runtime.game.referee.turn import PLACEMENT, running_totals
from lexkit.runtime.pictures.board import Picture, board_svg
from lexkit.runtime.pictures.markup import ROWS, beside, count_rows, document, element, paragraph, row, shape, table

if TYPE_CHECKING:
    from lexkit.runtime.automaton.cursor import Cursor
    from lexkit.runtime.game.judge import Verdict
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.referee.game import Game
    from lexkit.runtime.game.referee.turn import Turn
    from lexkit.runtime.words.words import Words

    from ..autoplay.match_tally import Tally
    from ..candidates import Candidates
    from ..endgame.pre_endgame import Outcome
    from ..endgame.solution import Solution
    from ..simulation.simulate import Simulation


#: Size of a board beside a table, in pixels.
PIXELS: Final = 400
#: Style rules of the strip named {0}. Those of tables have precedence over the notebook's own.
_STYLE: Final = """
.{0}{{display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start}}
.{0} svg{{max-width:100%;height:auto;flex:0 1 auto}}
.{0} label{{cursor:pointer}}
.{0} th,.{0} td{{padding:0 .5em!important;text-align:left!important;white-space:nowrap;vertical-align:top}}
.{0} th:last-child,.{0} td:last-child{{text-align:right!important}}
.{0} .note{{white-space:pre-line;max-width:13em;padding-left:1.6em;font-size:.9em}}
.{0} tr:has(:checked)>*{{background:#f7dfa4;color:#222}}
.{0} .marks>g{{display:none}}
"""


class Step(NamedTuple):
    """One turn of a strip: its action, the other cells of its row, and the placement that it made or took back.

    ``note``: text shown below it.
    """

    text: str
    cells: tuple[object, ...] = ()
    move: Move | None = None
    takes_back: bool = False
    note: str = ""


def strip_html(start: Snapshot, steps: Sequence[Step], heads: Sequence[str], chosen: int | None = None) -> str:
    """Return the strip of the turns from a position on.

    ``heads``: titles of the columns, the turns first; ``chosen``: number of the turn that is shown first, 0 for the
    position before all turns; by default the last one.
    """
    chosen = len(steps) if chosen is None else chosen
    withdrawn = {number: until for until, number in _withdrawn(steps)}
    pictures = list(_pictures(start, steps, withdrawn))
    tiles = [_layer(draw, hidden=number in withdrawn) for number, (draw, _) in enumerate(pictures, 1)]
    marks = [_layer(frames, hidden=number < len(steps)) for number, (_, frames) in enumerate(pictures, 1)]
    svg = Picture(start).svg(PIXELS, [_group("tiles", tiles), _group("marks", marks)], _describe(start, steps))
    columns = len(heads) - 1
    rows = [_row(Step("start", ("",) * columns), not chosen)]
    rows += [_row(step, number == chosen) for number, step in enumerate(steps, 1)]
    listed = f"<table><thead>{row(heads, 'th')}</thead><tbody>{''.join(rows)}</tbody></table>"
    inside = svg + listed
    # The same strip twice on a page has the same rules; another strip has its own name.
    name = f"lexkit-{hashlib.sha256(inside.encode()).hexdigest()[:12]}"
    rules = _STYLE.format(name) + "\n".join(_rules(name, len(steps), withdrawn))
    # A form separates its radio buttons from others; "dialog" is never sent.
    return f'<style>{rules}</style><form class="{name}" method="dialog">{inside}</form>'


def _withdrawn(steps: Sequence[Step]) -> Iterator[tuple[int, int]]:
    """Yield (turn that took a placement back, turn of that placement), from 1."""
    last = 0
    for number, step in enumerate(steps, 1):
        if step.takes_back and last:
            yield number, last
        elif step.move is not None and not step.takes_back:
            last = number


def _pictures(
    start: Snapshot, steps: Sequence[Step], withdrawn: dict[int, int]
) -> Iterator[tuple[Iterable[str], Iterable[str]]]:
    """Yield for each turn the elements of its tiles, and those of the frames around them."""
    for step in steps:
        if step.move is None or step.takes_back:
            yield (), ()
            continue
        after = Picture(Snapshot(start.rules, step.move.grid_after), last=step.move)
        yield [part for square in step.move.squares for part in after.draw_square(square)], after.draw_frames()


def _layer(parts: Iterable[str], hidden: bool) -> str:
    """Return a layer; a hidden one has its own style, for pages without style rules."""
    start = '<g display="none">' if hidden else "<g>"
    return f"{start}{''.join(parts)}</g>"


def _group(name: str, layers: Iterable[str]) -> str:
    return f'<g class="{name}">{"".join(layers)}</g>'


def _describe(start: Snapshot, steps: Sequence[Step]) -> str:
    turns = f"{len(steps)} turn{'s' * (len(steps) != 1)}"
    return f"Before {turns}: {Picture(start).describe()} Then: {', '.join(step.text for step in steps) or 'nothing'}."


def _row(step: Step, checked: bool) -> str:
    button = f'<input type="radio" name="turn"{" checked" if checked else ""}/>'
    label = f"<label>{button} {element('span', step.text)}</label>"
    note = element("div", step.note, **{"class": "note"}) if step.note else ""
    return f"<tr><td>{label}{note}</td>{row(step.cells)[len('<tr>') :]}"


def _rules(name: str, turns: int, withdrawn: dict[int, int]) -> Iterator[str]:
    """Yield the style rules that show the board after the turn chosen: row ``turn + 1`` of the list."""
    for turn in range(turns + 1):
        here = f".{name}:has(tbody tr:nth-child({turn + 1}) :checked)"
        if turn < turns:
            yield f"{here} .tiles>g:nth-child(n+{turn + 1}){{display:none}}"
        if turn:
            yield f"{here} .marks>g:nth-child({turn}){{display:inline}}"
    for number, until in withdrawn.items():
        # Rows number + 1 to until: the turns after which the play is on the board.
        stands = f".{name}:has(tbody tr:nth-child(n+{number + 1}):nth-child(-n+{until}) :checked)"
        yield f"{stands} .tiles>g:nth-child({number}){{display:inline}}"


#: Columns of words.
_WORD_FIELDS: Final = ("front", "word", "back", "length")


def show_game(game: Game) -> str:
    """Return a game as a strip of its turns, with all racks."""
    turns = game.turns
    start = turns[0].snapshot if turns else game.board.snapshot()
    steps = []
    for number, (turn, points, totals, _) in enumerate(running_totals(turns, game.start_scores), 1):
        rack = "" if turn.rack is None else str(turn.rack)
        takes_back = bool(turn.success)
        move = turn.move if turn.kind == PLACEMENT else None
        cells = (game.players[turn.player], rack, f"{points:+d}", " : ".join(map(str, totals)))
        steps.append(Step(f"{number}. {turn.text}", cells, move, takes_back, game.notes.get(number, "")))
    scores = ", ".join([f"{name} {score}" for name, score in zip(game.players, game.scores, strict=True)])
    ended = f", over: {game.result.reason}" if game.result else ""
    strip = strip_html(start, steps, ("turn", "player", "rack", "points", "scores"))
    return paragraph(f"{scores}{ended}") + strip


def show_turn(turn: Turn) -> str:
    """Return a turn, beside the board with its tiles if it placed some."""
    return _beside_move(turn.move if turn.kind == PLACEMENT else None, paragraph(repr(turn).strip("<>")))


def show_tally(tally: Tally) -> str:
    """Return a tally: wins, points and bingos of both players, and the first one's share.

    The share has its interval, also as a bar.
    """
    low, high = tally.interval
    means = zip(tally.wins, tally.mean_scores, tally.mean_bingos, strict=True)
    rows = [(number, wins, f"{score:.1f}", f"{bingos:.2f}") for number, (wins, score, bingos) in enumerate(means, 1)]
    share = f"Player 1 won {_percent(tally.share)} (with 95% confidence {_percent(low)} to {_percent(high)})"
    bars = [
        shape("rect", x=x, y=8 - tall / 2, width=wide, height=tall, fill=ink, stroke="currentColor")
        for x, wide, tall, ink in (
            (0, 100, 2, "none"),
            (round(100 * low, 1), round(100 * (high - low), 1), 6, "currentColor"),
            (50, 0.3, 12, "none"),
        )
    ]
    parts = paragraph(f"{tally.games:,} games, {tally.draws:,} drawn, spread {tally.mean:+z.1f}")
    parts += table(("player", "wins", "points a game", "bingos a game"), rows)
    return parts + paragraph(share) + document(100, 16, 400, "share of player 1", share, bars)


def show_cursor(cursor: Cursor) -> str:
    """Return a place in the automaton: its path, and the letters that complete a word or continue the path."""
    row = (cursor.text, "yes" if cursor.complete else "no", str(cursor.letters), "".join(cursor.arcs))
    return table(("path", "complete", "letters", "arcs"), [row])


def show_lexicon(lexicon: Any) -> str:
    """Return a lexicon: its description, and its first words."""
    return paragraph(repr(lexicon).strip("<>")) + show_words(lexicon.words())


def show_verdict(verdict: Verdict) -> str:
    """Return a verdict: the sentence, the words, and the board if it allows the play."""
    parts = [paragraph(str(verdict))]
    if verdict.words:
        parts.append(table(("word", "valid"), [(word, "yes" if valid else "no") for word, valid in verdict.words]))
    return _beside_move(verdict.move, "".join(parts))


def show_candidates(candidates: Candidates) -> str:
    """Return the first candidates, beside the board with the best one."""
    from ..candidates import CANDIDATE_FIELDS, USUAL

    rows = [[CANDIDATE_FIELDS[name](one) for name in USUAL] for one in candidates[:ROWS]]
    parts = table(USUAL, [[*row[:-1], f"{row[-1]:+z.2f}"] for row in rows]) + count_rows(len(candidates), "candidate")
    return _beside_move(candidates[0].move if len(candidates) else None, parts)


def show_simulation(simulation: Simulation) -> str:
    """Return the current results of a simulation, without continuing it."""
    results = simulation.results
    rows = [
        (
            one.candidate.text,
            one.score,
            _percent(one.win),
            _percent(one.stderr),
            f"{one.equity:+z.1f}",
            one.iterations,
        )
        for one in results[:ROWS]
    ]
    state = f"finished: {simulation.finished}" if simulation.finished else "under way"
    parts = table(("candidate", "score", "wins", "+-", "equity", "iterations"), rows)
    parts += count_rows(len(results), "candidate", state)
    return _beside_move(results[0].candidate.move, parts)


def show_solution(solution: Solution) -> str:
    """Return the line of an endgame as a strip."""
    moves = [move for move in solution.line if move is not None]
    if not moves:
        return paragraph(str(solution))
    steps = [
        Step(f"{number}. {_play(move)}", (move.score if move else 0,), move)
        for number, move in enumerate(solution.line, 1)
    ]
    said = str(solution).split(":")[0] if solution.exact else f"{str(solution).split(':')[0]}, not exact"
    return paragraph(f"spread {said}") + strip_html(moves[0].snapshot, steps, ("turn", "points"), 1)


def show_outcomes(outcomes: Sequence[Outcome]) -> str:
    """Return the results of moves before an endgame, beside the board with the best one."""
    rows = [
        (
            _play(one.move),
            one.move.score if one.move else 0,
            one.wins,
            one.ties,
            one.losses,
            one.open,
            f"{one.win:.1%}",
            f"{one.spread:+z.1f}",
            one.basis,
        )
        for one in outcomes[:ROWS]
    ]
    parts = table(("move", "score", "wins", "ties", "losses", "open", "win", "spread", "searched"), rows)
    return _beside_move(outcomes[0].move if outcomes else None, parts + count_rows(len(outcomes), "move"))


def show_comparison(comparison: Any) -> str:
    """Return the changes between two lists: the numbers, and the first words and hooks."""
    counts = comparison.counts()
    columns = [comparison.added, comparison.removed, comparison.gained, comparison.lost]
    shown = [[str(one).removeprefix("+ hook ").removeprefix("- hook ") for one in column[:ROWS]] for column in columns]
    rows = [[column[at] if at < len(column) else "" for column in shown] for at in range(max(map(len, shown)))]
    heads = ("words_in", "words_out", "hooks_gained", "hooks_lost")
    titles = [f"{name.replace('_', ' ')}: {counts[name]:,}" for name in heads]
    return paragraph(f"{counts['old']:,} words, now {counts['new']:,}") + table(titles, rows)


def _play(move: Move | None) -> str:
    return "pass" if move is None else move.text


def _percent(share: float) -> str | None:
    """Return a share as a percentage, or None without games."""
    return None if math.isnan(share) else f"{share:.1%}"


def _beside_move(move: Move | None, html: str) -> str:
    """Return HTML beside the board with a move, if there is one."""
    return html if move is None else beside(board_svg(move.snapshot, move=move, size=PIXELS), html)


def show_words(words: Words) -> str:
    """Return the first words with their hooks and marks."""
    from lexkit.runtime.words.word_fields import field, marked_words

    if not words.core.nodes.opened:
        return paragraph("words of a closed lexicon")
    page = words[:ROWS]
    fields = [field(words.core, name) for name in _WORD_FIELDS]
    if words.core.editions:
        fields[_WORD_FIELDS.index("word")] = marked_words(words.core)
    columns = [one(page) for one in fields]
    return table(_WORD_FIELDS, zip(*columns, strict=True)) + count_rows(len(words), "word")
