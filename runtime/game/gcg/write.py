"""From a game to its record in GCG.

The text of a game that was read is kept line for line, as far as its turns are still the same; the rest is written
again. GCG has no notation for some things: a wrong challenge that costs a turn is a pass with a note, and the end
of an unfinished game is a note too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from lexkit.base.errors import GameRecordError

from ..rack import Rack
from ..referee.endings import OUT, PASSES, ZEROS
from ..referee.game_view import choose_nicks, forgotten, overtime, require_empty_start
from ..referee.turn import ACCEPT, CHALLENGE, EXCHANGE, FINE, PASS, PLACEMENT, Turn
from ..referee.turn_kinds import form_of
from ..text.alphabet_of_text import Given, name_to_write
from ..text.position import variant_named
from .read import GcgHeader, note_of_rules
from .text import (
    BEGINS,
    CHALLENGED,
    CLOCK,
    ENDED_BY,
    FINED,
    MAX_BYTES,
    MAX_LINES,
    OF_TURN,
    TOOK,
    UNKNOWN,
    UNSUCCESSFUL,
    Record,
    encode_gcg,
    name_encoding,
    read_gcg_text,
    write_note,
)

if TYPE_CHECKING:
    from ..referee.game_view import GameView


def write_gcg(game: GameView, anew: bool = False) -> str:
    """Return the record of a game. ``anew``: rewrite the part that was read too."""
    require_empty_start(game)
    record, turns = (None if anew else game.record), game.turns
    if record is not None and turns == tuple(record.turns):
        return str(record.text)
    if record is not None and len(set(record.nicks)) < len(record.nicks):
        record = None  # new lines need nicks that differ
    same, kept = 0, ""
    if record is not None:
        while same < min(len(turns), len(record.turns)) and turns[same] == record.turns[same]:
            same += 1
        kept = _kept(record, same, choose_nicks(game))
    lines = list(_events(game, same))
    if record is None:
        head = [*_pragmas(game), *_beginning(game, lines)]
        lines = [*head, *_rules(game, _fitting(_joined([*head, *lines]))), *lines]
    return _fitting(name_encoding(kept + _joined(lines)))


def _joined(lines: list[str]) -> str:
    return "".join([f"{line}\n" for line in lines])


def _rules(game: GameView, text: str) -> Iterator[str]:
    """Yield the rules, if a reader of the text would assume others."""
    meant = GcgHeader(read_gcg_text(text)).rules_meant(Given(game.rules.alphabet))
    # A game without challenges is read as one in which a wrong challenge costs the turn.
    void = game.rules.challenge == "void" and game.start_times is None
    same = replace(game.rules, challenge="double") if void else game.rules
    if meant != same:
        yield f"#note {note_of_rules(game.rules)}"


def _beginning(game: GameView, lines: list[str]) -> Iterator[str]:
    """Yield who begins, if the first event does not show it, and the clock."""
    nick = choose_nicks(game)[game.first]
    first = next((line for line in lines if line.startswith(">")), f">{choose_nicks(game)[0]}:")
    if not first.startswith(f">{nick}:"):
        yield f"#note {BEGINS} {nick}"
    if game.start_times is not None:
        clock = game.start_times[0]
        yield f"#note {CLOCK} {clock.seconds} {clock.increment}"


def _fitting(text: str) -> str:
    """Return text. Raises GameRecordError if it exceeds the reader's limits."""
    if text.count("\n") > MAX_LINES or (len(text) > MAX_BYTES // 4 and len(encode_gcg(text)) > MAX_BYTES):
        expected = f"at most {MAX_LINES:,} lines and {MAX_BYTES:,} bytes"
        raise GameRecordError("the game is too long for a record", expected=expected, remedy="game.to_json()")
    return text


def _kept(record: Record, turns: int, nicks: list[str]) -> str:
    """Return the lines of the original record up to turn number ``turns``, including the notes that follow it."""
    events = record.text.events
    last = record.ends[turns - 1] if turns else next((e.line - 1 for e in events if e.name in nicks), len(events))
    while last < len(events) and events[last].kind in ("note", "more"):
        last += 1
    return "".join([line + (end or "\n") for line, end in record.text.lines[:last]])


def _pragmas(game: GameView) -> Iterator[str]:
    rules = game.rules
    super_board = rules.layout.name == "super"
    if rules.layout.name != "standard":
        yield f"#board-layout {'SuperCrosswordGame' if super_board else rules.layout.name}"
    tiles = name_to_write(rules.alphabet, super_board, None if game.core is None else game.core.alphabet)
    if tiles is not None:
        yield f"#tile-distribution {tiles}"
    if variant_named(rules):
        yield f"#game-type {variant_named(rules)}"
    for number, (nick, name) in enumerate(zip(choose_nicks(game), game.players, strict=True), 1):
        yield f"#player{number} {nick} {name}"
    if game.core is not None and game.core.file_name is not None:
        # Not `#lexicon`: other programs look for its name among their own lists.
        name = "".join([sign if sign.isprintable() else "?" for sign in game.core.file_name])
        yield f"#description Word list: {name}, {len(game.core):,} word{'s' * (len(game.core) != 1)}"


def _events(game: GameView, start: int) -> Iterator[str]:
    """Yield the lines of all turns from this one on, and of the end."""
    nicks, turns, moments, unknown = choose_nicks(game), game.turns, game.moments()[0], forgotten(game)
    totals = [0] * len(nicks)
    last: Turn | None = None
    for number, turn in enumerate(turns):
        after = moments[number + 1]
        lines = (
            []
            if after.state.result and turn.kind == FINE
            else list(_event(turn, last, nicks, totals, after.held or after.state.racks))
        )
        if number >= start:
            yield from _forgotten(unknown, number, nicks)
            yield from lines
            if turn.kind != ACCEPT and not (turn.kind == FINE and after.state.result):  # lines of the end
                yield from _note(game, number, turn)
        if turn.kind == PLACEMENT:
            last = turn
    yield from _forgotten(unknown, len(turns), nicks)
    if game.over:
        yield from _end(game, nicks, totals)
    else:
        yield from _last_racks(game)


def _forgotten(unknown: dict[int, list[int]], number: int, nicks: list[str]) -> Iterator[str]:
    """Yield the note on players whose tiles are unknown again after this many turns."""
    if number in unknown:
        yield " ".join([f"#note {UNKNOWN}", *(nicks[player] for player in unknown[number])])


def _last_racks(game: GameView) -> Iterator[str]:
    """Yield the racks at the end that no event shows."""
    told = [points < 0 for points in game.ending]
    yield from [f"#rack{player + 1} {rack}" for player, rack in enumerate(game.racks) if rack and not told[player]]


def _note(game: GameView, number: int, turn: Turn) -> Iterator[str]:
    """Yield the time of a turn, and its note; by its number from 0."""
    if turn.time is not None:
        yield f"#note {TOOK} {turn.time}"
    if number + 1 in game.notes:
        yield from write_note(game.notes[number + 1])


def _event(
    turn: Turn, last: Turn | None, nicks: list[str], totals: list[int], racks: tuple[bytes, ...]
) -> Iterator[str]:
    """Yield the lines of a turn, and update totals.

    ``last``: the placement before it; ``racks``: the racks after it.
    """
    player = turn.player
    rack = f"{turn.rack}" if turn.rack else ""
    if turn.kind == PLACEMENT:
        totals[player] += turn.score
        yield f">{nicks[player]}: {rack} {turn.text} +{turn.score} {totals[player]}"
    elif turn.kind in (EXCHANGE, PASS):
        yield f">{nicks[player]}: {rack} {turn.text} +0 {totals[player]}"
    elif turn.kind == CHALLENGE and last is not None and last.move is not None:
        if turn.success:
            totals[last.player] -= last.score
            yield f">{nicks[last.player]}: {last.rack or ''} -- -{last.score} {totals[last.player]}"
            yield from _words_challenged(turn, [(word, False) for word in last.move.words])
        elif turn.score:
            totals[last.player] += turn.score
            left = Rack(racks[last.player], last.move.snapshot.rules.alphabet)
            yield f">{nicks[last.player]}: {left} (challenge) +{turn.score} {totals[last.player]}"
            yield from _words_challenged(turn, [(word, True) for word in last.move.words])
        else:
            yield f">{nicks[player]}: {rack} - +0 {totals[player]}"
            yield f"#note {UNSUCCESSFUL}"
            yield from _words_challenged(turn, [(word, True) for word in last.move.words])
    elif turn.kind == FINE:
        totals[player] += turn.score
        yield f">{nicks[player]}:  (time) {turn.score} {totals[player]}"
    elif form_of(turn).note:
        yield f"#note {form_of(turn).note} {nicks[player]}"


def _words_challenged(turn: Turn, usual: list[tuple[str, bool]]) -> Iterator[str]:
    """Yield the words of a challenge, if they are not all words, or differ in validity."""
    if list(turn.challenged) != usual:
        yield " ".join([f"#note {CHALLENGED}", *(word + "*" * (not valid) for word, valid in turn.challenged)])


def _end(game: GameView, nicks: list[str], totals: list[int]) -> Iterator[str]:
    """Yield the lines of the end: racks, then time."""
    result, racks = game.result, [str(rack) for rack in game.racks]
    assert result is not None
    order = [(game.to_move + step) % len(nicks) for step in range(len(nicks))]
    if result.reason == OUT and game.out is not None:
        left = "".join([rack for player, rack in enumerate(racks) if player != game.out])
        totals[game.out] += result.ending[game.out]
        yield f">{nicks[game.out]}:  ({left}) +{result.ending[game.out]} {totals[game.out]}"
        for number, turn in enumerate(game.turns):
            if turn.kind == ACCEPT:
                yield from _note(game, number, turn)
        order = [player for player in order if result.ending[player] < 0]
    if result.reason in (OUT, ZEROS, PASSES):
        for player in order:
            if racks[player]:
                totals[player] += result.ending[player]
                yield f">{nicks[player]}: {racks[player]} ({racks[player]}) -{-result.ending[player]} {totals[player]}"
    else:
        yield f"#note {ENDED_BY}{result.reason}"
    fines = list(overtime(game))
    fined = list(dict.fromkeys(player for player, _, _ in fines))
    for player in fined:  # a record has one such line of each
        points = result.overtime[player]
        totals[player] += points
        yield f">{nicks[player]}: {racks[player]} (time) {points} {totals[player]}"
        if player == fined[0] and len(fined) < len(fines):
            yield " ".join([f"#note {FINED}", *(f"{nicks[player]} {-points}" for player, points, _ in fines)])
        for other, _, of_turn in fines:
            if other == player and of_turn is not None and of_turn + 1 in game.notes:
                yield f"#note {OF_TURN} {of_turn + 1}"
                yield from _note(game, of_turn, game.turns[of_turn])
    if result.reason not in (ZEROS, PASSES) and (result.reason != OUT or len(nicks) > 2):
        yield from _last_racks(game)
