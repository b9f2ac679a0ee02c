"""Commands of ``lexq`` about words: prefix, suffix, substring, check, hooks and others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import console
from ..command_files import READS, require_file, require_target
from .answer_options import Shown, showing
from .read_inputs import all_fields, fold_letters, open_lexicon, whole_lines
from .write_answers import answer, answer_split

if TYPE_CHECKING:
    from lexkit.runtime.lexicon.lexicon import Lexicon

app = typer.Typer(rich_markup_mode=None)

#: Words checked at a time.
_PAGE = 4096

Texts = Annotated[list[str], typer.Argument(metavar="STRING...", help="Texts to look for; - reads them from stdin.")]
Count = Annotated[bool, typer.Option("--count", "-c", help="Write only the number of words.")]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON object per line.")]
Limit = Annotated[int | None, typer.Option("--limit", "-n", min=0, metavar="N", help="Write at most N lines.")]


def _answer_each(kind: str, texts: list[str], shown: Shown) -> int:
    lexicon = open_lexicon()
    return sum([answer(getattr(lexicon, kind)(text), shown) for text in all_fields(texts)])


@app.command()
@showing
def prefix(texts: Texts, *, shown: Shown) -> int:
    """Words that start with STRING, including STRING itself if it is a word.

    \b
    Example: lexq prefix QUI --length 5-8
    """
    return _answer_each("prefix", texts, shown)


@app.command()
@showing
def suffix(texts: Texts, *, shown: Shown) -> int:
    """Words that end with STRING.

    \b
    Example: lexq suffix FUL --count
    Example: lexq suffix IER --sort -points,length --limit 20
    """
    return _answer_each("suffix", texts, shown)


@app.command()
@showing
def substring(
    texts: Texts,
    split: Annotated[
        bool,
        typer.Option("--split", help="Write the parts before STRING, STRING, and after it; a line for each place."),
    ] = False,
    *,
    shown: Shown,
) -> int:
    """Words that contain STRING anywhere, each once.

    \b
    Example: lexq substring AX
    Example: lexq substring AX --split | head -3
    Example: lexq substring UZZ --json | head -3
    Example: lexq substring A --offset 5000 --limit 5
    Example: lexq substring ING --csv --columns word,points,alphagram > ing.csv
    """
    if not split:
        return _answer_each("substring", texts, shown)
    if shown.columns or shown.group is not None or shown.marks:
        other = "--columns" if shown.columns else "--group" if shown.group is not None else "--marks"
        raise typer.BadParameter(f"--split and {other} exclude each other")
    lexicon = open_lexicon()
    return sum([answer_split(lexicon.substring(text), text, shown) for text in all_fields(texts)])


@app.command()
def check(
    texts: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD...]", help="Words; - reads them from stdin.")
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(
            "--text",
            metavar="FILE",
            callback=require_target,
            help="Check the spelling of a text file; - reads stdin.",
        ),
        READS,
    ] = None,
    missing: Annotated[bool, typer.Option("--missing", "-v", help="Write only those that are not words.")] = False,
    count: Count = False,
    limit: Limit = None,
    as_json: Json = False,
) -> int:
    """Check which texts are words. The exit code is 0 if all are, 1 if one is not.

    On standard input, words are separated by spaces or line ends. With --text, each misspelled word is a line of fields
    separated by tabs: line number, word, and up to five similar words. Words with digits, single letters, and endings
    such as 's are not checked.

    \b
    Example: lexq check QI ZA && echo good play
    Example: lexq check --missing - < list.txt
    Example: lexq check --text letter.txt
    """
    if (text is None) is not bool(texts):
        raise typer.BadParameter("expected words, or --text FILE")
    lexicon = open_lexicon()
    if text is not None:
        return _check_text(lexicon, text, count, limit, as_json)
    number = 0
    every = True
    words = all_fields(texts or ())
    while page := list(islice(words, _PAGE)):
        answers = list(map(bool, lexicon.core.contains_each(page)))
        every = every and all(answers)
        number += sum(valid is not missing for valid in answers)
        if not count:
            rows = [(word, valid) for word, valid in zip(page, answers, strict=True) if not (missing and valid)]
            lines = list(islice(_write_verdicts(lexicon, rows, max(map(len, page)), missing, as_json), limit))
            limit = None if limit is None else limit - len(lines)
            console.write(lines)
    if count:
        console.write([console.json_line({"count": number}) if as_json else f"{number}\n"])
    return 0 if every else console.NOTHING


def _check_text(lexicon: Lexicon, path: str, count: bool, limit: int | None, as_json: bool) -> int:
    """Write the misspelled words of a text, each as soon as its line was read, and return the exit code."""
    from lexkit.formats.bounded_input import read_blocks
    from lexkit.runtime.query.spell_check import unknown_words

    name = "standard input" if path == "-" else path
    found = unknown_words(lexicon.core, read_blocks(path), name, fold_letters)
    number = 0
    if count:
        number = sum(1 for _ in found)
        console.write([console.json_line({"count": number}) if as_json else f"{number}\n"])
        return console.NOTHING if number else 0
    for number, one in enumerate(found, 1):
        if limit is not None and number > limit:
            break
        if as_json:
            console.write([console.json_line(one._asdict())])
        else:
            console.write([console.shown(f"{one.line}\t{one.word}\t{' '.join(one.near)}", "\t") + "\n"])
    return console.NOTHING if number else 0


def _write_verdicts(
    lexicon: Lexicon, rows: list[tuple[str, bool]], wide: int, missing: bool, as_json: bool
) -> Iterator[str]:
    """Yield the lines of words that were checked."""
    if as_json:
        yield from [console.json_line({"word": word, "valid": valid}) for word, valid in rows]
    elif console.on_terminal():
        yield from [f"{console.shown(word):{wide}}  {'yes' if valid else 'no'}\n" for word, valid in rows]
    else:
        normal = lexicon.alphabet
        for word, valid in rows:
            if valid is not missing:
                yield (normal.decode(normal.encode(word)) if valid else word) + "\n"


app.command("exact", help="The same as check.\n\n\b\nExample: lexq exact QUIXOTRY")(check)


@app.command()
def hooks(
    texts: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words; - reads them from stdin.")],
    inner: Annotated[
        bool, typer.Option("--inner", "-i", help="Also show the words left without the first or last letter.")
    ] = False,
    limit: Limit = None,
    as_json: Json = False,
) -> int:
    """Hooks of each word, on one line: letters in front, the word, letters behind.

    \b
    Example: lexq hooks ABLE
    Example: lexq hooks CABLES --inner
    """
    lexicon = open_lexicon()
    found = False
    for word in islice(all_fields(texts), limit):
        front, back = lexicon.cross_sets(word)
        valid = word in lexicon
        found = found or bool(front or back)
        tiles = lexicon.alphabet.encode(word)
        spelled = lexicon.alphabet.decode(tiles)
        left = _inner_words(lexicon, tiles) if inner else []
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
    return 0 if found else console.NOTHING


def _inner_words(lexicon: Lexicon, tiles: bytes) -> list[str]:
    from lexkit.runtime.words.word_fields import inner_words

    return inner_words(lexicon.core, tiles)


@app.command()
def stems(
    size: Annotated[int, typer.Argument(metavar="[SIZE]", min=1, max=62, help="Number of tiles of a stem.")] = 6,
    best: Annotated[
        int, typer.Option("--best", "--limit", "-n", min=1, metavar="N", help="List the best N stems.")
    ] = 100,
    as_json: Json = False,
) -> int:
    """The best bingo stems: letters, ways to draw them, number of tiles that complete a word, and these tiles.

    Stems are ranked by ways times tiles. The words that contain them: lexq stem 6 --length 7.

    \b
    Example: lexq stems --best 10
    Example: lexq stems 7 --json
    """
    listed = open_lexicon().stems(size, best)
    if as_json:
        console.write(
            [console.json_line(stem._asdict() | {"with_letters": list(stem.with_letters)}) for stem in listed]
        )
    else:
        console.write([f"{stem.letters}\t{stem.ways}\t{stem.tiles}\t{stem.with_letters}\n" for stem in listed])
    return 0 if listed else console.NOTHING


@app.command()
def cryptogram(
    texts: Annotated[list[str], typer.Argument(metavar="TEXT...", help="The text; - reads it from stdin.")],
    given: Annotated[
        list[str] | None, typer.Option("--given", "-g", metavar="X=T", help="X stands for T; repeatable.")
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option("--also", "-a", metavar="WORD", help="A word that the lexicon lacks, such as a name; repeatable."),
    ] = None,
    count: Annotated[bool, typer.Option("--count", "-c", help="Write only the number of solutions.")] = False,
    limit: Limit = None,
    as_json: Json = False,
) -> int:
    """Solve a cryptogram, in which each letter stands for one other letter, the same in all words.

    Solutions with common words (in English), then with common letters, come first. A letter may stand for itself. With
    --json, the key is written too.

    \b
    Example: lexq cryptogram 'XLMW MW XLI XIWX'
    Example: lexq cryptogram 'A XLMW MW E XIWX' --also A --also I --given X=T --limit 10
    """
    text = " ".join(whole_lines(texts))
    pairs = [pair.partition("=") for pair in given or ()]
    if not all(letter and sign and other for letter, sign, other in pairs):
        raise typer.BadParameter(f"expected --given X=T, found {' '.join(given or ())!r}")
    known = {fold_letters(letter): fold_letters(other) for letter, _, other in pairs}
    if len(known) < len(pairs):
        raise typer.BadParameter("the same letter is given twice", param_hint="--given")
    lexicon = open_lexicon()
    with console.said_if_long("lexq: still searching; Ctrl-C stops it"):
        found = lexicon.cryptogram(fold_letters(text), limit, known, list(map(fold_letters, also or ())))
    if count:
        console.write([console.json_line({"count": len(found)}) if as_json else f"{len(found)}\n"])
    elif as_json:
        from lexkit.runtime.query.cryptogram import key_of

        console.write(
            [console.json_line({"text": one, "key": key_of(lexicon.core, fold_letters(text), one)}) for one in found]
        )
    else:
        console.write([f"{one}\n" for one in found])
    return 0 if found else console.NOTHING


@app.command()
def acrostic(
    file: Annotated[str, typer.Argument(metavar="FILE", callback=require_file, help="The acrostic, in TOML."), READS],
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=0, metavar="N", help="Write at most N words for each.")
    ] = 10,
    as_json: Json = False,
) -> int:
    """Find words for the clues of an acrostic and for its quotation, which share letters.

    \b
    FILE has the line quotation = "TH? ??A?", with ? for unknown letters; below [clues], the positions of
    each answer's letters in the quotation, A = "4 1 6 / 2 5", where / ends a word; and below [answers],
    their known letters, A = "?T". Each line has fields separated by tabs: clue (empty for words of the
    quotation), known letters, number of words, words. A word that nothing fits may be a name.

    \b
    Example: lexq acrostic sunday.toml
    """
    from lexkit.runtime.query.acrostic import read_acrostic, solve

    quotation, clues, answers = read_acrostic(file)
    found = solve(open_lexicon().core, quotation, clues, answers)
    for one in found:
        words = one.words[:limit].to_list()
        if as_json:
            row = {"clue": one.entry.name, "letters": one.letters, "count": len(one.words), "words": words}
            console.write([console.json_line(row)])
        else:
            fields = (one.entry.name, one.letters, str(len(one.words)), " ".join(words))
            console.write([console.shown("\t".join(fields), "\t") + "\n"])
    return 0 if any(len(one.words) for one in found) else console.NOTHING


@app.command()
def cross(
    before: Annotated[str, typer.Option("--before", "-b", metavar="TEXT", help="The letters before the square.")] = "",
    after: Annotated[str, typer.Option("--after", "-a", metavar="TEXT", help="The letters after it.")] = "",
    board: Annotated[
        str | None,
        typer.Option("--board", metavar="POSITION", help="A CGP text; a file of CGP or a drawn board; - reads stdin."),
        READS,
    ] = None,
    square: Annotated[
        str | None, typer.Option("--square", metavar="8D", help="Write only this square of the board.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Cross set (Gordon): letters that form a word between two texts, or on the squares of a board.

    \b
    With --board, each empty square beside a tile is a line of fields separated by tabs: square, letters across, letters
    down, points of the adjacent tiles across and down; * is any letter, - is no letter or no adjacent tile.

    \b
    Example: lexq cross --before PA --after ABLE
    Example: lexq cross --board game.cgp --square 9G
    """
    if board is not None:
        if before or after:
            raise typer.BadParameter("--board excludes --before and --after")
        from .cross_command import write_cross_sets

        return write_cross_sets(open_lexicon(), board, square, as_json)
    if square is not None:
        raise typer.BadParameter("--square needs --board")
    if not before and not after:
        raise typer.BadParameter("expected --before TEXT, --after TEXT, or both; or --board POSITION")
    letters = open_lexicon().cross_set(fold_letters(before), fold_letters(after))
    if as_json:
        console.write([console.json_line({"before": before, "after": after, "letters": list(letters)})])
    elif letters:
        console.write(["\n".join(letters) + "\n"])
    return 0 if letters else console.NOTHING


@app.command()
def info(
    word: Annotated[
        str | None, typer.Argument(metavar="[WORD]", help="A word; without it, facts about the lexicon.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Show facts about a word, or about the lexicon itself.

    About a word: rank, points, hooks, the words left without its first or last letter (inner), anagrams, the number
    of ways to draw it from the full bag, and its place by this number among the words of its length; then its
    editions, its mark, its definition and all other columns, if the lexicon has them.

    \b
    Example: lexq info QUIXOTRY
    Example: lexq -l nwl.gaddag info --json
    """
    lexicon = open_lexicon()
    if word is None:
        facts = _about_lexicon(lexicon)
    else:
        from lexkit.runtime.words.word_fields import report_word

        facts = report_word(lexicon.core, fold_letters(word))
    if as_json:
        console.write([console.json_line(facts)])
    else:
        wide = max(map(len, facts)) + 2
        lines = [f"{name + ':':{wide}}{_format_value(value)}" for name, value in facts.items()]
        lines = [console.shown(line, "\n\t" if word else "") for line in lines]
        if console.on_terminal():
            from ..help_text import wrap_facts

            lines = wrap_facts(lines, wide)
        console.write([line + "\n" for line in lines])
    return 0 if word is None or facts["valid"] else console.NOTHING


def _format_value(value: Any) -> str:
    if value is None or value == "":
        return "-"
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
