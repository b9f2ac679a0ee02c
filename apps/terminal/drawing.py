"""Draw a board and the panel beside it as lines of text, with or without colour, in the available width.

Nothing depends on colour alone: empty squares show the glyphs of their layout, blanks are in lower case.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Iterable
from typing import Any, Final

from ..shell import console

#: Function that paints a text in a style, given by name.
Paint = Callable[[str, str], str]

#: Maps a style to codes of a 256-colour terminal. Most set both colours, so that dark and light terminals look alike.
STYLES: Final = {
    "tile": "38;5;16;48;5;222",
    "blank": "38;5;124;48;5;222",
    "last": "1;38;5;16;48;5;114",
    "'": "38;5;16;48;5;153",
    '"': "38;5;231;48;5;25",
    "^": "38;5;231;48;5;23",
    "-": "38;5;16;48;5;217",
    "=": "38;5;231;48;5;124",
    "~": "38;5;231;48;5;54",
    "#": "38;5;16;48;5;16",
    "strong": "1",
    "faint": "2",
    "bad": "31",
}
LEGEND: Final = "' double letter, \" triple letter, - double word, = triple word"
#: Matches escape sequences, which take no columns.
_CODES: Final = re.compile("\x1b[^m]*m?")
#: Columns for row numbers.
_MARGIN: Final = 3
#: Number of turns in the panel.
_TURNS: Final = 6
#: Columns between board and panel, and minimum columns of a panel beside the board.
_GAP: Final = 3
_LEAST: Final = 30
#: Text for each reason that a game ended.
_REASONS: Final[dict[str, str]] = {
    "out": "{name} went out",
    "zeros": "too many turns without a point",
    "passes": "too many passes in a row",
    "resignation": "all others resigned",
    "time": "the time was up",
    "challenge": "a challenge decided",
}
#: Text for turns that need no details.
_OTHER_TURNS: Final = {
    "pass": "passed",
    "accept": "accepted",
    "resignation": "resigned",
    "time": "ran out of time",
    "fine": "paid a fine",
}
#: Changes of scores at the end, and their text.
_CHANGES: Final = (("ending", "for racks"), ("overtime", "for time"))


def plain(text: str, style: str) -> str:
    """Return the text without a style."""
    return text


def draw_squares(
    setting: dict[str, Any],
    squares: list[str],
    blanks: Iterable[int],
    last: Iterable[int],
    columns: int,
    paint: Paint = plain,
) -> list[str]:
    """Return the lines of a board: names of columns, then rows.

    ``setting``, ``squares`` and ``blanks`` come from a table's view; ``last`` has the squares of the last play;
    ``columns`` is the width of the terminal. A square takes two columns, or more for longer tiles; fewer if there is no
    room.
    """
    rows, width = setting["rows"], setting["columns"]
    room = max(1, (columns - _MARGIN) // width)
    names = [_column_name(number) for number in range(width)]
    cell = min(room, 1 + max([len(text) for text in squares] + [1]))
    header = " " * _MARGIN + "".join(name[-cell:].ljust(cell) for name in names)
    lines = [header.rstrip()]
    marked, blank = set(last), set(blanks)
    for row in range(rows):
        line = []
        for column, glyph in enumerate(setting["glyphs"][row]):
            square = row * width + column
            text = squares[square]
            style = glyph
            if text:
                style = "last" if square in marked else "blank" if square in blank else "tile"
            line.append(paint((text or glyph)[:cell].ljust(cell), style))
        lines.append(f"{row + 1:2} " + "".join(line).rstrip())
    return lines


def _column_name(number: int) -> str:
    return chr(65 + number) if number < 26 else "A" + chr(65 + number - 26)


def panel(setting: dict[str, Any], view: dict[str, Any], width: int, paint: Paint = plain) -> list[str]:
    """Return the lines of the panel: scores, bag and unseen tiles, last turns."""
    names = [player["name"] for player in setting["players"]]
    clock = view["clock"]
    longest = max(map(len, names))
    lines = []
    for number, name in enumerate(names):
        mark = ">" if number == view["to_move"] else " "
        time = f"  {tell_time(clock['left'][number])}" if clock else ""
        known = f"  has {view['known'][number]}" if view["known"][number] and number != view["seat"] else ""
        line = f"{mark} {name:{longest}} {view['scores'][number]:5}{time}{known}"[:width]
        lines.append(paint(line, "strong") if mark == ">" else line)
    lines += ["", *unseen_tiles(setting, view, width), ""]
    lines += [line[:width] for turn in view["history"][-_TURNS:] for line in [tell_turn(names, turn)]]
    return lines


def unseen_tiles(setting: dict[str, Any], view: dict[str, Any], width: int) -> list[str]:
    """Return lines with the unseen tiles and their numbers of vowels, consonants and blanks."""
    kinds = {tile["label"]: tile for tile in setting["tiles"]}
    unseen = view["unseen"]
    vowels = sum(number for label, number in unseen.items() if kinds[label]["vowel"])
    blanks = unseen.get("?", 0)
    total = sum(unseen.values())
    tiles = " ".join(f"{label}{number}" if number > 1 else label for label, number in unseen.items())
    facts = f"bag {view['bag']}, unseen {total}: {vowels} vowels, {total - vowels - blanks} consonants"
    facts += f", {console.format_count(blanks, 'blank', 'blanks')}" if blanks else ""
    return [*textwrap.wrap(facts, width), *textwrap.wrap(tiles, width)]


def beside(left: list[str], right: list[str], taken: int, columns: int) -> list[str]:
    """Put lines to the right of others, or below if there is no room. ``taken`` is the width of the left ones."""
    if columns - taken - _GAP < _LEAST:
        return [*left, "", *right]
    rows = max(len(left), len(right))
    both = zip(left + [""] * (rows - len(left)), right + [""] * (rows - len(right)), strict=True)
    return [one + " " * (taken - visible_length(one) + _GAP) * bool(other) + other for one, other in both]


def panel_width(taken: int, columns: int) -> int:
    """Return the width of the panel that :func:`beside` places."""
    room = columns - taken - _GAP
    return room if room >= _LEAST else columns


def visible_length(text: str) -> int:
    """Return the number of columns that a painted text takes."""
    return len(_CODES.sub("", text))


def tell_turn(names: list[str], turn: dict[str, Any]) -> str:
    """Describe a turn in one line: ``Ann: 8D QUIZ, 48 points``."""
    name, kind, text = names[turn["player"]], turn["kind"], turn["text"]
    if kind == "placement":
        bingo = ", a bingo" if turn["is_bingo"] else ""
        return f"{name}: {text}, {console.format_count(turn['score'], 'point', 'points')}{bingo}"
    if kind == "exchange":
        shown = f": {text}" if "rack" in turn else ""
        return f"{name} exchanges {console.format_count(turn['size'], 'tile', 'tiles')}{shown}"
    if kind == "challenge":
        wrong = [word for word, valid in turn["judged"] if not valid]
        if wrong:
            return f"{name} challenges: {', '.join(wrong)} not valid, taken back"
        score = f", {turn['score']} points for it" if turn["score"] else ""
        return f"{name} challenges: valid{score}"
    return f"{name} {_OTHER_TURNS.get(kind, kind)}"


def tell_result(names: list[str], view: dict[str, Any]) -> list[str]:
    """Describe the end of a game: reason, changes for racks and overtime, scores, winner."""
    result = view["result"]
    last = view["history"][-1]["player"] if view["history"] else 0
    out = next((number for number, points in enumerate(result["ending"]) if points > 0), last)
    reason = _REASONS.get(result["reason"], str(result["reason"]))
    lines = [f"The game is over: {reason.format(name=names[out])}."]
    for number, name in enumerate(names):
        changes = [f"{result[kind][number]:+} {kind_name}" for kind, kind_name in _CHANGES if result[kind][number]]
        rack = view["racks"][number] if view["racks"] else []
        kept = f", left with {' '.join(rack)}" if rack else ""
        lines.append(f"{name}: {result['scores'][number]}{' (' + ', '.join(changes) + ')' if changes else ''}{kept}")
    winner = result["winner"]
    return [*lines, "A draw." if winner is None else f"{names[winner]} wins."]


def tell_time(seconds: float) -> str:
    """Format a clock as minutes and seconds: ``24:59``; ``-0:10`` is overtime."""
    whole = math.ceil(abs(seconds))
    return f"{'-' if seconds < 0 else ''}{whole // 60}:{whole % 60:02}"
