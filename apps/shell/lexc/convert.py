"""``lexc convert``, ``list``, ``pack`` and ``unpack``: lexicons in other forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from lexkit.base.errors import LexkitError

from .. import console
from ..command_files import READS, READS_LIST, WRITES, require_target
from ..shell_completion import alphabets, formats, lexicons_and_others
from .options import File, Fold, Force, Json, Limit, Output, Quiet, SkipInvalid, refuse_existing, tell_report

app = typer.Typer(rich_markup_mode=None)


@app.command()
def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", autocompletion=lexicons_and_others, help="A lexicon, a word list, or another program's file."
        ),
        READS_LIST,
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write; its suffix gives the format."), WRITES
    ],
    alphabet: Annotated[
        str | None,
        typer.Option(
            "--alphabet",
            "-a",
            metavar="NAME|auto",
            autocompletion=alphabets,
            help="The alphabet of IN: a name, a file, or auto for its own letters; by default, by its name.",
        ),
        READS,
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="NAME", autocompletion=formats, help="The format of OUT, if its suffix does not tell."
        ),
    ] = None,
    source_form: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="NAME", autocompletion=formats, help="The format of IN, if it cannot be recognised."
        ),
    ] = None,
    fold: Fold = False,
    skip_invalid: SkipInvalid = False,
    force: Force = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Convert a lexicon into another program's file, or such a file into a lexicon.

    The input is verified before anything is written. A lexicon, or a file for another
    program, is read back and compared before it gets its name. Files of leave values can be converted too.

    \b
    Example: lexc convert NWL23.kwg nwl23.gaddag
    Example: lexc convert osps.gaddag osps.kwg
    Example: lexc convert words.kwg words.gaddag --alphabet german
    Example: lexc convert words.marisa words.gaddag --alphabet auto --skip-invalid
    """
    from lexkit.converting import convert as convert_file
    from lexkit.formats.foreign.format_table import TEXT
    from lexkit.leaves import is_of_leaves

    refuse_existing(Path(target), force, "")
    report = convert_file(
        source, target, alphabet=alphabet, format=form, source_format=source_form, skip_invalid=skip_invalid, fold=fold
    )
    of_leaves = is_of_leaves(str(report.path))
    counted = console.format_count(report.words, *(("leave", "leaves") if of_leaves else ("word", "words")))
    size = (
        f"{report.size / 1e6:.2f} MB" if report.size >= 10_000 else console.format_count(report.size, "byte", "bytes")
    )
    told = f"{report.path}: {counted}, {size}, {report.format} from {report.source_format}"
    if not of_leaves and report.format != TEXT:
        told += ", read back and compared"
    lost = [f"{report.format} files do not keep: {', '.join(report.lost)}"] if report.lost else []
    if report.invalid:
        told += f" ({console.format_count(report.invalid, 'invalid line', 'invalid lines')} skipped)"
    skipped = [f"  skipped line {line}, column {column}: {found}" for line, column, found in report.shown]
    tell_report(report.to_json(), [told, *lost, *skipped], as_json, quiet)


@app.command("list")
def list_words(
    file: File,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", callback=require_target, help="Where to write; - is standard output."
        ),
        WRITES,
    ] = None,
    limit: Limit = None,
    force: Force = False,
) -> None:
    """List the words of a lexicon, one per line: the normalised word list, byte for byte.

    \b
    Example: lexc list nwl.gaddag | diff - nwl.txt
    Example: lexc list nwl.gaddag --limit 10
    """
    from lexkit.catalogue import open_named
    from lexkit.compiler.lists.sorted_words import spell_words

    opened = open_named(file)
    blocks = spell_words(opened.gaddag).text(opened.alphabet)
    if limit is not None:
        blocks = _first_lines(blocks, limit)
    if output is None or output == "-":
        console.write(block.decode() for block in blocks)
    else:
        from lexkit.formats.atomic import write_atomically

        refuse_existing(Path(output), force)
        write_atomically(output, blocks)


def _first_lines(blocks: Iterable[bytes], limit: int) -> Iterator[bytes]:
    """Yield the first ``limit`` lines of blocks that consist of whole lines."""
    for block in blocks if limit else ():
        lines = block.splitlines(keepends=True)[:limit]
        yield b"".join(lines)
        limit -= len(lines)
        if not limit:
            return


@app.command()
def pack(file: File, output: Output = None, force: Force = False) -> None:
    """Pack a lexicon into FILE.zst, which opens like the file itself; FILE@EDITION gives EDITION.gaddag.zst.

    \b
    Example: lexc pack nwl.gaddag
    """
    from lexkit.catalogue import choose, open_named, split_edition
    from lexkit.formats.atomic import packed_target, write_atomically
    from lexkit.formats.packed_lexicon import pack as packed

    source = choose(file)
    if not isinstance(source, Path):
        raise LexkitError("a bundled list is packed already", found=repr(file))
    base, edition = split_edition(source)
    target = Path(output) if output else packed_target(Path(base).with_name(edition) if edition else source)
    refuse_existing(target, force)
    opened, data = packed(open_named(file).path or source if edition else source)
    write_atomically(target, [data])
    console.tell(f"{target}: {len(data) / 1e6:.2f} MB of {opened.sections.size / 1e6:.2f} MB\n")


@app.command()
def unpack(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A packed lexicon: .gaddag.zst."), READS],
    output: Output = None,
    force: Force = False,
) -> None:
    """Unpack a packed lexicon into the file it was made from.

    \b
    Example: lexc unpack nwl.gaddag.zst
    """
    from lexkit.formats.atomic import write_atomically
    from lexkit.formats.constants import SUFFIX
    from lexkit.formats.packed_lexicon import unpack as unpacked

    bare = file[:-4] if file.lower().endswith(".zst") else file
    target = Path(output) if output else Path(bare if bare.lower().endswith(SUFFIX) else bare + SUFFIX)
    if target.exists() and file == bare:  # FILE is not packed: report that before an existing target
        unpacked(file)
    refuse_existing(target, force)
    data = unpacked(file)
    write_atomically(target, [data])
    console.tell(f"{target}: {len(data) / 1e6:.2f} MB\n")
