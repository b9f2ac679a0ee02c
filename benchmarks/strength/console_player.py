"""The console of MAGPIE or Macondo as a program that speaks SIU, so that it can play in ``lexq match``.

    lexq -l FILE match "siu:1:python benchmarks/strength/console_player.py macondo --lexicon NWL23 -- SHELL" static

SHELL: the command that starts your own installation. Both sides have the seconds between the colons for a choice; the
lexicon is FILE, and the program has to know the same list by the name after ``--lexicon``. What is typed is
in ``consoles.toml``. ``--log FILE`` keeps a line for each choice: seconds asked, seconds taken, position, move, and the
turns that an endgame was to look ahead, 0 if it gave no answer in time. What the program plays against the rules, or
does not answer in time, loses the game, and the tally of the match says so.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import lexkit
from lexkit.errors import LexkitError
from lexkit.runtime.game.rules import count_unseen

CONSOLES = tomllib.loads(Path(__file__).with_name("consoles.toml").read_text("utf-8"))
#: Seconds beyond those of a choice that an answer may take.
GRACE = 8.0
#: Seconds that a search which is stopped has at least: one that has hardly begun cannot be.
SHORTEST = 0.1
#: A play, an exchange of these tiles, or a pass, as either console writes it.
PLAY = re.compile(
    r"(?P<place>\b(?:\d\d?[A-Oa-o]|[A-Oa-o]\d\d?))[ .]\s*(?P<tiles>[^\W\d_]*[(.\w][\w().?]*)"
    r"|\(?\bex(?:ch(?:ange)?)?[ .](?P<exchanged>[A-Za-z?]+)\)?"
    r"|(?P<passed>\(?\b[Pp]ass\b\)?)"
)


class Console:
    """A console that was started, and what it has written."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        pipe, both = subprocess.PIPE, subprocess.STDOUT
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=both, bufsize=0, env=environment | os.environ
            )
        except OSError as error:
            sys.exit(f"console_player: {command[0]} cannot be started: {error.strerror}")
        self._written: Queue[bytes] = Queue()
        self.killed = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while piece := os.read(self._process.stdout.fileno(), 1 << 16):
            self._written.put(piece)
        self._written.put(b"")

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    def forget(self) -> None:
        """Drop what was written so far."""
        while not self._written.empty():
            self._written.get()

    def read(self, end: re.Pattern[str], seconds: float, text: str = "") -> str:
        """Return the text and what is written until both have the end, the time is over or the console has ended."""
        until = time.monotonic() + seconds
        while not end.search(text):
            try:
                piece = self._written.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                break
            if not piece:
                break
            text += piece.decode("utf-8", "replace")
        return text

    def close(self, line: str) -> None:
        try:
            self.type(line)
            self._process.wait(1)
        except (OSError, subprocess.TimeoutExpired):
            self.kill()

    def kill(self) -> None:
        self.killed = True
        self._process.kill()
        self._process.wait()


def read_play(text: str) -> str | None:
    """The first play of an answer, as SIU writes it; None if there is none."""
    found = PLAY.search(text)
    if found is None:
        return None
    if found["passed"]:
        return "pass"
    return f"ex.{found['exchanged']}" if found["exchanged"] else f"{found['place'].upper()}.{found['tiles']}"


class Player:
    """Answers the lines of SIU that a match writes."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self._asked = asked
        self._words: dict[str, Any] = CONSOLES[asked.console]
        self._board: lexkit.Board | None = None
        self._start()

    def _start(self) -> None:
        self._console = Console(self._asked.command, self._words.get("environment", {}))
        try:
            self._type(self._words["begin"])
        except OSError:
            sys.exit(f"console_player: {self._asked.command[0]} has ended at once")

    def run(self) -> None:
        for line in sys.stdin:
            words = line.split()
            match words[:1]:
                case ["siu"]:
                    say(
                        f"id name {self._asked.console}", f"id author {self._asked.console}", "capability auto", "siuok"
                    )
                case ["isready"]:
                    say("readyok")
                case ["position"]:
                    self._read_position(words[2:])
                case ["go"]:
                    self._go(words)
                case ["quit"]:
                    break
        self._console.close(self._words["quit"])

    def _read_position(self, words: list[str]) -> None:
        try:
            if "moves" in words:
                raise LexkitError("moves after a position are not taken")
            self._board = lexkit.Board.from_cgp(" ".join(words))
        except LexkitError as error:
            self._board = None
            say(f"info string error bad-position {error}")

    def _go(self, words: list[str]) -> None:
        if self._board is None:
            say("bestmove none")
            return
        seconds = int(words[words.index("movetime") + 1]) / 1000 if "movetime" in words else 1.0
        began = time.monotonic()
        play, depth, text = self._ask(self._board, seconds)
        taken = time.monotonic() - began
        if play is None:
            said = " ".join(text.split())[-200:]
            say(f"info string error no-move the console wrote: {said or 'nothing'}")
        elif play[0].isdigit() or play[1].isdigit():
            play = self._spelled(play)
        if self._asked.log:
            with self._asked.log.open("a", encoding="utf-8") as log:
                log.write(f"{seconds:.3f}\t{taken:.3f}\t{self._board.to_cgp()}\t{play or 'none'}\t{depth}\n")
        say(f"bestmove {play or 'none'}")
        if self._console.killed:
            self._start()

    def _ask(self, board: lexkit.Board, seconds: float) -> tuple[str | None, int, str]:
        """Return the console's play or None, the turns that its endgame looked ahead, and what it wrote last."""
        unseen = count_unseen(board.rules, board.grid, lexkit.Rack(board.rack, board.alphabet).tiles)
        late = sum(unseen) <= board.rules.rack_size
        if late:  # the other rack is what is unseen
            other = lexkit.Rack(unseen, board.alphabet)
            board = board.copy()
            board.racks = (board.rack, other) if board.to_move == 0 else (other, board.rack)
        part = self._words["late" if late else "early"]
        values = {"cgp": " ".join(board.to_cgp().split()[:4]), "seconds": f"{seconds:g}"}
        best, depth, text = None, 0, ""
        self._console.forget()
        try:
            self._type(self._words["position"], **values)
            until = time.monotonic() + seconds
            if "list" in part:
                text = self._console.read(re.compile(part["list"]), seconds + GRACE)
                best = read_play(text)
            for plies in part.get("depths", [0]):
                left = until - time.monotonic()
                if depth and left <= 0:
                    break
                text, whole = self._read_answer(
                    part, seconds, left if depth else seconds + GRACE, values | {"plies": plies}
                )
                if not whole:
                    self._console.kill()
                    break
                if play := read_play(text):
                    best, depth = play, plies
        except OSError:
            self._console.kill()
        return best, depth, text

    def _read_answer(
        self, part: dict[str, Any], seconds: float, most: float, values: dict[str, Any]
    ) -> tuple[str, bool]:
        """Return what the console writes, from where its answer stands, and whether it is whole."""
        end, lines, began = re.compile(part["end"]), part["type"], time.monotonic()
        text = ""
        if "wait" in lines:
            text = self._type(lines[: lines.index("wait")], **values)
            text = self._console.read(end, max(SHORTEST, began + seconds - time.monotonic()), text)
            lines = [] if end.search(text) else lines[lines.index("wait") + 1 :]
        text += self._type(lines, **values)
        text = self._console.read(end, max(0.0, began + most - time.monotonic()), text)
        start = re.search(part["answer"], text)
        return text[start.end() if start else 0 :], bool(start and end.search(text))

    def _spelled(self, play: str) -> str:
        """A play with the letters of the board in it if it is legal, else as it is: the match refuses it."""
        assert self._board is not None
        try:
            return lexkit.engine.write_move(self._board.move(play.replace(".", " ", 1)))
        except LexkitError:
            return play

    def _type(self, lines: list[str | dict[str, str]], **values: object) -> str:
        """Type lines, and return what is read until each pattern among them, {read = PATTERN}."""
        text = ""
        for line in lines:
            if isinstance(line, dict):
                text += self._console.read(re.compile(line["read"]), GRACE)
            else:
                self._console.type(line.format(lexicon=self._asked.lexicon, threads=self._asked.threads, **values))
        return text


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("console", choices=sorted(CONSOLES))
    parser.add_argument("--lexicon", required=True, help="the list, by the name that the program has for it")
    parser.add_argument("--threads", type=int, default=1, help="of the program; 1 by default")
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep the time and the move of each choice")
    parser.add_argument("command", nargs="+", help="what starts the console, behind --")
    Player(parser.parse_args()).run()


if __name__ == "__main__":
    main()
