"""What cases are asked with: small lexicons, boards and games, made once."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

import lexkit
from campaigns.cost.inputs import words
from lexkit import Board, Game, Lexicon, Listing, Rules, Words
from lexkit.formats.lexicon_file import open_bytes
from tests import public_calls

HOST = "http://127.0.0.1:8765"


class World:
    """Made once; ``folder`` is for files."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(tempfile.mkdtemp())
        self.folder.mkdir(exist_ok=True)
        self.alphabet = lexkit.Rules().alphabet
        self.letters = self.alphabet.letter_set("ABC")
        self.rules = Rules()

    def close(self) -> None:
        if "server" in vars(self):
            self.server.close()
        if "engine" in vars(self):
            self.engine.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def file(self, text: str | bytes, name: str = "input.txt") -> Path:
        """A file of this content."""
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        return path

    @cached_property
    def lex(self) -> Lexicon:
        long = ["RETAINS", "NASTIER", "QUIZ", "ZA", "AGE", "TEA", "ABA", "TRAINEES"]
        return _made([*(first + second for first in "ABEIRST" for second in "ABCDEILNORSTUZ"), *long])

    @cached_property
    def words(self) -> Words:
        return self.lex.words()

    @cached_property
    def path(self) -> str:
        """The lexicon as a file."""
        return str(self.file(self.lex.to_bytes(), "small.gaddag"))

    def rack(self, text: str) -> Any:
        return lexkit.Rack(text, self.alphabet)

    def action(self, text: str) -> Any:
        return lexkit.Action.read(text)

    @cached_property
    def words_file(self) -> Path:
        """A short list."""
        return self.file("AB\nABA\nBA\n", "words.txt")

    def lexicon_of(self, n: int) -> Lexicon:
        return _lexicon_of(n)

    def some_of(self, n: int) -> Words:
        """Every other word of twice as many, as ranges."""
        lexicon = _lexicon_of(2 * n)
        starts = np.arange(n) * 2
        return Words(lexicon, starts, starts + 1)

    def listing_of(self, n: int) -> Listing:
        lexicon = _lexicon_of(n)
        return Listing(lexicon, np.random.default_rng(1).permutation(n))

    @cached_property
    def full(self) -> Lexicon:
        return self.full_of(300)

    def full_of(self, n: int) -> Lexicon:
        """A lexicon with a column of each kind."""
        return lexkit.open(str(_full_file(self.folder, n)))

    @property
    def public(self) -> public_calls.World:
        """Arguments of public calls."""
        folder = self.folder / "public"
        folder.mkdir(exist_ok=True)
        return public_calls.World(public_calls.content("ordinary"), folder=folder)

    @property
    def board(self) -> Board:
        """A board with one word."""
        board = Board(rules=self.rules)
        board.play("8H AB")
        return board

    @property
    def game(self) -> Game:
        return Game(None, seed=1, rules=Rules(challenge="double"))

    def game_of(self, turns: int) -> Game:
        """A game of so many turns, which nothing ends."""
        game = Game(None, seed=1, rules=_endless())
        for _ in range(turns):
            game.pass_turn()
        return game

    def board_of(self, turns: int) -> Board:
        board = Board(rules=self.rules)
        for _ in range(turns):
            board.pass_turn()
        return board

    @cached_property
    def moves(self) -> Any:
        return self.lex.moves(self.board, "AEINRST")

    def moves_of(self, n: int) -> Any:
        """At least so many moves: of a lexicon of all strings of two or three letters, some are left out."""
        return _moves_of(self.rules)[:n]

    @cached_property
    def values(self) -> Any:
        """Leave values, without a file."""
        from lexkit.players.leaves import HeuristicValues

        return HeuristicValues(self.alphabet, {"A": 1.5, "?": 20.0})

    @cached_property
    def inference(self) -> Any:
        return lexkit.infer(Board(rules=self.rules), "AEINRST", "8H AB", lexicon=self.lex, leaves=self.values, most=20)

    @cached_property
    def chances(self) -> Any:
        return lexkit.WinChances.by_rule(93)

    @cached_property
    def trained(self) -> Any:
        from tests.players.test_kernel_games import with_leaves

        return with_leaves(self.lex, 5, longest=2)

    @cached_property
    def engine(self) -> Any:
        """Another program: lexq itself."""
        from tests.apps.shell.shell import LEXQ

        return lexkit.engine.open([*LEXQ, "-l", self.path, "siu"], timeout=60.0)

    @cached_property
    def server(self) -> Server:
        return Server(self.folder / "server", self.path)

    @cached_property
    def table(self) -> Any:
        from lexkit.apps.table import Seat, Table

        return Table.new([Seat("a"), Seat("b")], lexicon=self.path, layout="standard", first=0)

    @cached_property
    def match(self) -> Any:
        return lexkit.Match(self.lex, rules=self.rules)


def _endless() -> Rules:
    return Rules(zero_turns=10_000)


@cache
def _moves_of(rules: Rules) -> Any:
    """Tens of thousands of moves."""
    strings = words(14_000, "AEINRST", 5)
    board = Board(rules=rules)
    board.play("8H AA")
    return _made([*strings, "AA"]).moves(board, "AEINRS?")


def _lexicon_of(n: int) -> Lexicon:
    """Opened anew: nothing is remembered."""
    return Lexicon(open_bytes(_bytes_of(n)))


@cache
def _bytes_of(n: int) -> bytes:
    return _compiled(words(n))


def _made(strings: list[str]) -> Lexicon:
    return Lexicon(open_bytes(_compiled(strings)))


def _compiled(strings: list[str]) -> bytes:
    from lexkit.compiler.build import Options, compile_list

    return b"".join(compile_list(strings, Options())[2])


@cache
def _full_file(folder: Path, n: int) -> Path:
    names = words(n)
    plain = folder / f"plain{n}.gaddag"
    lexkit.build(names, plain)
    columns = []
    for column, value in (("number", "{}"), ("share", "{}.5"), ("definition", "text {}")):
        path = folder / f"{column}{n}.tsv"
        path.write_text("".join(f"{name}\t{value.format(at)}\n" for at, name in enumerate(names)), "utf-8")
        columns.append(f"{column}={path}")
    target = folder / f"full{n}.gaddag"
    lexkit.attach(plain, target, columns)
    return target


class Server:
    """A server in this process that refuses no request for its number."""

    def __init__(self, folder: Path, lexicon: str) -> None:
        from starlette.testclient import TestClient

        from lexkit.apps.web.application import Application
        from lexkit.apps.web.limits import Limits

        many = 1 << 40
        limits = Limits(
            games_a_second=many, game_burst=many, requests_a_second=many, request_burst=many, studies_a_second=many,
            study_burst=many, messages_a_second=many, message_burst=many, games=many,
        )  # fmt: skip
        folder.mkdir(exist_ok=True)
        self.made = Application({"small": lexicon}, folder, limits=limits)
        self.http = TestClient(self.made.app, base_url=HOST)
        self.http.__enter__()
        self.begun = self.post("/api/games", '{"opponent": "casual", "first": "me"}').json()

    def post(self, path: str, body: str) -> Any:
        return self.http.post(path, content=body.encode("utf-8", "replace"))

    def get(self, path: str, text: str) -> Any:
        from urllib.parse import quote

        return self.http.get(path + quote(text))

    def header(self, text: str) -> Any:
        return self.http.get("/api/kinds", headers={"origin": text.encode("latin-1", "replace")})

    def say(self, text: str) -> Any:
        """A message at a table: the answer, or the end of the connection."""
        from starlette.websockets import WebSocketDisconnect

        with self.http.websocket_connect(f"{HOST.replace('http', 'ws')}/api/live") as socket:
            hello = {"do": "hello", "game": self.begun["game"], "token": self.begun["token"]}
            socket.send_json(hello)
            while "view" not in socket.receive_json():
                pass
            socket.send_text(text)
            try:
                while not {"error", "done", "preview"} & set(answer := socket.receive_json()):
                    pass
            except WebSocketDisconnect:
                return None
            return answer

    def close(self) -> None:
        self.http.__exit__(None, None, None)
