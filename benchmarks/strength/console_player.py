"""The console of MAGPIE or Macondo as a program that speaks SIU, so that it can play in ``lexq match``.

    lexq -l FILE match "siu:1:python benchmarks/strength/console_player.py macondo --lexicon NWL23 -- SHELL" static

SHELL: the command that starts your own installation. Both sides have the seconds between the colons for a choice; the
lexicon is FILE, and the program has to know the same list by the name after ``--lexicon``. What is typed is
in ``consoles.toml``. ``--log FILE`` keeps a line for each choice: seconds asked, seconds taken, position, move. What
the program plays against the rules, or does not answer in time, loses the game, and the tally of the match says so.
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
from lexkit.apps.siu.positions import count_unseen
from lexkit.errors import LexkitError

CONSOLES = tomllib.loads(Path(__file__).with_name("consoles.toml").read_text("utf-8"))
#: Seconds beyond those of a choice that an answer may take.
GRACE = 8.0
#: A play, an exchange of these tiles, or a pass, as either console writes it.
PLAY = re.compile(
    r"(?P<place>\b(?:\d\d?[A-Oa-o]|[A-Oa-o]\d\d?))[ .]\s*(?P<tiles>[^\W\d_]*[(.\w][\w().?]*)"
    r"|\(?\bex(?:ch(?:ange)?)?[ .](?P<exchanged>[A-Za-z?]+)\)?"
    r"|(?P<passed>\(?\b[Pp]ass\b\)?)"
)


class Console:
    """A console that was started, and what it has written."""

    def __init__(self, command: list[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, bufsize=0)
        except OSError as error:
            sys.exit(f"console_player: {command[0]} cannot be started: {error.strerror}")
        self._written: Queue[bytes] = Queue()
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

    def read(self, end: re.Pattern[str], seconds: float) -> str:
        """What is written until it has the end, or the time is over, or the console has ended."""
        text, until = "", time.monotonic() + seconds
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
        self._console = Console(asked.command)
        self._board: lexkit.Board | None = None
        for line in self._words["begin"]:
            self._type(line)

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
        answer = self._ask(self._board, seconds)
        play = read_play(answer)
        taken = time.monotonic() - began
        if play is None:
            said = " ".join(answer.split())[-200:]
            say(f"info string error no-move the console wrote: {said or 'nothing'}")
        elif play[0].isdigit() or play[1].isdigit():
            play = self._spelled(play)
        if self._asked.log:
            with self._asked.log.open("a", encoding="utf-8") as log:
                log.write(f"{seconds:.3f}\t{taken:.3f}\t{self._board.to_cgp()}\t{play or 'none'}\n")
        say(f"bestmove {play or 'none'}")

    def _ask(self, board: lexkit.Board, seconds: float) -> str:
        """What the console answers, from where its choice stands; empty if it does not come."""
        part = self._words["late" if count_unseen(board) <= board.rules.rack_size else "early"]
        cgp = " ".join(board.to_cgp().split()[:4])
        self._console.forget()
        try:
            for line in (*self._words["position"], *part["type"]):
                if line == "wait":
                    time.sleep(seconds)
                else:
                    self._type(line, cgp=cgp, seconds=f"{seconds:g}", whole_seconds=max(1, round(seconds)))
        except OSError:
            return ""
        text = self._console.read(re.compile(part["end"]), seconds + GRACE)
        start = re.search(part["answer"], text)
        return text[start.end() :] if start else ""

    def _spelled(self, play: str) -> str:
        """A play with the letters of the board in it if it is legal, else as it is: the match refuses it."""
        assert self._board is not None
        try:
            return lexkit.engine.write_move(self._board.move(play.replace(".", " ", 1)))
        except LexkitError:
            return play

    def _type(self, line: str, **values: object) -> None:
        self._console.type(line.format(lexicon=self._asked.lexicon, threads=self._asked.threads, **values))


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
