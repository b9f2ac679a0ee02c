"""``lexq``: ask a lexicon from the shell.

The commands are in the other files of this folder and in other apps. If the first argument is not the name of a
command, the arguments are a query, as for ``lexq search``: ``lexq BEST`` asks about the word, ``lexq best`` runs the
command. A first argument in lower case that resembles a command is reported as a typo if more arguments follow or if
it is not a word. Exit codes: see :mod:`lexkit.apps.shell.console`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import typer

from lexkit.base.time_limits import limit_all

from .. import console
from ..help_text import program_settings, version_option
from ..lazy_group import LazyGroup, Table
from ..shell_completion import lexicons_and_others as complete_lexicons
from .read_inputs import choose_lexicon, chosen_lexicon, fold_letters, open_lexicon

if TYPE_CHECKING:
    from lexkit.runtime.query.conditions.registry import Kind

_CONDITIONS: Final = "Commands for one condition"
_BOARDS: Final = "Commands about boards"
_GAMES: Final = "Commands about games"
_PROGRAMS: Final = "Programs"
#: Maps a heading to its commands, and a command to its module and the first sentence of its help. The registry of
#: conditions adds the other commands for conditions.
COMMANDS: Final[Table] = {
    "Commands": {
        "check": (".word_commands", "Check which texts are words."),
        "exact": (".word_commands", "The same as check."),
        "hooks": (".word_commands", "Hooks of each word, on one line: letters in front, the word, letters behind."),
        "stems": (
            ".word_commands",
            "The best bingo stems: letters, ways to draw them, number of tiles that complete a word, and these tiles.",
        ),
        "cryptogram": (
            ".word_commands",
            "Solve a cryptogram, in which each letter stands for one other letter, the same in all words.",
        ),
        "acrostic": (
            ".word_commands",
            "Find words for the clues of an acrostic and for its quotation, which share letters.",
        ),
        "cross": (
            ".word_commands",
            "Cross set (Gordon): letters that form a word between two texts, or on the squares of a board.",
        ),
        "info": (".word_commands", "Show facts about a word, or about the lexicon itself."),
        "build": (".condition_commands", "Words that can be built from TILES."),
    },
    _CONDITIONS: {
        "prefix": (".word_commands", "Words that start with STRING, including STRING itself if it is a word."),
        "suffix": (".word_commands", "Words that end with STRING."),
        "substring": (".word_commands", "Words that contain STRING anywhere, each once."),
    },
    "Commands for combined conditions": {
        "search": (".search", "Words that match a query, which may combine several conditions."),
        "batch": (".batch", "Answer the queries in a file, in order, one line for each."),
    },
    _BOARDS: {
        "moves": (".board_commands", "All legal moves of a rack with their scores, best first."),
        "best": (".board_commands", "The highest-scoring move."),
        "score": (
            ".board_commands",
            "Show what a play scores and how the score adds up, even if its words are not valid.",
        ),
        "judge": (
            ".board_commands",
            "Judge whether a play is legal: show its score, or say in one sentence why it is not.",
        ),
        "simulate": (
            ".look_ahead",
            "Estimate how likely each move wins by playing on many times with random tiles, best move first.",
        ),
        "endgame": (".look_ahead", "Find the best line of play when the bag is empty, and the spread that it gains."),
        "preendgame": (
            ".look_ahead",
            "Evaluate each move over all draws of the last 1 to 4 tiles in the bag, best move first.",
        ),
        "draw": (".draw", "Draw a position, or the automaton of a few words."),
    },
    _GAMES: {
        "autoplay": (".autoplay", "Play games between two players and report the results."),
        "match": (
            ".autoplay",
            "Play pairs of games between two players, with the same bag and swapped seats, and report who is stronger.",
        ),
        "gcg": (
            ".gcg_check_and_show",
            "Check games in GCG, repair, show, analyse and convert them, and infer tiles from plays.",
        ),
    },
    _PROGRAMS: {
        "play": ("lexkit.apps.terminal.command", "Play against bots, or against others at this keyboard."),
        "serve": (
            "lexkit.apps.web.command",
            "Serve games, word search and study in the browser from this machine.",
        ),
        "quiz": (
            "lexkit.apps.study.command",
            "Study words by spaced repetition: anagrams, hooks, definitions, or which words are valid.",
        ),
        "puzzles": ("lexkit.apps.study.command", "Find the best play in positions where one play is far ahead."),
        "wall": ("lexkit.apps.study.command", "A timed round: type all words of 50 racks in four minutes."),
        "sheet": ("lexkit.apps.study.command", "A study list to print: racks with their words, hooks and definitions."),
        "siu": (
            "lexkit.apps.siu.command",
            "Run as an engine for front ends: answer SIU protocol lines (draft 0.2) until quit.",
        ),
    },
}
#: Matches a text that may be a typo of a command.
_LIKE_A_COMMAND: Final = re.compile("[a-z][a-z!-]*")
_LIKENESS: Final = 0.75
#: Base class of typer's usage errors.
_UsageError: Final[Any] = typer.BadParameter.__mro__[1]


class Commands(LazyGroup):
    """All commands of ``lexq``."""

    package = __package__ or ""
    table: ClassVar[Table] = COMMANDS

    def whole_table(self) -> Table:
        named = {name: (".condition_commands", f"{kind.help}.") for name, kind in _kinds().items()}
        return {**COMMANDS, _CONDITIONS: {**named, **COMMANDS[_CONDITIONS]}}

    def find_app(self, name: str) -> typer.Typer | None:
        found = super().find_app(name)
        if found is None and name in _kinds():
            from .condition_commands import app_of

            return app_of(name)
        return found

    def asked_lexicon(self) -> str | None:
        return chosen_lexicon()

    def suggest(self, name: str) -> str:
        return f"{super().suggest(name)} As letters: lexq {name.upper()}"

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the command that the first argument names, or search with all arguments as the query."""
        choose_lexicon(ctx.params.get("lexicon"), bool(ctx.params.get("fold")))
        if not ctx.resilient_parsing and means_query(args[0], args[1:]):
            args = ["search", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _telling_of_hyphens([*args]):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        with console.paged(not ctx.params.get("no_pager")), _telling_of_hyphens():
            return super().invoke(ctx)


@contextmanager
def _telling_of_hyphens(args: Sequence[str] = ()) -> Iterator[None]:
    """Add to the error about an unknown option that a number or query beginning with a hyphen goes after ``--``."""
    try:
        yield
    except _UsageError as error:
        option = str(getattr(error, "option_name", ""))
        query = next((one for one in args if option and one.startswith(option) and ":" in one), None)
        if query is not None:
            error.message += f". A query that begins with a hyphen goes after --: lexq -- '{query}'"
        elif option[1:].isdigit():
            error.message += f". A number with a hyphen goes after --: lexq length -- {option}"
        raise


def _kinds() -> Mapping[str, Kind]:
    """Return the registry of conditions, imported only when needed."""
    from lexkit.runtime.query.conditions.registry import KINDS

    return KINDS


def means_query(first: str, rest: Sequence[str]) -> bool:
    """Return whether the arguments of ``lexq`` are a query, rather than a command or a typo of one.

    The lexicon must have been chosen: a text in lower case that resembles a command is a query if it is a word.
    """
    listed = {name for names in COMMANDS.values() for name in names}
    if first in listed or first in _kinds():
        return False
    if not _LIKE_A_COMMAND.fullmatch(first):
        return True
    from lexkit.base.errors import likely_names

    if not likely_names(first, [*listed, *_kinds()], 1, _LIKENESS):
        return True
    alone = not rest or rest[0].startswith("-")
    return alone and fold_letters(first) in open_lexicon()


#: The typer application.
program = typer.Typer(name="lexq", cls=Commands, **program_settings())


@program.callback()
def choose(
    context: typer.Context,
    lexicon: Annotated[
        str | None,
        typer.Option(
            "--lexicon",
            "-l",
            metavar="NAME or FILE",
            autocompletion=complete_lexicons,
            envvar="LEXKIT_LEXICON",
            help="The lexicon to use.",
        ),
    ] = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", metavar="SECONDS", help="Give up after SECONDS.")
    ] = None,
    fold: Annotated[
        bool, typer.Option("--fold", help="Read É as E, ß as SS in words and queries if the alphabet lacks them.")
    ] = False,
    no_pager: Annotated[bool, typer.Option("--no-pager", help="Do not show long answers in a pager.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[bool, version_option("lexq")] = False,
) -> None:
    """Find words in a lexicon, and the moves that they make on a board.

    Anything but a COMMAND is a query: letters, ? for a blank, or terms like length:7 (see lexq search --help). Without
    -l, lexq uses $LEXKIT_LEXICON, else your default (lexc use FILE), else the bundled English list.
    Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 bad input or lexicon, 4 input/output.

    \b
    Example: lexq CARE
    Example: lexq substring AX
    Example: lexq -l nwl.gaddag prefix QU --length 7
    Example: lexq moves board.txt --rack RETAIN? --top 10
    """
    console.debug(debug)
    if fold and any(context.invoked_subcommand in COMMANDS[heading] for heading in (_BOARDS, _GAMES, _PROGRAMS)):
        raise typer.BadParameter("only commands about words and queries take it", param_hint="--fold")
    choose_lexicon(lexicon, fold)
    context.obj = lexicon  # the commands of other apps open it
    if timeout is not None:
        if not timeout > 0:  # inf means no limit; require_seconds refuses it for searches
            raise typer.BadParameter(f"expected seconds, more than 0, found {timeout:g}", param_hint="--timeout")
        limit_all(timeout)


def main() -> None:
    """Run ``lexq``."""
    console.run(program, "lexq")
