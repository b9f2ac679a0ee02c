"""From a game to its record in CGH, the Crossword Game History, as JSON.

CGH is a draft of the open protocols of crossword games. Its JSON follows protocol buffers: names in camel case, and
no entry for a value of 0, "" or false. It has no notation for some rules, such as ``void`` (words are checked
before a play), and its first player begins: the description states the rules, and who sat where. Resignations and
games lost by time are events of the end, with a comment. Comments also contain the notes of turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ..gcg.read import note_of_rules
from ..gcg.text import CHALLENGED, CLOCK, PLAYERS, TOOK, UNKNOWN, join_note
from ..referee.endings import OUT, PASSES, ZEROS
from ..referee.game_json import layout_json, write_json
from ..referee.game_view import choose_nicks, forgotten, overtime, require_empty_start
from ..referee.turn import ACCEPT, CHALLENGE, EXCHANGE, FINE, PLACEMENT, Turn, running_totals
from ..referee.turn_kinds import USING_TURN, form_of
from ..rules import Rules
from ..text.position import variant_named

if TYPE_CHECKING:
    from ..move import Move
    from ..referee.game_view import GameView

#: Challenge rule -> its name in CGH. In CGH, 5 points are for each word, 10 points for the whole play.
CHALLENGE_RULES: Final = {
    "void": "SINGLE",
    "single": "SINGLE",
    "double": "DOUBLE",
    "5pt": "FIVE_POINT",
    "5pt/word": "FIVE_POINT",
    "10pt/word": "TEN_POINT",
    "10pt": "TEN_POINT",
    "triple": "TRIPLE",
}
#: Name of a challenge rule in CGH, in the order of their numbers -> the rule: of several, the last.
CHALLENGES: Final = {name: rule for rule, name in CHALLENGE_RULES.items()}


def write_cgh(game: GameView) -> str:
    """Return the record of a game, indented, with a final line end."""
    require_empty_start(game)
    rules, times = game.rules, game.start_times
    order, nicks = _order(game), choose_nicks(game)
    facts: dict[str, Any] = {
        "events": [*_events(game, nicks), *_end(game, nicks)],
        "players": [_player(nicks[player], game.players[player]) for player in order],
        "description": "\n".join(_description(game, [nicks[player] for player in order], nicks)),
        "variant": variant_named(rules) or rules.variant,
        "boardLayout": "" if rules.layout.name == "standard" else rules.layout.name,
        "letterDistribution": rules.alphabet.name,
        "challengeRule": CHALLENGE_RULES[rules.challenge],
        "endgameRackPointsRule": "PLUSMINUS_PTS" if rules.out_bonus == "each" else "",
        "numberOfZeroptTurnsToEndGame": rules.zero_turns,
    }
    if times is not None:
        facts["startingTime"] = [round(seconds) for seconds in times[1].left]
        facts["timeIncrements"] = [round(times[0].increment)] * len(order)
    if game.result is None or game.result.reason not in (OUT, ZEROS, PASSES) or len(order) > 2:
        facts["lastKnownRacks"] = [str(game.racks[player]) for player in order]
    return write_json(_without_defaults(facts), indent=2) + "\n"


def _description(game: GameView, order: list[str], nicks: list[str]) -> Iterator[str]:
    """Yield what else a reader has to know: rules that the fields cannot express, the seats, and times."""
    rules = game.rules
    usual = Rules.from_alphabet(rules.alphabet, rules.layout).changed
    said = {
        "challenge": CHALLENGES[CHALLENGE_RULES[rules.challenge]],
        "out_bonus": "each" if rules.out_bonus == "each" else "double",
    }
    said["variant"] = rules.variant
    zeros = {"zero_turns": rules.zero_turns} if rules.zero_turns else {}
    is_own = not isinstance(layout_json(rules.layout), str)
    if is_own or Rules(rules.layout, rules.alphabet, **{**usual, **said, **zeros}) != rules:
        yield note_of_rules(rules)
    if order != nicks:
        yield " ".join([PLAYERS, *nicks])
    for number, players in forgotten(game).items():
        yield " ".join(map(str, [UNKNOWN, number, *players]))
    if game.start_times is not None:
        clock = game.start_times[0]
        yield f"{CLOCK} {clock.seconds} {clock.increment}"
        yield " ".join([TOOK, *(str(turn.time) for turn in game.turns)])


def _player(nick: str, name: str) -> dict[str, Any]:
    return {"nickname": nick} if nick == name else {"nickname": nick, "realName": name}


def _order(game: GameView) -> list[int]:
    """Return the players in the order of play."""
    number = len(game.players)
    return [(game.first + step) % number for step in range(number)]


def _events(game: GameView, nicks: list[str]) -> Iterator[dict[str, Any]]:
    times = game.start_times
    left = list(times[1].left) if times else []
    late = {number for _, _, number in overtime(game)}
    for number, (turn, points, totals, _) in enumerate(running_totals(game.turns, game.start_scores), 1):
        what = _event(turn, points) if number - 1 not in late else None
        if what is None:
            continue
        what = what | _comment(game, number, what.get("comment", ""))
        told: dict[str, Any] = {
            "nickname": nicks[turn.player],
            "rack": str(turn.rack or ""),
            "totalScore": totals[turn.player],
        }
        if times and turn.time is not None:
            left[turn.player] -= turn.time
            told["timeRemaining"] = round(left[turn.player])
            left[turn.player] += times[0].increment if turn.kind in USING_TURN else 0
        yield _without_defaults(told) | what


def _comment(game: GameView, number: int | None, own: str = "") -> dict[str, str]:
    """Return the comment of an event: the encoded event, and the note of the turn of this number."""
    comment = join_note(own, game.notes.get(number) if number else None)
    return {"comment": comment} if comment else {}


def _event(turn: Turn, points: int) -> dict[str, Any] | None:
    """Return the event of a turn, or None if CGH has none."""
    form = form_of(turn)
    facts: dict[str, Any] = {}
    invalid: list[str] = []
    if turn.kind == ACCEPT:
        return None
    if turn.kind == PLACEMENT and turn.move is not None:
        facts = {"coordinates": turn.move.place, "play": _whole_word(turn.move), "score": turn.score}
    elif turn.kind == EXCHANGE:
        facts = {"exchangedRack": turn.text[1:]} if turn.exchanged else {"numExchanged": turn.size}
    elif turn.kind == CHALLENGE:
        words = [word for word, _ in turn.challenged]
        facts = {"wordsChallenged": words, "scoreBonus": max(0, points), "playValid": not turn.success}
        invalid = [word for word, valid in turn.challenged if not valid]
    elif turn.kind == FINE:
        facts = {"pointsLostOnTime": -turn.score}
    told: dict[str, Any] = {"comment": form.note} if form.note else {}
    told[name_event(form.cgh)] = _without_defaults(facts)
    if 0 < len(invalid) < len(turn.challenged):
        told["comment"] = " ".join([CHALLENGED, *invalid])
    return told


def name_event(name: str) -> str:
    """Return ``tile_play`` as ``tilePlayEvent``."""
    first, *others = name.split("_")
    return "".join([first, *map(str.capitalize, others), "Event"])


def _whole_word(move: Move) -> str:
    """Return the main word, with the letters that it goes through; blanks in lower case."""
    return move.snapshot.rules.text.write(move.formed.words[0].tiles)


def _end(game: GameView, nicks: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the events of the end: racks, then time."""
    result = game.result
    if result is None:
        return
    racks = [str(rack) for rack in game.racks]
    totals = [score - ending - over for score, ending, over in zip(
        game.scores, result.ending, result.overtime, strict=True
    )]  # fmt: skip
    out = game.out if result.reason == OUT else None
    first = [] if out is None else [out]
    accepted = [number for number, turn in enumerate(game.turns, 1) if turn.kind == ACCEPT]
    noted = _comment(game, accepted[-1] if accepted else None)
    order = [*first, *(player for player in _order(game) if player != out)]
    for player in order if result.reason in (OUT, ZEROS, PASSES) else ():
        points = result.ending[player]
        if player == out:
            totals[player] += points
            others = "".join([rack for other, rack in enumerate(racks) if other != out])
            yield _last_event(nicks[player], others, totals[player], {"endgameRackBonus": points}) | noted
        elif points or (racks[player] and result.reason != OUT):
            totals[player] += points
            yield _last_event(nicks[player], racks[player], totals[player], {"endgamePointsLost": -points})
    for player, points, of_turn in overtime(game):
        totals[player] += points
        event = _last_event(nicks[player], racks[player], totals[player], {"pointsLostOnTime": -points})
        yield event | _comment(game, None if of_turn is None else of_turn + 1)


def _last_event(nick: str, rack: str, total: int, points: dict[str, int]) -> dict[str, Any]:
    told = {"nickname": nick, "rack": rack, "totalScore": total}
    return _without_defaults(told) | {"gameEndEvent": _without_defaults(points)}


def _without_defaults(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value not in (0, "", False)}
