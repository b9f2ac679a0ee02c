"""A duplicate game at a terminal: one rack for all, each play scored against the maximum.

    8D QUIZ   none   show   shuffle   turns   quit   help

Several people at one keyboard submit one after the other; nobody sees another's play before the turn has ended. With a
clock, the turn ends when its time is up; in a script, at its next line after that.
"""

from __future__ import annotations

from typing import Any, Final

from ..shell import console
from ..table import DuplicateTable, Tables
from ..table.lexicons import as_meant
from .drawing import beside, draw_squares, panel_width, tell_time, visible_length
from .screen import Screen
from .talk import Talk, require_command_of

HELP: Final = """\
8D QUIZ         hand in a play: across from row 8, column D; D8 QUIZ: down
8D QuIZ         a blank is a letter in lower case
none            hand in no play
shuffle, sort   reorder the tiles on the rack
show, turns     show the board, or the finished turns
quit            leave; the game is saved: lexq play --resume"""


class DuplicateSession(Talk[DuplicateTable]):
    """Session of people at one keyboard, each playing against the maximum."""

    help = HELP

    def __init__(self, table: DuplicateTable, tables: Tables, screen: Screen) -> None:
        super().__init__(table, tables, screen)
        #: Number of turns reported, and the seat and turn for which the board was drawn last.
        self._told = len(table.view(0)["history"])
        self._drawn: tuple[int, int] | None = None

    @property
    def seat(self) -> int:
        """Seat of the person to hand in: the first who has not yet."""
        handed = self.table.handed
        return next((number for number in range(len(self._names)) if number not in handed), 0)

    @property
    def prompt(self) -> str:
        """Name of the person to hand in."""
        return "over" if self.table.over else self._names[self.seat]

    def go_on(self) -> None:
        """Report finished turns, and show changes to the next person."""
        self.table.flag()
        view = self.table.view(self.seat)
        for turn in view["history"][self._told :]:
            self.screen.say(self._tell_turn(turn))
        ended, self._told = view["turns"] > self._told, view["turns"]
        if self._drawn == (view["turns"], self.seat):
            return
        if self._drawn is not None and not ended:
            self.screen.hide(f"{self.prompt}, it is your turn: press Enter ")
        self._drawn = (view["turns"], self.seat)
        if self.screen.interactive:
            self.show()
        elif not view["over"]:
            self.screen.say(f"turn {view['turns'] + 1}; {self._standing(view)}; {self._rack_line(view)}")
        if view["over"]:
            self.screen.say(tell_end(self._names, view))

    def show_anew(self) -> None:
        """Show everything again before the next line."""
        self._drawn = None

    def show(self) -> None:
        """Draw the board, the standings and the rack."""
        setting, view = self.table.setting(), self.table.view(self.seat)
        screen, columns = self.screen, self.screen.columns
        last = view["history"][-1]["best"]["squares"] if view["history"] else ()
        lines = draw_squares(setting, view["squares"], view["blanks"], last, columns, screen.paint)
        taken = max(map(visible_length, lines))
        width = panel_width(taken, columns)
        longest = max(map(len, [*self._names, "maximum"]))
        turn = f"over, {view['turns']} turns" if view["over"] else f"turn {view['turns'] + 1}"
        at_right = [f"{turn}, bag {view['bag']}", ""]
        if view["clock"]:
            at_right[:0] = [f"time {tell_time(view['clock']['left'])}"]
        for number, name in enumerate(self._names):
            done = "  handed in" if view["handed"][number] else ""
            at_right.append(f"{name:{longest}} {view['scores'][number]:5}  {_percent(view, number):>6}{done}")
        at_right += [f"{'maximum':{longest}} {view['maximum']:5}", ""]
        if view["history"]:
            best = view["history"][-1]["best"]
            at_right.append(f"the best was {best['text']}, {console.format_count(best['score'], 'point', 'points')}")
        rack = [] if view["over"] else ["", self._rack_line(view)]
        screen.say(["", *beside(lines, [line[:width] for line in at_right], taken, columns), *rack])

    def _standing(self, view: dict[str, Any]) -> str:
        each = [f"{name} {view['scores'][number]}" for number, name in enumerate(self._names)]
        return f"{', '.join(each)} of {view['maximum']}; bag {view['bag']}"

    def _tell_turn(self, turn: dict[str, Any]) -> list[str]:
        best = turn["best"]
        rack = "".join(turn["rack"])
        bingo = ", a bingo" if best["is_bingo"] else ""
        told = f"turn {turn['number']}, {rack}: the best play is {best['text']}, "
        lines = [told + console.format_count(best["score"], "point", "points") + bingo]
        for number, name in enumerate(self._names):
            play, points = turn["plays"][number], turn["points"][number]
            if play is None:
                lines.append(f"{name}: none")
            elif points < play["score"]:
                lines.append(f"{name}: {play['text']} is not valid, 0 points")
            else:
                less = f", {best['score'] - points} less" if points < best["score"] else ", the maximum"
                lines.append(f"{name}: {play['text']}, {console.format_count(points, 'point', 'points')}{less}")
        return lines

    # -- what people type ---------------------------------------------------------------------------

    def _act(self, line: str) -> None:
        require_command_of(line, ("none", "pass"))
        view = self.table.view(self.seat)
        play = None if line.lower() in ("none", "pass") else as_meant(line, view["rack"], self.table.rules.alphabet)
        self.table.submit(self.seat, play, turn=view["turns"] + 1)

    def _do_turns(self, rest: str) -> None:
        view = self.table.view(self.seat)
        self.screen.say(turns_table(self._names, view) if view["history"] else "no turn yet")

    _do_history = _do_turns


def tell_end(names: list[str], view: dict[str, Any]) -> list[str]:
    """Describe the end: all turns, and each player's share of the maximum, best first."""
    order = sorted(range(len(names)), key=lambda number: -view["scores"][number])
    each = [
        f"{names[number]}: {view['scores'][number]} of {view['maximum']}, {_percent(view, number)}" for number in order
    ]
    return ["The game is over: no rack that the rules allow has a play.", *turns_table(names, view), *each]


def turns_table(names: list[str], view: dict[str, Any]) -> list[str]:
    """Return a table of finished turns: rack, best play, points of each player; plays too for a single player."""
    alone = len(names) == 1
    rows = [["", "rack", "best", "", *(name[:12] for name in names), *([""] if alone else [])]]
    for turn in view["history"]:
        own = [play["text"] if play else "none" for play in turn["plays"]] if alone else []
        points = [str(score) for score in turn["points"]]
        best = turn["best"]
        rows.append([str(turn["number"]), "".join(turn["rack"]), best["text"], str(best["score"]), *own, *points])
    scores = [str(score) for score in view["scores"]]
    rows.append(["", "", "", str(view["maximum"]), *([""] if alone else []), *scores])
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    left = (1, 2, 4) if alone else (1, 2)
    return [
        "  ".join([text.ljust(width) if at in left else text.rjust(width) for at, (text, width) in both]).rstrip()
        for row in rows
        for both in [list(enumerate(zip(row, widths, strict=True)))]
    ]


def _percent(view: dict[str, Any], number: int) -> str:
    """Format a player's share of the maximum in percent."""
    return f"{100 * view['scores'][number] / view['maximum']:.1f}%" if view["maximum"] else ""
