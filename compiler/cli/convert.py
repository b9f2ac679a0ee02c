"""``lexc convert``: lexicons to and from the files of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from ... import console
from ...complete_names import alphabets, formats, lexicons_and_others
from ...declared_commands import App, Argument, Option
from .options import Force, Json, Quiet, refuse_existing, tell_report

app = App()


@app.command()
def convert(
    source: Annotated[
        str,
        Argument(
            metavar="IN", autocompletion=lexicons_and_others, help="A lexicon, a word list, or another program's file."
        ),
    ],
    target: Annotated[str, Argument(metavar="OUT", help="The file to write; its name says the format.")],
    alphabet: Annotated[
        str | None,
        Option(
            "--alphabet", "-a", metavar="NAME", autocompletion=alphabets, help="Of IN; by default, what its name means."
        ),
    ] = None,
    form: Annotated[
        str | None,
        Option("--format", metavar="NAME", autocompletion=formats, help="The format of OUT, if its name says none."),
    ] = None,
    source_form: Annotated[
        str | None,
        Option("--from", metavar="NAME", autocompletion=formats, help="The format of IN, if it does not say it."),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Convert a lexicon into a file of another program, or such a file into a lexicon.

    Every file is proved before anything is written. A lexicon, or a file for another program, is read back and
    compared before it gets its name. Files of leave values are converted too.

    \b
    Example: lexc convert NWL23.kwg nwl23.gaddag
    Example: lexc convert osps.gaddag osps.kwg
    Example: lexc convert words.kwg words.gaddag --alphabet german
    """
    from ...converting import convert as convert_file
    from ...formats.foreign.format_table import TEXT
    from ...leaves import is_of_leaves

    refuse_existing(Path(target), force, "")
    report = convert_file(source, target, alphabet=alphabet, format=form, source_format=source_form)
    of_leaves = is_of_leaves(str(report.path))
    counted = console.format_count(report.words, *(("leave", "leaves") if of_leaves else ("word", "words")))
    size = (
        f"{report.size / 1e6:.2f} MB" if report.size >= 10_000 else console.format_count(report.size, "byte", "bytes")
    )
    told = f"{report.path}: {counted}, {size}, {report.format} from {report.source_format}"
    if not of_leaves and report.format != TEXT:
        told += ", read back and compared"
    lost = [f"{report.format} files do not keep: {', '.join(report.lost)}"] if report.lost else []
    tell_report(report.to_json(), [told, *lost], as_json, quiet)
