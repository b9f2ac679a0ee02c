"""``lexc info``, and facts of any kind: a name and a value a line, or one JSON object."""

from __future__ import annotations

from typing import Any

from ... import console
from ...declared_commands import App
from ...help_text import wrap_facts
from .options import File, Json

app = App()


@app.command()
def info(file: File, as_json: Json = False) -> None:
    """Show what a lexicon file holds: words, alphabet, sizes, provenance, fingerprint.

    \b
    Example: lexc info nwl.gaddag
    """
    from ...catalogue import open_named

    opened = open_named(file)
    graph = opened.gaddag
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
            f"column {name}": {"kind": column.kind, "bytes": column.size, "missing": column.missing}
            for name, column in opened.columns.items()
        },
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
