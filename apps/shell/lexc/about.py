"""``lexc info``, ``verify``, ``stats``, ``use`` and ``doctor``: facts about a lexicon and the installation."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from typing import Annotated, Any, Final

import typer

from lexkit.formats.constants import MAX_LENGTH

from .. import console
from ..command_files import READS_COLUMN, READS_LIST
from ..help_text import wrap_facts
from ..shell_completion import lexicons
from .options import AlphabetName, File, Fold, Json, MaxLength, MinLength, SkipInvalid, tell_skipped

app = typer.Typer(rich_markup_mode=None)


@app.command()
def verify(
    file: File,
    words: Annotated[
        str | None,
        typer.Option("--words", "-w", metavar="WORDS", help="Also compare the words with this list."),
        READS_LIST,
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option("--column", "-c", metavar="NAME=FILE", help="Compare a column with its file; repeatable."),
        READS_COLUMN,
    ] = None,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Compare column definition with the text after each word.")
    ] = False,
    spelling: Annotated[
        bool, typer.Option("--spelling", help="Compare column spelling with the list's spelling.")
    ] = False,
    skip_invalid: SkipInvalid = False,
) -> None:
    """Verify a lexicon: every byte is accounted for, it is safe to walk, and its words match its provenance.

    With --words, it must hold exactly the words of that list. The report names the parts that were not compared.

    \b
    Example: lexc verify nwl.gaddag --words nwl.txt
    Example: lexc verify nwl.gaddag --words nwl.txt --definitions --column freq=freq.csv
    """
    from lexkit.catalogue import open_named
    from lexkit.compiler.verify import verify_list, verify_provenance

    if words is None and (column or definitions or spelling):
        raise typer.BadParameter("needs --words WORDS", param_hint="--column, --definitions or --spelling")
    opened = open_named(file)
    if words is not None:
        shown = verify_list(
            opened, words, skip_invalid, columns=column or (), definitions=definitions, spelling=spelling
        )
        text = f"exactly the {shown.words:,} words of {words}"
    else:
        shown = verify_provenance(opened)
        text = f"sound, {shown.words:,} words as fingerprinted"
    lines = [f"{opened.path}: {text}", *(f"  {note}" for note in shown.notes)]
    console.write([console.shown(line) + "\n" for line in lines])


@app.command()
def stats(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A lexicon, or a word list."), READS_LIST],
    alphabet: AlphabetName = "english",
    min_length: MinLength = 1,
    max_length: MaxLength = MAX_LENGTH,
    skip_invalid: SkipInvalid = False,
    fold: Fold = False,
    minimized: Annotated[
        bool, typer.Option("--minimized", help="Leave out the unminimized automata, which is faster.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Compute Tables II and III of Gordon's paper for any list: DAWG and GADDAG, unminimized to minimized.

    Also shows the edge array of Appel & Jacobson (1988), with 32 or 24 bits per edge, and the size in lexkit's file.

    \b
    Example: lexc stats nwl.gaddag --min-length 2 --max-length 8
    """
    from lexkit.building import resolve_source
    from lexkit.compiler.build import Options, load_words
    from lexkit.compiler.gordon_statistics import format_statistics, statistics
    from lexkit.formats.lexicon_file import LexiconFile

    options = Options(
        alphabet=alphabet, min_length=min_length, max_length=max_length, skip_invalid=skip_invalid, fold=fold
    )
    source = resolve_source(file)
    words, letters = load_words(source if isinstance(source, LexiconFile) else file, options, tell_skipped)
    counted = statistics(words, letters, unminimized=not minimized)
    console.write([console.json_line(counted.to_json()) if as_json else format_statistics(counted)])


@app.command()
def info(file: File, as_json: Json = False) -> None:
    """Show what a lexicon file holds: words, alphabet, sizes, provenance, fingerprint.

    \b
    Example: lexc info nwl.gaddag
    """
    from lexkit.catalogue import open_named
    from lexkit.lexicons.bundled_columns import columns_of

    opened = open_named(file)
    graph = opened.gaddag
    shipped = [name for name in columns_of(opened) if name not in opened.columns]
    facts: dict[str, Any] = {
        "file": str(opened.path),
        "bytes": opened.sections.size,
        "words": graph.word_count,
        "alphabet": opened.alphabet.name,
        "letters": list(opened.alphabet),
        "nodes": graph.nodes,
        "arcs": graph.arcs,
        "sections": {name: len(data) for name, data in opened.sections.data.items()},
        **{
            f"column {name}": {
                "kind": column.kind,
                "bytes": column.size,
                "missing": column.missing,
                **({"sample": sample} if (sample := column.entry.get("sample")) else {}),
            }
            for name, column in opened.columns.items()
        },
        **({} if opened.leaves is None else {"leaves": dict(opened.leaves.made)}),
        **({"other columns": ", ".join(shipped)} if shipped else {}),
        "version": f"read {opened.sections.read_version}, write {opened.sections.write_version}",
        "fingerprint": opened.fingerprint,
        "sha256": opened.sections.sha256(),
    }
    if opened.editions is not None:
        facts["editions"] = dict(zip(opened.editions.names, opened.editions.counts(), strict=True))
        facts["marks"] = {one.name: one.mark for one in opened.editions.listed if one.mark}
    facts |= {f"made from {name}": value for name, value in opened.provenance.items()}
    write_facts(facts, as_json)


def write_facts(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        console.write([console.json_line(facts)])
        return
    wide = max(map(len, facts)) + 2
    lines = [console.shown(f"{name + ':':{wide}}{_format(value)}") for name, value in facts.items()]
    console.write([line + "\n" for line in (wrap_facts(lines, wide) if console.on_terminal() else lines)])


def _format(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_format(number)}" for name, number in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


#: The pip command that recompiles an installed package.
_AGAIN: Final = "pip install --force-reinstall --no-deps --no-cache-dir"


@app.command()
def doctor(as_json: Json = False) -> None:
    """Show how lexkit runs here: compiled or interpreted, versions, folders, the default lexicon.

    \b
    Example: lexc doctor
    """
    import platform
    from importlib.metadata import version

    from lexkit.catalogue import choose, user_folder
    from lexkit.formats import __version__
    from lexkit.formats.compiled_kernels import SLOWER, backend, kernel_states
    from lexkit.formats.user_cache import cache_folder, distrust

    why = distrust(cache_folder())
    states = kernel_states()
    facts: dict[str, Any] = {
        "lexkit": __version__,
        "kernels": backend(),
        "interpreted": [name for name, compiled in states.items() if not compiled] or ["none"],
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        **{name: version(name) for name in ("numpy", "typer", "zstandard")},
        "cache folder": f"{cache_folder()} (not used: {why})" if why else str(cache_folder()),
        "lexicon folder": str(user_folder()),
        "default lexicon": str(choose()),
    }
    write_facts(facts, as_json)
    if backend() != "compiled":
        console.tell(f"lexc: kernels run interpreted, {SLOWER}; {_first_step()}: {install_command()}\n")


def _first_step() -> str:
    """Return the first step towards compiled kernels: compile, or install a compiler."""
    compiler = shlex.split(os.environ.get("CC", "")) or ["cc"]
    if any(map(shutil.which, (compiler[0], "gcc", "clang", "cl"))):
        return "compile them"
    return "no C compiler was found: install gcc or clang, then compile them"


def install_command() -> str:
    """Return the command that reinstalls lexkit from its source, and fails if the kernels do not compile."""
    from importlib.metadata import distributions

    try:
        # A checkout on sys.path may shadow the installed distribution.
        told = [one.read_text("direct_url.json") for one in distributions(name="lexkit")]
        origin = json.loads(next(filter(None, told), "{}"))
    except ValueError:
        origin = {}
    url = str(origin.get("url", ""))
    source = _find_path(url) if url.startswith("file:") else url
    if not source:
        # Installed from an index: take the source, not a prebuilt wheel.
        source = "--no-binary lexkit lexkit"
    elif source.endswith(".whl"):
        source = "FOLDER_OF_ITS_SOURCE"
    else:
        source = shlex.quote(source)
    editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
    return f"LEXKIT_KERNELS=yes {_AGAIN} {editable}{source}"


def _find_path(url: str) -> str:
    """Return the path of a ``file:`` URL."""
    # Imported here because it would slow down every start of lexc.
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return url2pathname(urlsplit(url).path)


@app.command()
def use(
    lexicon: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", autocompletion=lexicons, help="A lexicon: path or name."),
        READS_LIST,
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Return to the bundled English list.")] = False,
) -> None:
    """Make a lexicon your default for lexq and lexkit.open(); without FILE, show the default.

    \b
    Example: lexc use nwl.gaddag
    """
    from lexkit.catalogue import choose, set_default

    if forget:
        set_default(None)
    elif lexicon is not None:
        set_default(lexicon)
    console.write([console.shown(str(choose())) + "\n"])
