"""Games of the reader in C, compiled and loaded: ``readers/c/gaddag_game.h`` behind calls that take what Python has."""

import ctypes
from ctypes import byref, c_char, c_char_p, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any

import lexkit
from lexkit.runtime.game.rules import CHALLENGES, OUT_BONUSES
from tests.readers.c_library import CMove, InC, Refusal, library

NUMBERS = ("start", "rack_size", "bingo", "exchange_minimum", "zero_turns", "pass_turns", "exchanges_count",
           "empty_board_ends", "withdrawn_is_pass", "exchange_limit", "out_bonus", "challenge")  # fmt: skip
ROOM = 1 << 16


class CRules(ctypes.Structure):
    _fields_ = [  # noqa: RUF012
        ("layout", c_char_p), ("layout_name", c_char_p), *((name, c_int32) for name in NUMBERS),
        ("bonuses", c_int32 * 16), ("length_bonuses", c_int32 * 33),
    ]  # fmt: skip


class CAction(ctypes.Structure):
    _fields_ = [("equity", c_int64), ("kind", c_int32), ("move", CMove)]  # noqa: RUF012


class CFormed(ctypes.Structure):
    _fields_ = [  # noqa: RUF012
        ("points", c_int32), ("row", c_uint8), ("column", c_uint8), ("down", c_uint8), ("length", c_uint8),
        ("valid", c_uint8), ("tiles", c_uint8 * 32),
    ]  # fmt: skip


class CVerdict(ctypes.Structure):
    _fields_ = [  # noqa: RUF012
        ("code", c_int32), ("score", c_int32), ("count", c_int32), ("move", CMove), ("words", CFormed * 16),
        ("reason", c_char * 320),
    ]  # fmt: skip


class CResult(ctypes.Structure):
    _fields_ = [  # noqa: RUF012
        ("reason", c_int32), ("winner", c_int32), ("scores", c_int32 * 4), ("ending", c_int32 * 4),
        ("losers", c_uint32),
    ]  # fmt: skip


def rules_in_c(reader: InC, rules: lexkit.Rules) -> CRules:
    """The same rules, which begin as those of the lexicon's language."""
    made = CRules()
    assert library().lexkit_rules_of(reader.handle, byref(made)) == 0
    for name in set(NUMBERS) - {"start", "out_bonus", "challenge"}:
        setattr(made, name, int(getattr(rules, name)))
    made.challenge, made.out_bonus = CHALLENGES.index(rules.challenge), list(OUT_BONUSES).index(rules.out_bonus)
    for name in ("bonuses", "length_bonuses"):
        for number, points in getattr(rules, name):
            getattr(made, name)[number] = points
    layout = rules.layout
    made.layout, made.layout_name = "/".join(layout.glyphs).encode(), layout.name.encode()
    made.start = layout.start
    return made


class GameInC:
    """A game of the reader in C."""

    def __init__(self, handle: c_void_p, players: int) -> None:
        self.handle, self.players = handle, players
        library().lexkit_game_why.restype = c_char_p
        library().lexkit_game_board.restype = c_void_p

    @classmethod
    def begin(cls, reader: InC, rules: lexkit.Rules, names: list[str], seed: int, first: int = 0) -> "GameInC":
        handle, texts = c_void_p(), (c_char_p * len(names))(*map(str.encode, names))
        code = library().lexkit_game_new(reader.handle, byref(rules_in_c(reader, rules)), texts, len(names), first,
                                         c_uint64(seed), byref(handle))  # fmt: skip
        assert code == 0
        return cls(handle, len(names))

    @classmethod
    def read(cls, reader: InC, text: str | bytes) -> "GameInC | tuple[int, int, str]":
        """The game of a record, or (error, line, sentence)."""
        handle, refusal = c_void_p(), Refusal()
        data = text if isinstance(text, bytes) else text.encode()
        code = library().lexkit_game_from_gcg(reader.handle, data, None, byref(handle), byref(refusal))
        if code:
            return code, refusal.place, refusal.text.decode()
        return cls(handle, library().lexkit_game_players(handle))

    def free(self) -> None:
        library().lexkit_game_free(self.handle)

    def act(self, text: str) -> int:
        return library().lexkit_game_act(self.handle, text.encode())

    def choose(self, player: str, leaves: c_void_p | None = None, seed: int = 0) -> None:
        action = CAction()
        assert library().lexkit_game_choose(self.handle, player.encode(), leaves, c_uint64(seed), byref(action)) == 0
        assert library().lexkit_game_perform(self.handle, byref(action)) == 0, self.why

    @property
    def why(self) -> str:
        return library().lexkit_game_why(self.handle).decode()

    @property
    def over(self) -> bool:
        return bool(library().lexkit_game_over(self.handle))

    @property
    def turns(self) -> list[str]:
        text, made = ctypes.create_string_buffer(512), []
        for index in range(library().lexkit_game_turns(self.handle)):
            assert library().lexkit_turn_text(self.handle, index, text, 512) > 0
            made.append(text.value.decode())
        return made

    def to_gcg(self) -> str:
        text = ctypes.create_string_buffer(ROOM)
        assert library().lexkit_game_to_gcg(self.handle, text, ROOM) == len(text.value)
        return text.value.decode()

    @property
    def state(self) -> dict[str, Any]:
        """Everything that :func:`state_of` has of a game in Python."""
        rack, racks, result = (c_uint8 * 15)(), [], CResult()
        for player in range(self.players):
            racks.append(bytes(rack[: library().lexkit_game_rack(self.handle, player, rack)]))
        library().lexkit_game_result(self.handle, byref(result))
        scores = [library().lexkit_game_score(self.handle, player) for player in range(self.players)]
        ended = (result.winner if result.winner >= 0 else None, list(result.ending[: self.players]))
        return {
            "turns": self.turns,
            "racks": racks,
            "scores": scores,
            "bag": library().lexkit_game_bag(self.handle),
            "to move": library().lexkit_game_to_move(self.handle),
            "exchangeable": library().lexkit_game_exchangeable(self.handle),
            "waiting": bool(library().lexkit_game_waiting(self.handle)),
            "end": ended if self.over else None,
        }


def state_of(game: lexkit.Game) -> dict[str, Any]:
    return {
        "turns": [turn.text for turn in game.turns],
        "racks": [rack.tiles for rack in game.racks],
        "scores": list(game.scores),
        "bag": game.bag_size,
        "to move": game.to_move,
        "exchangeable": 0 if game.over else game.exchangeable,
        "waiting": game.waiting,
        "end": (game.result.winner, list(game.result.ending)) if game.result else None,
    }


def leaves_in_c(reader: InC, data: bytes | None) -> c_void_p:
    """Leave values of these bytes, or of the lexicon's own file."""
    leaves, refusal = c_void_p(), Refusal()
    if data is None:
        code = library().lexkit_leaves_open(reader.handle, None, byref(leaves), byref(refusal))
    else:
        code = library().lexkit_leaves_open_memory(reader.handle, data, c_uint64(len(data)), byref(leaves),
                                                   byref(refusal))  # fmt: skip
    assert code == 0, refusal.text
    return leaves


def worth_in_c(leaves: c_void_p, tiles: bytes) -> int:
    return library().lexkit_leaves_of(leaves, tiles, len(tiles))
