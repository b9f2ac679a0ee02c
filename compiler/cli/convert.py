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

    Every file is proved before anything is written, and what is written is read back and compared.

    \b
    Example: lexc convert NWL23.kwg nwl23.gaddag
    Example: lexc convert osps.gaddag osps.kwg
    Example: lexc convert words.kwg words.gaddag --alphabet german
    """
    from ...converting import convert as convert_file

    refuse_existing(Path(target), force, "OUT")
    report = convert_file(source, target, alphabet=alphabet, format=form, source_format=source_form)
    told = f"{report.path}: {console.format_count(report.words, 'word', 'words')}, {report.size / 1e6:.2f} MB"
    lost = [f"{report.format} files do not keep: {', '.join(report.lost)}"] if report.lost else []
    lines = [f"{told}, {report.format} from {report.source_format}, read back and compared", *lost]
    tell_report(report.to_json(), lines, as_json, quiet)
