"""What notebooks show of answers: games, verdicts, candidates, simulations, endgames, lists that changed.

Each function makes the HTML of one kind of object. Tables show the first rows and count the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ..game.referee.turn import PLACEMENT, running_totals
from .board import board_svg
from .markup import ROWS, beside, count_rows, document, paragraph, shape, table
from .turn_by_turn import PIXELS, Step, strip_html

if TYPE_CHECKING:
    from ..automaton.cursor import Cursor
    from ..game.judge import Verdict
    from ..game.move import Move
    from ..game.referee.game import Game
    from ..game.referee.turn import Turn
    from ..players.autoplay.match_tally import Tally
    from ..players.candidates import Candidates
    from ..players.endgame.pre_endgame import Outcome
    from ..players.endgame.solution import Solution
    from ..players.simulation.simulate import Simulation
    from ..words.words import Words

#: Fields of words.
_WORD_FIELDS: Final = ("front", "word", "back", "length")


def show_game(game: Game) -> str:
    """A game as a strip of its turns, with the racks of all."""
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
    """A turn: who did what, beside the board with its tiles if it placed some."""
    return _beside_move(turn.move if turn.kind == PLACEMENT else None, paragraph(repr(turn).strip("<>")))


def show_tally(tally: Tally) -> str:
    """A tally: wins, points and bingos of both players, and the first one's share with its interval, also as a bar."""
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
    """A place in the automaton: its path, the letters that complete a word there, and those by which a path goes on."""
    row = (cursor.text, "yes" if cursor.complete else "no", str(cursor.letters), "".join(cursor.arcs))
    return table(("path", "complete", "letters", "arcs"), [row])


def show_lexicon(lexicon: Any) -> str:
    """A lexicon: what it is, and its first words."""
    return paragraph(repr(lexicon).strip("<>")) + show_words(lexicon.words())


def show_verdict(verdict: Verdict) -> str:
    """A verdict: the sentence, the words, and the board if it allows the play."""
    parts = [paragraph(str(verdict))]
    if verdict.words:
        parts.append(table(("word", "valid"), [(word, "yes" if valid else "no") for word, valid in verdict.words]))
    return _beside_move(verdict.move, "".join(parts))


def show_candidates(candidates: Candidates) -> str:
    """The first candidates, beside the board with the best one."""
    from ..players.candidates import CANDIDATE_FIELDS, USUAL

    rows = [[CANDIDATE_FIELDS[name](one) for name in USUAL] for one in candidates[:ROWS]]
    parts = table(USUAL, [[*row[:-1], f"{row[-1]:+z.2f}"] for row in rows]) + count_rows(len(candidates), "candidate")
    return _beside_move(candidates[0].move if len(candidates) else None, parts)


def show_simulation(simulation: Simulation) -> str:
    """A simulation as far as it is: nothing is played to show it."""
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
    """The line of an endgame as a strip."""
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
    """What moves come to before an endgame, beside the board with the best one."""
    rows = [
        (
            _play(one.move),
            one.move.score if one.move else 0,
            one.wins,
            one.ties,
            one.losses,
            f"{one.win:.1%}",
            f"{one.spread:+z.1f}",
            "to the end" if one.exact else f"{one.depth} deep",
        )
        for one in outcomes[:ROWS]
    ]
    parts = table(("move", "score", "wins", "ties", "losses", "win", "spread", "searched"), rows)
    return _beside_move(outcomes[0].move if outcomes else None, parts + count_rows(len(outcomes), "move"))


def show_comparison(comparison: Any) -> str:
    """What changed between two lists: the numbers, and the first words and hooks."""
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
    """A share, or None without games."""
    return None if math.isnan(share) else f"{share:.1%}"


def _beside_move(move: Move | None, html: str) -> str:
    """Something beside the board with a move, if there is one."""
    return html if move is None else beside(board_svg(move.snapshot, move=move, size=PIXELS), html)


def show_words(words: Words) -> str:
    """The first words with their hooks and marks."""
    from ..words.word_fields import field, marked_words

    if not words.core.nodes.opened:
        return paragraph("words of a closed lexicon")
    page = words[:ROWS]
    fields = [field(words.core, name) for name in _WORD_FIELDS]
    if words.core.editions:
        fields[_WORD_FIELDS.index("word")] = marked_words(words.core)
    columns = [one(page) for one in fields]
    return table(_WORD_FIELDS, zip(*columns, strict=True)) + count_rows(len(words), "word")
