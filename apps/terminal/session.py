"""A game in turns at a terminal: commands that people type, and the replies.

8D QUIZ   -AEI   pass   challenge   hint   undo   shuffle   save game.gcg   quit   help
"""

from __future__ import annotations

import os
from typing import Any, Final

from lexkit.errors import PositionError, QueryError, show_value
from lexkit.players.registry import TIME, needs

from ..shell import console
from ..table import Table, Tables
from ..table.lexicons import as_meant
from .drawing import (
    beside,
    draw_squares,
    panel,
    panel_width,
    tell_result,
    tell_turn,
    unseen_tiles,
    visible_length,
)
from .screen import Screen
from .talk import Talk, require_command_of

HELP: Final = """\
8D QUIZ         place tiles across from row 8, column D; D8 QUIZ: down
8D QuIZ         a blank is a letter in lower case
-AEI            exchange tiles
pass            pass; when the other player is out: accept the last play
challenge       challenge the last play, or some of its words: challenge QUIZ
hint            the score of a good play; again: its place, its tiles, the play
moves 5         list the best 5 moves
undo            take back your last turn, and what came after it
shuffle, sort   reorder the tiles on your rack
show            show the board; also: unseen, history
save game.gcg   write the game; game.cgp: the position; save! replaces a file
resign, quit    quit saves the game: lexq play --resume"""

#: Maximum number of moves listed.
_MOST: Final = 100


class Session(Talk[Table]):
    """Session of people at one keyboard who play in turns."""

    help = HELP

    def __init__(self, table: Table, tables: Tables, screen: Screen) -> None:
        super().__init__(table, tables, screen)
        self._people = [number for number, seat in enumerate(table.seats) if seat.bot is None]
        #: Seat whose rack was shown last, and the state shown, so that nothing is drawn twice.
        self._looking: int | None = None
        self._drawn: tuple[int, int | None] | None = None
        self._hint = (-1, 0)
        self._told_end = self._told_origin = False
        #: Files that this game has saved, which it may replace.
        self._saved: set[str] = set()

    def go_on(self) -> None:
        """Let bots play, and show what changed."""
        self._let_bots_play()
        self._show_if_new()

    @property
    def prompt(self) -> str:
        """Name of the player to move."""
        return "over" if self.table.over else self._names[self.table.to_move]

    def show_anew(self) -> None:
        """Show everything again before the next line."""
        self._drawn = None

    # -- what is shown ------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Seat of the person who sees the screen: the one to move, else the first person."""
        return self.table.to_move if self.table.to_move in self._people else self._people[0]

    def _let_bots_play(self) -> None:
        while True:
            thinking = self.table.seats[self.table.to_move]
            slow = thinking.bot is not None and needs(thinking.bot, TIME) and not self.table.over
            if slow and self.screen.interactive:
                self.screen.say(f"{thinking.name} thinks ...")
            thought = self.table.think()
            if thought is None:
                return
            if self.table.settle(thought) is not None:
                self._tell(self.table.view(self.seat)["history"][-1:])

    def _tell(self, turns: list[dict[str, Any]]) -> None:
        """Show turns. If several people share the terminal, hide which tiles were exchanged."""
        for turn in turns:
            hidden = ("rack",) if len(self._people) > 1 else ()
            self.screen.say(tell_turn(self._names, {name: turn[name] for name in turn if name not in hidden}))

    def _show_if_new(self) -> None:
        """Show the table if it has changed or if another person looks at it now."""
        self.table.flag()
        seat, over = self.seat, self.table.over
        if self._drawn == (self.table.revision, seat):
            return
        several = len(self._people) > 1
        if several and not over and self._looking != seat and not self.table.recorded:
            self.screen.hide(f"{self.table.seats[seat].name}, it is your turn: press Enter ")
        self._looking = seat
        self._drawn = (self.table.revision, seat)
        if self.screen.interactive:
            self.show()
        elif not over:
            self._show_line()
        if over and not self._told_end:
            self.screen.say(tell_result(self._names, self.table.view(seat)))
        self._told_end = over

    def show(self) -> None:
        """Draw the board, the panel and the rack."""
        setting, view = self.table.setting(), self.table.view(self.seat)
        screen, columns = self.screen, self.screen.columns
        placements = [turn for turn in view["history"] if turn["kind"] == "placement"]
        last = placements[-1]["squares"] if placements and any(view["squares"]) else ()
        lines = draw_squares(setting, view["squares"], view["blanks"], last, columns, screen.paint)
        taken = max(map(visible_length, lines))
        at_right = panel(setting, view, panel_width(taken, columns), screen.paint)
        screen.say(["", *beside(lines, at_right, taken, columns), "", self._rack_line(view)])

    def _show_line(self) -> None:
        view = self.table.view(self.seat)
        scores = ", ".join([f"{name} {score}" for name, score in zip(self._names, view["scores"], strict=True)])
        self.screen.say(f"{scores}; bag {view['bag']}; {self._rack_line(view)}")

    # -- what people type ---------------------------------------------------------------------------

    def _act(self, line: str) -> None:
        require_command_of(line, _ACTIONS)
        seat = self.seat
        before = self.table.view(seat)["turns"]
        self.table.act(seat, as_meant(line, self.table.view(seat)["rack"], self.table.rules.alphabet))
        self._tell(self.table.view(seat)["history"][before:])

    def _do_resign(self, rest: str) -> None:
        if not self.screen.interactive or self.screen.agrees("resign?"):
            self._act("resign")

    def _do_unseen(self, rest: str) -> None:
        view = self.table.view(self.seat)
        self.screen.say(unseen_tiles(self.table.setting(), view, self.screen.columns))

    def _do_history(self, rest: str) -> None:
        turns = self.table.view(self.seat)["history"]
        lines = [f"{turn['number']:3} {tell_turn(self._names, turn)}; {_scores(turn['totals'])}" for turn in turns]
        self.screen.say(lines or "no turn yet")

    def _do_undo(self, rest: str) -> None:
        self.table.undo(self.seat)
        self.screen.say("taken back")

    def _do_hint(self, rest: str) -> None:
        revision, step = self._hint
        step = step + 1 if revision == self.table.revision else 1
        hint = self.table.hint(self.seat, min(step, 4))
        self._hint = (self.table.revision, step)
        self.screen.say(_tell_hint(hint))

    def _do_moves(self, rest: str) -> None:
        if rest and not (rest.isdecimal() and rest.isascii() and 1 <= int(rest[:9]) <= _MOST):
            raise PositionError("not a number of moves", expected=f"1 to {_MOST}", found=show_value(rest))
        rows = [("move", "score", "leave", "equity")]
        for move in self.table.moves(self.seat, int(rest or 10)):
            rows.append((move["text"], str(move["score"]), move["leave"], f"{move['equity']:.1f}"))
        widths = [max(len(row[at]) for row in rows) for at in range(4)]
        self.screen.say(
            [f"{move:{widths[0]}}  {score:>5}  {leave:{widths[2]}}  {equity:>6}" for move, score, leave, equity in rows]
        )
        lexicon = self.table.lexicon
        if lexicon is not None and lexicon.leaves.note and not self._told_origin:
            self._told_origin = True
            self.screen.say(console.shown(lexicon.leaves.note))

    def _do_overwrite(self, rest: str) -> None:
        self._do_save(rest, force=True)

    def _do_save(self, rest: str, force: bool = False) -> None:
        if rest.lower().endswith(".gcg"):
            text = self.table.to_gcg(self.seat)
        elif rest.lower().endswith(".cgp"):
            text = self.table.to_cgp(self.seat) + "\n"
        else:
            raise QueryError("not saved", expected="a file .gcg or .cgp", found=show_value(rest))
        if not force and os.path.abspath(rest) not in self._saved:
            self.screen.refuse_existing(rest, f"replace it with save! {rest}, or name another")
        with console.into_file(rest):
            console.write([text])
        self._saved.add(os.path.abspath(rest))
        self.screen.say(console.shown(f"saved: {rest}"))


#: Single words that are actions of the game.
_ACTIONS: Final = ("pass", "accept", "challenge", "resign", "resignation")


def _tell_hint(hint: dict[str, Any]) -> str:
    if hint["kind"] != "placement":
        other = "an exchange" if hint["kind"] == "exchange" else f"a {hint['kind']}"
        return str(hint.get("text") or f"not a play: {other}")
    told = [f"a play of {hint['score']} points"]
    if "place" in hint:
        told.append(f"from {hint['place']} {'across' if hint['across'] else 'down'}")
    if "tiles" in hint:
        told.append(f"with {' '.join(hint['tiles'])}")
    if "text" in hint:
        told.append(hint["text"])
    return ", ".join(told)


def _scores(totals: list[int]) -> str:
    return " : ".join(map(str, totals))
