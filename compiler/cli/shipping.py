"""``lexc list``, ``pack`` and ``unpack``: a lexicon as a word list and as a packed file, at the shell."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ... import console
from ...errors import LexkitError, StorageError

__all__ = ["File", "Force", "Output", "list_words", "pack", "refuse_existing", "unpack"]

File = Annotated[str, typer.Argument(metavar="FILE", help="A lexicon: .gaddag, .gaddag.zst, or a name.")]
Output = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite an existing file.")]


def list_words(file: File, output: Output = None, force: Force = False) -> None:
    """The words of a lexicon, one a line: the normalised word list, byte for byte.

    \b
    Example: lexc list nwl.gaddag | diff - nwl.txt
    """
    from ...catalogue import open_named
    from ..verify import listed_words

    opened = open_named(file)
    blocks = listed_words(opened).text(opened.alphabet)
    if output is None:
        console.write(block.decode() for block in blocks)
    else:
        from ...formats.atomic import write_atomically

        refuse_existing(Path(output), force)
        write_atomically(output, blocks)


def pack(file: File, output: Output = None, force: Force = False) -> None:
    """Pack a lexicon for shipping: FILE.zst, which opens like the file itself. Of FILE@EDITION: EDITION.gaddag.zst.

    \b
    Example: lexc pack nwl.gaddag
    """
    from ...catalogue import choose, open_named
    from ...editions import split_edition
    from ...formats.atomic import write_atomically
    from ...formats.packed import pack as packed
    from ..build import packed_target

    source = choose(file)
    if not isinstance(source, Path):
        raise LexkitError("a bundled list is packed already", found=repr(file))
    base, edition = split_edition(source)
    target = Path(output) if output else packed_target(Path(base).with_name(edition) if edition else source)
    refuse_existing(target, force)
    opened, data = packed(open_named(file).path or source if edition else source)
    write_atomically(target, [data])
    console.tell(f"{target}: {len(data) / 1e6:.2f} MB of {opened.sections.size / 1e6:.2f} MB\n")


def unpack(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A packed lexicon: .gaddag.zst.")],
    output: Output = None,
    force: Force = False,
) -> None:
    """Unpack a packed lexicon into the file it was made from.

    \b
    Example: lexc unpack nwl.gaddag.zst
    """
    from ...formats.atomic import write_atomically
    from ...formats.layout import SUFFIX
    from ...formats.packed import unpack as unpacked

    bare = file.removesuffix(".zst")
    target = Path(output) if output else Path(bare if bare.endswith(SUFFIX) else bare + SUFFIX)
    refuse_existing(target, force)
    data = unpacked(file)
    write_atomically(target, [data])
    console.tell(f"{target}: {len(data) / 1e6:.2f} MB\n")


def refuse_existing(target: Path, force: bool) -> None:
    if target.exists() and not force:
        raise StorageError("there is a file of that name", path=target, remedy="overwrite it with --force, or -o FILE")
