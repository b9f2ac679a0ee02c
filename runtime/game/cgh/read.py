"""Records in CGH, the Crossword Game History, as JSON: read by replaying their events.

    game = lexkit.read_cgh("game.json")

Names are read in camel case and in snake case, as protocol buffers allow. A record is refused, with the number of
its event, if the rules do not allow an event, if points or totals differ from the board's, and for features that
the referee lacks: a position to start from, overdraws, and scores that both players agreed on although they are
wrong. Times are read from a description that lexkit wrote, others are ignored; comments become notes.

Guaranteed: the game of any text is one that its rules allow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, Final

from lexkit.base.errors import GameRecordError, LexkitError, show_value

from ..gcg.read import begin_game, rules_noted, stop_clock
from ..gcg.text import CHALLENGED, PLAYERS, UNKNOWN, split_note
from ..judge import given_of
from ..rack import Rack
from ..referee.endings import OUT, PASSES, ZEROS
from ..referee.game import Game
from ..referee.game_json import MAX_TEXT, MAX_TURNS, content_of, read_json, require_text
from ..referee.turn_kinds import KIND_OF_NOTE, TurnKind, repeat_noted
from ..rules import VARIANTS as RULE_VARIANTS
from ..rules import Rules
from ..text.alphabet_of_text import Given
from ..text.position import VARIANTS, rules_named
from .write import CHALLENGES, name_event

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.runtime.automaton.index import LexiconLike

_ENDINGS: Final = {"DOUBLE_PTS": "double", "PLUSMINUS_PTS": "each"}
_EVENTS: Final = tuple(dict.fromkeys(kind.form.cgh for kind in TurnKind))


def read_cgh(
    path: str | PathLike[str] | IO[str] | IO[bytes],
    lexicon: LexiconLike | None = None,
    *,
    rules: Rules | None = None,
    alphabet: Alphabet | str | None = None,
) -> Game:
    """Return the game of a record in CGH, in its JSON form; :meth:`lexkit.Game.from_cgh` takes its text.

    The game is not dealt: its racks are those of the record.

    Args:
        path: Path of the file, or an open file of text or bytes.
        lexicon: Judges later plays; those of the record are not looked up.
        rules: By default those that the record names.
        alphabet: By default the one that the record names, else the lexicon's, else English.

    Raises:
        GameRecordError: The record is damaged, contradicts itself, names another alphabet than the lexicon's, or
            uses a feature that the referee lacks; with file and event.
    """
    return read_cgh_given(path, given_of(alphabet, lexicon), partial(Game, lexicon), rules)


def read_cgh_given(
    path: str | PathLike[str] | IO[str] | IO[bytes],
    given: Given,
    make: Callable[..., Game] | None = None,
    rules: Rules | None = None,
) -> Game:
    """Return the game of a file: see :func:`read_cgh`. ``given``: the choice of alphabet."""
    data, name = content_of(path, MAX_TEXT, "Game.from_cgh")
    try:
        return read_cgh_text(data, make or partial(Game, None), rules, given)
    except GameRecordError as error:
        error.path = name
        raise


def game_of_cgh(
    kind: type[Game],
    text: str | bytes,
    lexicon: LexiconLike | None,
    rules: Rules | None,
    alphabet: Alphabet | str | None = None,
) -> Game:
    """Return the game of a text, of this class: see :meth:`lexkit.Game.from_cgh`."""
    return read_cgh_text(require_text(text), partial(kind, lexicon), rules, given_of(alphabet, lexicon))


def read_cgh_text(text: str | bytes, make: Callable[..., Game], rules: Rules | None, given: Given) -> Game:
    """Return the game of a text: see :func:`read_cgh`. ``make``: a class of games, with its lexicon."""
    facts = read_json(text, "not JSON")
    if not isinstance(facts, dict) or not ({"events", "players"} & set(facts)):
        raise GameRecordError("not a record in CGH", expected="an object with events and players")
    return _CghReader(_JsonFields(facts, "record"), partial(make, seed=0, dealt=False), rules, given).game


class _JsonFields:
    """Fields of an object, each of one type, 0 or empty if missing."""

    def __init__(self, facts: object, place: str) -> None:
        if not isinstance(facts, dict):
            raise GameRecordError("not an object", place=place, found=show_value(facts))
        self._facts: dict[str, Any] = {_snake(name): value for name, value in facts.items()}
        self.place = place

    def __contains__(self, name: str) -> bool:
        return self._facts.get(name) is not None

    def get(self, name: str, kind: type) -> Any:
        """Return the value of a field. Raises GameRecordError if it has another type."""
        value = self._facts.get(name)
        if value is None:
            return kind()
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.refuse("not what a record has there", name, kind.__name__, show_value(value))
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        listed = self.get(name, list)
        if not all(isinstance(one, str) for one in listed):
            raise self.refuse("not a list of texts", name, "texts", show_value(listed))
        return list(listed)

    def choice(self, name: str, choices: Mapping[str, str]) -> str:
        """Return the choice of a name, or of its number."""
        value = self._facts.get(name)
        names = list(choices)
        if value is None:
            value = names[0]
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(names):
            value = names[value]
        if not isinstance(value, str) or value not in choices:
            raise self.refuse("not a choice", name, ", ".join(names), show_value(value))
        return choices[value]

    def refuse(self, what: str, name: str, expected: object = None, found: object = None) -> GameRecordError:
        """Return the error about a field."""
        return GameRecordError(what, place=f"{self.place}, {name}", expected=expected, found=found)


def _snake(name: str) -> str:
    """Return ``totalScore`` as ``total_score``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class _CghReader:
    """One reading: ``game`` is the result."""

    def __init__(self, record: _JsonFields, make: Callable[..., Game], rules: Rules | None, given: Given) -> None:
        self.record = record
        self.given = given
        events = record.get("events", list)
        if len(events) > MAX_TURNS:
            raise record.refuse("too many events", "events", f"at most {MAX_TURNS:,}", f"{len(events):,}")
        self.events = [_JsonFields(event, f"event {number}") for number, event in enumerate(events, 1)]
        players = [_JsonFields(one, f"player {number}") for number, one in enumerate(record.get("players", list), 1)]
        self.nicks: list[str] = [player.get("nickname", str) for player in players]
        if len(set(self.nicks)) < len(self.nicks):
            raise record.refuse("nicknames that do not differ", "players", found=show_value(self.nicks))
        if record.get("starting_cgp", str).strip():
            raise record.refuse("unsupported: a game that starts from a position", "starting_cgp", "none")
        self.told = record.get("description", str).split("\n")
        names, first = self._names(players), self._seats()
        self.nicks, names = [each[-first:] + each[:-first] if first else each for each in (self.nicks, names)]
        with _Blaming("record"):
            rules = self._rules() if rules is None else rules
            self.game: Game = begin_game(make, self.told, names, first=first, rules=rules)
        self.game.nicknames = tuple(self.nicks)
        self.notes: dict[int, str] = {}
        self.unknown = self._unknown()
        #: Points of the end that had an event, by player.
        self._ended: dict[int, int] = {}
        for event in self.events:
            with _Blaming(event.place):
                self._do(event)
        stop_clock(self.game)
        self.game.notes = self.notes
        racks = record.texts("last_known_racks")
        if len(racks) > len(self.nicks):
            raise record.refuse("more racks than players", "last_known_racks", len(self.nicks), len(racks))
        result = self.game.result
        with _Blaming("record, last_known_racks"):
            for turn, rack in enumerate(racks):
                if result is None or result.reason not in (OUT, ZEROS, PASSES) or len(self.nicks) > 2:
                    self._set_rack((turn + first) % len(self.nicks), rack)
            # Between two of them a rack may become unknown again, and its points with it.
            if result is not None and racks and self.game.scores != result.scores:
                raise record.refuse("racks that lead to other scores", "last_known_racks", result.scores)

    def _names(self, players: list[_JsonFields]) -> list[str]:
        """Return the real names; the nicknames of players without one."""
        return [player.get("real_name", str).strip() or nick for player, nick in zip(players, self.nicks, strict=True)]

    def _seats(self) -> int:
        """Return the seat of the player who begins, and is the first of the record."""
        for line in self.told:
            kind, *seats = line.split(" ")
            if kind == PLAYERS and self.nicks and self.nicks[0] in seats:
                first = seats.index(self.nicks[0])
                return first if seats[first:] + seats[:first] == self.nicks else 0
        return 0

    def _unknown(self) -> list[tuple[int, int]]:
        """Return (turns before it, player) of each rack that becomes unknown again, the last first."""
        told = [line.split() for line in self.told if line.startswith(f"{UNKNOWN} ")]
        numbers = [[int(word) for word in words[1:] if word.isdecimal() and len(word) < 6] for words in told]
        found = {(each[0], player) for each in numbers for player in each[1:] if player < len(self.nicks)}
        return sorted(found, reverse=True)

    def _forget(self) -> None:
        """Remove the tiles that are unknown again after the turns so far."""
        while self.unknown and self.unknown[-1][0] <= self.game.turn_number:
            self.game.set_rack(self.unknown.pop()[1], "")

    def _rules(self) -> Rules:
        record = self.record
        variant = record.get("variant", str).lower()
        if variant not in VARIANTS:
            raise record.refuse("no such variant", "variant", " or ".join(RULE_VARIANTS), show_value(variant))
        named = {code: record.get(name, str) for code, name in (("ld", "letter_distribution"), ("lex", "lexicon"))}
        opcodes = {code: name for code, name in named.items() if name}
        found, noted = rules_noted(
            self.told, lambda layout: rules_named(variant, record.get("board_layout", str), opcodes, self.given, layout)
        )
        if noted:
            return found
        changed: dict[str, Any] = {
            "challenge": record.choice("challenge_rule", CHALLENGES),
            "out_bonus": record.choice("endgame_rack_points_rule", _ENDINGS),
        }
        if changed["challenge"] == "5pt/word" and any(self._is_per_play(event) for event in self.events):
            changed["challenge"] = "5pt"
        zeros = record.get("number_of_zeropt_turns_to_end_game", int)
        if zeros:
            changed["zero_turns"] = zeros
        return Rules(found.layout, found.alphabet, **{**found.changed, **changed})

    @staticmethod
    def _is_per_play(event: _JsonFields) -> bool:
        """Return whether a challenge of several words was worth 5 points."""
        if "challenge_event" not in event:
            return False
        judged = _JsonFields(event.get("challenge_event", dict), event.place)
        return len(judged.texts("words_challenged")) > 1 and judged.get("score_bonus", int) == 5

    # -- events -------------------------------------------------------------------------------------

    def _do(self, event: _JsonFields) -> None:
        """Replay an event, and compare points and total."""
        self._forget()
        kinds = [name for name in _EVENTS if f"{name}_event" in event]
        if len(kinds) != 1:
            known = f"one of {', '.join(map(name_event, _EVENTS))}"
            raise event.refuse("not an event that the referee knows", "kind", known, ", ".join(kinds) or "none")
        nick = event.get("nickname", str)
        if nick not in self.nicks:
            raise event.refuse("not a player", "nickname", ", ".join(self.nicks), show_value(nick))
        player = self.nicks.index(nick)
        what = _JsonFields(event.get(f"{kinds[0]}_event", dict), event.place)
        own, note = split_note(event.get("comment", str))
        noted = KIND_OF_NOTE.get(own) if kinds[0] == "game_end" else None
        if noted is not None and not self.game.over:
            if event.get("rack", str):
                self._set_rack(player, event.get("rack", str))
            if not noted.form.of_mover or player == self.game.to_move:
                repeat_noted(self.game, noted, player)
        elif kinds[0] == "game_end":
            self._end(event, player, what)
        else:
            getattr(self, f"_do_{kinds[0]}")(event, player, what)
        if note is not None and self.game.turn_number:
            self.notes.setdefault(self.game.turn_number, note)
        total = self._total(player)
        if "total_score" in event and event.get("total_score", int) != total:
            raise event.refuse("another total", "total_score", total, event.get("total_score", int))

    def _total(self, player: int) -> int:
        """Return the score without the points of the end that have had no event yet."""
        return self._before_end(player) + self._ended.get(player, 0)

    def _before_end(self, player: int) -> int:
        result = self.game.result
        score = self.game.scores[player]
        return score if result is None else score - result.ending[player] - result.overtime[player]

    def _turn(self, event: _JsonFields, player: int) -> None:
        """Check that it is this player's turn, and set the rack."""
        if self.game.to_move != player and not self.game.over:
            raise event.refuse("not this player's turn", "nickname", self.nicks[self.game.to_move], self.nicks[player])
        rack = event.get("rack", str)
        if rack:
            self._set_rack(player, rack)

    def _set_rack(self, player: int, rack: str) -> None:
        self._forget()
        self.game.set_rack(player, Rack(rack, self.game.rules.alphabet))

    def _do_pass(self, event: _JsonFields, player: int, what: _JsonFields) -> None:
        self._turn(event, player)
        self.game.pass_turn()

    def _do_exchange(self, event: _JsonFields, player: int, what: _JsonFields) -> None:
        self._turn(event, player)
        tiles = what.get("exchanged_rack", str)
        self.game.exchange(tiles or what.get("num_exchanged", int))

    def _do_tile_play(self, event: _JsonFields, player: int, what: _JsonFields) -> None:
        if "score_incorrect" in what or "scored_as" in what:
            raise event.refuse("unsupported: a wrong score that both players agreed on", "tile_play_event")
        self._turn(event, player)
        turn = self.game.play(f"{what.get('coordinates', str)} {what.get('play', str)}")
        if what.get("score", int) != turn.score:
            raise event.refuse("another score", "score", turn.score, what.get("score", int))

    def _do_challenge(self, event: _JsonFields, player: int, what: _JsonFields) -> None:
        played = self.game.challengeable
        if played is None:
            raise event.refuse("nothing to challenge", "challenge_event", "a play before it")
        words = what.texts("words_challenged") or list(played.words)
        self._turn(event, player)
        kind, *invalid = split_note(event.get("comment", str))[0].split() or [""]
        invalid = invalid if kind == CHALLENGED and invalid else words
        turn = self.game.challenge(words, invalid=[] if what.get("play_valid", bool) else invalid)
        if not turn.success and what.get("score_bonus", int) != turn.score:
            raise event.refuse("another bonus", "score_bonus", turn.score, what.get("score_bonus", int))

    def _end(self, event: _JsonFields, player: int, what: _JsonFields) -> None:
        """Compare an event of the end with the referee's result."""
        game = self.game
        rack, fined = event.get("rack", str), what.get("points_lost_on_time", int)
        won, lost = what.get("endgame_rack_bonus", int), what.get("endgame_points_lost", int)
        if fined and not (won or lost or game.over or game.clock):
            game.fine(player, fined)
            return
        if game.waiting:
            game.pass_turn()
        if not game.over or game.result is None:
            raise event.refuse("the game is not over", "game_end_event", "a turn")
        holders = [other for other in range(len(self.nicks)) if other != player] if game.out == player else [player]
        if rack and len(holders) == 1 and game.result.reason != "resignation":
            self._set_rack(holders[0], rack)
        assert game.result is not None
        points = game.result.ending[player]
        if (won or lost) and won - lost != points:
            raise event.refuse("other points of the racks", "game_end_event", f"{points:+d}", f"{won - lost:+d}")
        if won and (game.result.reason != OUT or game.out != player):
            raise event.refuse("points for going out", "endgame_rack_bonus", "of the player who is out")
        if fined and game.clock is None:
            game.fine(player, fined)
        elif fined and fined != -game.result.overtime[player]:
            raise event.refuse("another fine", "points_lost_on_time", -game.result.overtime[player], fined)
        told = self._ended.get(player, 0)
        if told and won - lost:
            raise event.refuse("the end of this player twice", "game_end_event")
        self._ended[player] = told + won - lost - fined


class _Blaming:
    """Context manager that adds the place to errors inside it."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, GameRecordError):
            return
        if isinstance(error, LexkitError | OverflowError):
            what = f"not a game of these rules: {error}"
            raise GameRecordError(what, place=self._place) from error
