"""``lexq``: the command line of the runtime.

Its commands are in the other files of this folder and in other apps. The first argument is a command if it is the name
of one. Anything else is a query, as for ``lexq search``: ``lexq BEST`` asks about the word, ``lexq best`` is the
command. Only small letters that look like a command are taken for a typo of it, if more follows or if they are no
word. The exit code is 0 if something was found, 1 if nothing was: see :mod:`lexkit.apps.shell.console`.
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

_CONDITIONS: Final = "Commands, one for each condition"
_BOARDS: Final = "Commands about boards"
_GAMES: Final = "Commands about games"
_PROGRAMS: Final = "Programs"
#: Heading -> command -> the module that declares it, and the first sentence of its help. Other commands for conditions
#: are named by the registry of conditions.
COMMANDS: Final[Table] = {
    "Commands": {
        "check": (".word_commands", "Which of these texts are words."),
        "exact": (".word_commands", "The same as check."),
        "hooks": (".word_commands", "Letters that go in front of a word and behind it: front, word, back."),
        "stems": (
            ".word_commands",
            "The best bingo stems: letters, ways to draw them, tiles that make them a word, and their letters.",
        ),
        "cryptogram": (
            ".word_commands",
            "The texts that a cryptogram may be: each letter stands for one other letter, the same in all words.",
        ),
        "acrostic": (
            ".word_commands",
            "Words that fit the clues of an acrostic and its quotation, which share letters.",
        ),
        "cross": (
            ".word_commands",
            "Letters that make a word on the square between two texts (Gordon's cross set), or on the squares of a "
            "board.",
        ),
        "info": (".word_commands", "The facts about a word, or about the lexicon itself."),
        "build": (".condition_commands", "Words that can be built from TILES."),
    },
    _CONDITIONS: {
        "prefix": (".word_commands", "Words that start with STRING; it is one of them if it is a word."),
        "suffix": (".word_commands", "Words that end with STRING."),
        "substring": (".word_commands", "Words that contain STRING anywhere, each once."),
    },
    "Commands for several conditions": {
        "search": (".search", "Words that a query means: several conditions in one."),
        "batch": (".batch", "Answer a file of queries, in order, a line for each."),
    },
    _BOARDS: {
        "moves": (".board_commands", "Every legal move of a rack with its score, the best first."),
        "best": (".board_commands", "The move of the highest score."),
        "score": (".board_commands", "What a play scores and how that adds up, whether or not its words are words."),
        "judge": (
            ".board_commands",
            "Whether a play is legal, with its score, or exactly why it is not: one sentence.",
        ),
        "simulate": (
            ".look_ahead",
            "How likely each move wins, by playing on with other tiles again and again, the best move first.",
        ),
        "endgame": (".look_ahead", "The best line when the bag is empty, and what the player to move gains by it."),
        "preendgame": (
            ".look_ahead",
            "What each move comes to over all draws of the last 1 to 4 tiles in the bag, the best move first.",
        ),
        "draw": (".draw", "A picture of a position, or of the automaton of a few words."),
    },
    _GAMES: {
        "autoplay": (".autoplay", "Let two players play each other, and tell how it went."),
        "match": (
            ".autoplay",
            "Let two players play pairs of games with the same bag and swapped seats, and tell who is stronger.",
        ),
        "gcg": (".gcg_check_and_show", "Check games in GCG, repair, show, analyse and convert them."),
    },
    _PROGRAMS: {
        "play": ("lexkit.apps.terminal.command", "Play against bots, or against others at this keyboard."),
        "serve": (
            "lexkit.apps.web.command",
            "Games, a search for words and study in the browser, served by this machine.",
        ),
        "quiz": (
            "lexkit.apps.study.command",
            "Study words by spaced repetition: anagrams, hooks, definitions, or what is a word.",
        ),
        "puzzles": ("lexkit.apps.study.command", "Find the best play in positions in which one is far ahead."),
        "wall": ("lexkit.apps.study.command", "A timed round: type all words of 50 racks in four minutes."),
        "sheet": ("lexkit.apps.study.command", "A study list to print: racks with their words, hooks and definitions."),
        "siu": (
            "lexkit.apps.siu.command",
            "Be an engine for front ends: answer lines of the SIU protocol (draft 0.2) until quit.",
        ),
    },
}
#: What may be a typo of a command, and how alike they are then.
_LIKE_A_COMMAND: Final = re.compile("[a-z][a-z!-]*")
_LIKENESS: Final = 0.75
#: Typer's error of usage.
_UsageError: Final[Any] = typer.BadParameter.__mro__[1]


class Commands(LazyGroup):
    """The group of all commands."""

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
        """Return the command that the first argument names, or search, of which the arguments are the query."""
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
    """Say where a number or a query that begins with a hyphen stands, if it was read as an option that there is not."""
    try:
        yield
    except _UsageError as error:
        option = str(getattr(error, "option_name", ""))
        query = next((one for one in args if option and one.startswith(option) and ":" in one), None)
        if query is not None:
            error.message += f". A query that begins with a hyphen stands behind --: lexq -- '{query}'"
        elif option[1:].isdigit():
            error.message += f". A number with a hyphen stands behind --: lexq length -- {option}"
        raise


def _kinds() -> Mapping[str, Kind]:
    """Return the kinds of condition. A command that is none imports no registry."""
    from lexkit.runtime.query.conditions.registry import KINDS

    return KINDS


def means_query(first: str, rest: Sequence[str]) -> bool:
    """Return whether the arguments of ``lexq`` are a query instead of a command, or of a typo of one.

    The lexicon must have been chosen: it is asked whether small letters like those of a command are a word.
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


#: The program.
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
            help="The lexicon to ask.",
        ),
    ] = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", metavar="SECONDS", help="Give up after SECONDS.")
    ] = None,
    fold: Annotated[
        bool, typer.Option("--fold", help="Read É as E, ß as SS in words and queries, if the alphabet lacks them.")
    ] = False,
    no_pager: Annotated[
        bool, typer.Option("--no-pager", help="Use no pager for answers longer than the terminal.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[bool, version_option("lexq")] = False,
) -> None:
    """Ask a lexicon: which words there are, what is in them, and which moves they make on a board.

    Anything but a COMMAND is a query: letters, ? for a blank, or terms like length:7, as search takes them.
    Without -l it is $LEXKIT_LEXICON, else your default (lexc use FILE), else the bundled English list.
    Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 bad input or lexicon, 4 input/output.

    \b
    Example: lexq CARE
    Example: lexq substring AX
    Example: lexq -l nwl.gaddag prefix QU --length 7
    Example: lexq moves board.txt --rack RETAIN? --top 10
    """
    console.debug(debug)
    if fold and any(context.invoked_subcommand in COMMANDS[heading] for heading in (_BOARDS, _GAMES, _PROGRAMS)):
        raise typer.BadParameter("expected a command about words or queries", param_hint="--fold")
    choose_lexicon(lexicon, fold)
    context.obj = lexicon  # what the commands of apps open
    if timeout is not None:
        if not timeout > 0:  # inf is no limit, unlike where seconds are what a search may take
            raise typer.BadParameter(f"expected seconds, more than 0, found {timeout:g}", param_hint="--timeout")
        limit_all(timeout)


def main() -> None:
    """Run ``lexq``."""
    console.run(program, "lexq")
