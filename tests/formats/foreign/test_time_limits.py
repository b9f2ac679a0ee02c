"""Files of other programs under time limits: reading them stops when the time is up."""

import itertools
import signal
import struct
from pathlib import Path
from types import SimpleNamespace

import pytest

import lexkit
from lexkit.base import time_limits as limits
from lexkit.errors import CorruptFileError, TimeLimitError
from lexkit.formats.foreign import fst, marisa
from lexkit.formats.foreign.format_table import FORMATS, Format, Source, format_named


@pytest.fixture
def by_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make time limits count looks at the clock, whatever the speed of the machine."""
    ticks = itertools.count()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: next(ticks)))


def written(form: Format, lexicon: lexkit.Lexicon, folder: Path) -> Path:
    if form.name == "marisa":
        pytest.importorskip("marisa_trie", exc_type=ImportError)
    source = folder / "source.gaddag"
    source.write_bytes(lexicon.to_bytes())
    return lexkit.convert(source, folder / f"english{form.suffixes[0]}", format=form.name).path


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_any_look_at_the_clock_may_be_the_last(form: Format, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(form, lexkit.build(["CARE", "CARES", "RACE", "SCARES"]), tmp_path)
    for looks in range(100):
        monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / str(looks)))
        ticks = iter(range(10**6))
        monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda ticks=ticks: next(ticks)))
        try:
            with lexkit.within(looks + 0.5):
                found = lexkit.open(path)
            break
        except TimeLimitError:
            pass
    assert looks > 6
    assert len(found) == (3 if form.name == "kad" else 4)


@pytest.mark.sweep
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_long_file_is_given_up(form: Format, english: lexkit.Lexicon, tmp_path: Path, by_looks: None) -> None:
    path = written(form, english, tmp_path)
    looks = 5 if form.name == "marisa" else 50  # its package reads in a process of its own, which cannot look
    with pytest.raises(TimeLimitError), lexkit.within(looks):
        lexkit.open(path)


def test_the_sum_of_a_long_file(by_looks: None) -> None:
    """Found: two megabytes took 0.2 s to sum, without a look at the clock."""
    data = struct.pack("<QQ", 3, 0) + bytes(1 << 21)
    with pytest.raises(TimeLimitError), lexkit.within(5):
        format_named("fst").read(Source(data, None, 26))
    assert fst.checksum_of(b"123456789" * 4000) != fst.checksum_of(b"123456789" * 3999)


def test_whose_limit_ends_the_reader_of_marisa(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller's is no fault of the file; that of the reader is."""
    pytest.importorskip("marisa_trie", exc_type=ImportError)
    monkeypatch.setattr(marisa, "_CODE", "import time; time.sleep(60)")
    source = Source(b"We love Marisa.", "a.marisa", 26)
    with lexkit.within(0.02), pytest.raises(TimeLimitError):
        marisa.read_marisa(source)
    monkeypatch.setattr(marisa, "_SECONDS", 0.005)
    with pytest.raises(CorruptFileError, match=r"an end after 0\.02 seconds"):
        marisa.read_marisa(source)
    with lexkit.within(60), pytest.raises(CorruptFileError):
        marisa.read_marisa(source)
    if hasattr(signal, "SIGXCPU"):
        monkeypatch.setattr(marisa, "_SECONDS", 20)  # on a busy machine Python does not start in 0.02
        monkeypatch.setattr(marisa, "_CODE", "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)")
        with pytest.raises(CorruptFileError, match=f"the reader ended with -{int(signal.SIGXCPU)}"):
            marisa.read_marisa(source)
