"""``lexq``: ask a lexicon at the shell. The commands about boards and moves are in :mod:`.game.cli`.

Words come one a line when piped, as a table on a terminal, as JSON Lines with --json. The exit code is 0 if
something was found, 1 if nothing was; see :mod:`lexkit.console`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core
import typer.main

from .. import console
from ..errors import QueryError

if TYPE_CHECKING:
    from .lexicon import Lexicon
    from .words import Words


class _Commands(typer.core.TyperGroup):
    """The commands of this file, and those of :mod:`.game.cli` when somebody asks for one that is not here."""

    def _all(self) -> None:
        from .game.cli import app as game

        for name, command in typer.main.get_group(game).commands.items():
            self.commands.setdefault(name, command)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands:
            self._all()
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: Any) -> list[str]:
        self._all()
        return super().list_commands(ctx)


app = typer.Typer(
    name="lexq",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

#: Words written at a time.
_PAGE = 4096
_chosen: dict[str, str | None] = {"lexicon": None}

Texts = Annotated[list[str], typer.Argument(metavar="STRING...", help="What to look for; - reads lines from stdin.")]
Count = Annotated[bool, typer.Option("--count", "-c", help="Only how many words there are.")]
Limit = Annotated[int | None, typer.Option("--limit", "-n", min=0, metavar="N", help="At most N words.")]
Length = Annotated[
    str | None, typer.Option("--length", metavar="N or N-M", help="Only words of N letters, or of N to M.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


def _version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        console.write([f"lexq {__version__}\n"])
        raise typer.Exit


@app.callback()
def choose(
    lexicon: Annotated[
        str | None,
        typer.Option("--lexicon", "-l", metavar="NAME or FILE", envvar="LEXKIT_LEXICON", help="The lexicon to ask."),
    ] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Ask a lexicon: which words there are, what is in them, and which moves they make on a board.

    Without -l it is $LEXKIT_LEXICON, else your default (lexc use FILE), else the bundled English list.
    Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 bad input or lexicon, 4 input/output.

    \b
    Example: lexq substring AX
    Example: lexq -l nwl.gaddag prefix QU --length 7
    Example: lexq moves board.txt --rack RETAIN? --top 10
    """
    console.debug(debug)
    _chosen["lexicon"] = lexicon


def _open() -> Lexicon:
    from ..catalogue import open as open_lexicon

    return open_lexicon(_chosen["lexicon"])


def _lines(texts: list[str]) -> Iterator[str]:
    """The arguments, with - replaced by the first fields of standard input's lines."""
    for text in texts:
        if text != "-":
            yield text
            continue
        if sys.stdin is None:
            raise QueryError("standard input is closed")
        for line in sys.stdin.buffer:
            try:
                fields = line.decode("utf-8").split()
            except UnicodeDecodeError as error:
                raise QueryError("standard input is not UTF-8", found=f"byte 0x{line[error.start]:02x}") from None
            if fields:
                yield fields[0]


def _lengths(text: str) -> tuple[int, int]:
    shortest, dash, longest = text.partition("-")
    try:
        low = int(shortest) if shortest else 0
        high = int(longest) if longest else (10**9 if dash else low)
    except ValueError:
        low, high = 1, 0
    if not text or text == "-" or low > high:
        raise typer.BadParameter(f"expected a length like 7, or a range like 5-8, found {text!r}")
    return low, high


def _answer(words: Words, count: bool, limit: int | None, length: str | None, as_json: bool) -> int:
    """Write one query's answer; how many words it has."""
    if length is not None:
        words = words.of_length(*_lengths(length))
    found = len(words)
    if count:
        console.write([console.json_line({"count": found}) if as_json else f"{found}\n"])
        return found
    if limit is not None:
        words = words[:limit]
    if as_json:
        console.write(_json_lines(words))
    elif console.on_terminal():
        _table(words, found)
    else:
        console.write(_word_lines(words))
    return found


def _pages(words: Words) -> Iterator[Words]:
    if len(words) <= _PAGE:
        yield words
        return
    for start in range(0, len(words), _PAGE):
        yield words[start : start + _PAGE]


def _word_lines(words: Words) -> Iterator[str]:
    for page in _pages(words):
        if page:
            yield "\n".join(page.to_list()) + "\n"


def _json_lines(words: Words) -> Iterator[str]:
    for page in _pages(words):
        rows = zip(page.to_list(), page.to_numpy().tolist(), page.lengths().tolist(), strict=True)
        yield "".join([console.json_line({"word": w, "rank": r, "length": n}) for w, r, n in rows])


def _table(words: Words, found: int) -> None:
    """Words with their hooks, for a person."""
    from rich.console import Console
    from rich.table import Table

    lexicon = words.lexicon
    screen = Console()
    for page in _pages(words):
        table = Table(box=None, show_header=page is words, header_style="dim", pad_edge=False)
        table.add_column("front", justify="right", style="cyan")
        table.add_column("word", style="bold")
        table.add_column("back", style="cyan")
        table.add_column("length", justify="right", style="dim")
        for word, length in zip(page.to_list(), page.lengths().tolist(), strict=True):
            front, back = lexicon.cross_sets(word)
            table.add_row(str(front), word, str(back), str(length))
        if page:
            screen.print(table)
    shown = f", {len(words):,} shown" if len(words) < found else ""
    screen.print(f"[dim]{found:,} {'word' if found == 1 else 'words'}{shown}[/dim]")


def _search(kind: str, texts: list[str], count: bool, limit: int | None, length: str | None, as_json: bool) -> None:
    if length is not None:
        _lengths(length)
    lexicon = _open()
    found = 0
    for text in _lines(texts):
        found += _answer(getattr(lexicon, kind)(text), count, limit, length, as_json)
    raise typer.Exit(0 if found else console.NOTHING)


@app.command()
def prefix(
    texts: Texts, count: Count = False, limit: Limit = None, length: Length = None, as_json: Json = False
) -> None:
    """Words that start with STRING; it is one of them if it is a word.

    \b
    Example: lexq prefix QUI --length 5-8
    """
    _search("prefix", texts, count, limit, length, as_json)


@app.command()
def suffix(
    texts: Texts, count: Count = False, limit: Limit = None, length: Length = None, as_json: Json = False
) -> None:
    """Words that end with STRING.

    \b
    Example: lexq suffix FUL --count
    """
    _search("suffix", texts, count, limit, length, as_json)


@app.command()
def substring(
    texts: Texts, count: Count = False, limit: Limit = None, length: Length = None, as_json: Json = False
) -> None:
    """Words that contain STRING anywhere, each once.

    \b
    Example: lexq substring AX
    Example: lexq substring UZZ --json | head -3
    """
    _search("substring", texts, count, limit, length, as_json)


@app.command()
def check(
    texts: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words; - reads them from stdin.")],
    missing: Annotated[bool, typer.Option("--missing", "-v", help="Write the words that are none instead.")] = False,
    count: Count = False,
    as_json: Json = False,
) -> None:
    """Which of these are words. The exit code is 0 if all are, 1 if one is not.

    \b
    Example: lexq check QI ZA && echo good play
    Example: lexq check --missing - < list.txt
    """
    lexicon = _open()
    listed = list(_lines(texts))
    answers = lexicon.contains(listed).tolist()
    rows = [(word, valid) for word, valid in zip(listed, answers, strict=True) if not (missing and valid)]
    if count:
        number = sum(valid is not missing for _, valid in rows)
        console.write([console.json_line({"count": number}) if as_json else f"{number}\n"])
    elif as_json:
        console.write([console.json_line({"word": word, "valid": valid}) for word, valid in rows])
    elif console.on_terminal():
        wide = max((len(word) for word in listed), default=0)
        console.write([f"{word:{wide}}  {'yes' if valid else 'no'}\n" for word, valid in rows])
    else:
        normal = lexicon.alphabet
        console.write(
            [
                (normal.decode(normal.encode(word)) if valid else word) + "\n"
                for word, valid in rows
                if valid is not missing
            ]
        )
    raise typer.Exit(0 if all(answers) else console.NOTHING)


app.command("exact", help="The same as check.\n\n\b\nExample: lexq exact QUIXOTRY")(check)


@app.command()
def hooks(
    texts: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words; - reads them from stdin.")],
    inner: Annotated[
        bool, typer.Option("--inner", "-i", help="Also the words that are left without the first or last letter.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Letters that go in front of a word and behind it: front, word, back.

    \b
    Example: lexq hooks ABLE
    Example: lexq hooks CABLES --inner
    """
    from .query.about_word import inner_words

    lexicon = _open()
    found = False
    for word in _lines(texts):
        front, back = lexicon.cross_sets(word)
        valid = word in lexicon
        found = found or bool(front or back)
        tiles = lexicon.alphabet.encode(word)
        spelled = lexicon.alphabet.decode(tiles)
        left = inner_words(lexicon, tiles) if inner else []
        more = "\t" + " ".join(left) if inner else ""
        if as_json:
            row = {"word": spelled, "valid": valid, "front": list(front), "back": list(back)}
            if inner:
                row["inner"] = left
            console.write([console.json_line(row)])
        elif console.on_terminal():
            note = f"   {' '.join(left)}" if left else ""
            note += "" if valid else "   (not a word itself)"
            console.write([f"{' '.join(front) or '-'}  {spelled}  {' '.join(back) or '-'}{note}\n"])
        else:
            console.write([f"{front}\t{spelled}\t{back}{more}\n"])
    raise typer.Exit(0 if found else console.NOTHING)


@app.command()
def cross(
    before: Annotated[str, typer.Option("--before", "-b", metavar="TEXT", help="What stands before the square.")] = "",
    after: Annotated[str, typer.Option("--after", "-a", metavar="TEXT", help="What stands after it.")] = "",
    as_json: Json = False,
) -> None:
    """Letters that make a word on the square between two texts (Gordon's cross set).

    \b
    Example: lexq cross --before PA --after ABLE
    """
    if not before and not after:
        raise typer.BadParameter("expected --before TEXT, --after TEXT, or both")
    letters = _open().cross_set(before, after)
    if as_json:
        console.write([console.json_line({"before": before, "after": after, "letters": list(letters)})])
    elif letters:
        console.write(["\n".join(letters) + "\n"])
    raise typer.Exit(0 if letters else console.NOTHING)


@app.command()
def info(
    word: Annotated[str | None, typer.Argument(metavar="[WORD]", help="A word; without one, the lexicon.")] = None,
    as_json: Json = False,
) -> None:
    """What is known of a word, or of the lexicon itself.

    Of a word: rank, points, hooks, what is left without its first or last letter (inner), anagrams, and in how many
    ways it can be drawn from the full bag, with its place among the words of its length.

    \b
    Example: lexq info QUIXOTRY
    Example: lexq -l nwl.gaddag info --json
    """
    lexicon = _open()
    if word is None:
        facts = _about_lexicon(lexicon)
    else:
        from .query.about_word import about_word

        facts = about_word(lexicon, word)
    if as_json:
        console.write([console.json_line(facts)])
    else:
        wide = max(map(len, facts)) + 2
        console.write([f"{name + ':':{wide}}{_plain(value)}\n" for name, value in facts.items()])
    raise typer.Exit(0 if word is None or facts["valid"] else console.NOTHING)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {number:,}" for name, number in value.items())
    if isinstance(value, list):
        return " ".join(value) or "-"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _about_lexicon(lexicon: Lexicon) -> dict[str, Any]:
    import numpy as np

    lengths = np.bincount(lexicon.words().lengths())
    made = lexicon.provenance
    return {
        "lexicon": str(lexicon.path or "in memory"),
        "words": len(lexicon),
        "alphabet": lexicon.alphabet.name,
        "letters": list(lexicon.alphabet),
        "lengths": {str(n): int(number) for n, number in enumerate(lengths) if number},
        "source": made.get("source", ""),
        "sha256": made.get("sha256", ""),
        "fingerprint": lexicon.fingerprint,
        "made by": f"{made.get('tool', '')} {made.get('version', '')}".strip(),
    }


def main() -> None:
    """Entry point of ``lexq``."""
    console.run(app, "lexq")
