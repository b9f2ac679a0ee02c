"""Versions and files of a release, without making one."""

import importlib
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

import lexkit

ROOT = Path(__file__).parents[2]


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("release")


def test_the_version_is_written_in_every_place(release: Any) -> None:
    for name, pattern in release.VERSIONS.items():
        (found,) = re.finditer(pattern, (ROOT / name).read_text("utf-8"))
        assert found[0] == f"{found[1]}{lexkit.__version__}{found[2]}", name


def test_the_readers_are_packed_with_a_lexicon_and_its_licence(release: Any, tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in ("readers/js/lexkit.js", "lexicons/english.LICENSE.txt", "LICENSE", "formats/SPEC.md", "docs/embed.md"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(f"{name}\n", "utf-8")
    lexicon = tmp_path / "made.gaddag"
    lexkit.build(["CARE"], lexicon)
    targets = [tmp_path / name / "lexkit-readers-1.zip" for name in ("one", "two")]
    for target in targets:
        target.parent.mkdir()
        release.pack_readers(source, lexicon, target, 1_700_000_000)
    assert targets[0].read_bytes() == targets[1].read_bytes()
    with zipfile.ZipFile(targets[0]) as archive:
        files = {name.removeprefix("lexkit-readers-1/"): archive.read(name) for name in archive.namelist()}
    assert files["english.gaddag"] == lexicon.read_bytes()
    assert files["english.LICENSE.txt"] == b"lexicons/english.LICENSE.txt\n"
    assert sorted(files) == [
        "LICENSE", "SPEC.md", "embed.md", "english.LICENSE.txt", "english.gaddag", "readers/js/lexkit.js",
    ]  # fmt: skip
