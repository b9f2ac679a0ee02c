"""What lexkit writes unasked follows no link, and nothing is kept where others may write."""

from __future__ import annotations

import gc
import grp
import os
import pickle
import pwd
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import lexkit
from lexkit import catalogue
from lexkit.formats import user_cache
from lexkit.formats.atomic import write_atomically
from lexkit.formats.packed_lexicon import pack
from lexkit.formats.user_cache import _is_private, cache_folder, distrust

pytestmark = pytest.mark.skipif(os.name == "nt", reason="folders have owners and modes")


@pytest.fixture
def merged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A lexicon whose edition is extracted into the cache when it is opened; the cache's folder is there, empty."""
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir(mode=0o700)
    lexkit.merge({"one": ["AA", "AB"], "two": ["AB", "QI"]}, tmp_path / "both.gaddag")
    return f"{tmp_path / 'both.gaddag'}@one"


def cached() -> Path:
    (entry,) = cache_folder().iterdir()
    return entry


def test_a_new_folder_is_the_users_alone(merged: str) -> None:
    cache_folder().rmdir()
    lexkit.open(merged)
    assert stat.S_IMODE(cache_folder().stat().st_mode) & 0o077 == 0


@pytest.mark.parametrize("there", [True, False])
def test_a_link_in_the_cache_is_replaced(merged: str, there: bool, tmp_path: Path) -> None:
    lexkit.open(merged)
    entry, victim = cached(), tmp_path / "victim"
    entry.unlink()
    if there:
        victim.write_bytes(b"mine")
    entry.symlink_to(victim)
    assert list(lexkit.open(merged)) == ["AA", "AB"]
    assert victim.exists() == there
    assert not there or victim.read_bytes() == b"mine"
    assert not entry.is_symlink()


@pytest.mark.parametrize("there", [True, False])
def test_the_default_replaces_a_link(there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXKIT_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    victim = tmp_path / "victim"
    if there:
        victim.write_text("mine")
    (tmp_path / "home" / "default").symlink_to(victim)
    lexkit.build(["AA"], tmp_path / "x.gaddag")
    catalogue.set_default(str(tmp_path / "x.gaddag"))
    assert catalogue.default_lexicon() == tmp_path / "x.gaddag"
    assert victim.exists() == there
    assert not there or victim.read_text() == "mine"


def test_a_file_that_the_user_names_is_written_through_its_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert write_atomically(tmp_path / "link", [b"1"]) == (tmp_path / "real").resolve()
    assert (tmp_path / "link").is_symlink()
    assert write_atomically(tmp_path / "link", [b"2"], follow=False) == tmp_path.resolve() / "link"
    assert (tmp_path / "real").read_bytes() == b"1"
    assert not (tmp_path / "link").is_symlink()


@pytest.mark.parametrize(("mode", "why"), [(0o777, "anyone"), (0o1777, "anyone"), (0o702, "anyone"), (0o700, None)])
def test_a_folder_where_others_write_is_not_used(merged: str, mode: int, why: str | None) -> None:
    cache_folder().chmod(mode)
    found = distrust(cache_folder())
    assert found is None if why is None else found and why in found
    assert list(lexkit.open(merged)) == ["AA", "AB"]
    assert len(list(cache_folder().iterdir())) == (why is None)


def test_what_others_put_there_is_not_read(merged: str) -> None:
    lexkit.open(merged)
    lexkit.build(["ZZ"], cached())
    assert list(lexkit.open(merged)) == ["ZZ"], "who may write the cache can change words"
    cache_folder().chmod(0o777)
    assert list(lexkit.open(merged)) == ["AA", "AB"]


def test_a_folder_of_another_user(merged: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = cache_folder().stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert distrust(cache_folder()) == (None if owner == 0 else "it belongs to another user")
    if owner == 0 and os.getuid() == 0:
        os.chown(cache_folder(), 54321, 54321)
        assert distrust(cache_folder()) == "it belongs to another user"


@pytest.mark.parametrize("group", [0, 500])
@pytest.mark.parametrize(
    ("user", "members", "private"),
    [
        ("ann", [], True),
        ("ann", ["ann"], True),
        ("ann", ["root"], True),
        ("ann", ["ann", "bob"], False),
        (None, [], False),
    ],
)
def test_groups_that_are_private(
    user: str | None, members: list[str], private: bool, group: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found: group 0 was taken for private whoever was in it."""

    def find_user(number: int) -> Any:
        if user is None:
            raise KeyError(number)
        return SimpleNamespace(pw_name=user, pw_gid=500)

    monkeypatch.setattr(pwd, "getpwuid", find_user)
    monkeypatch.setattr(grp, "getgrgid", lambda number: SimpleNamespace(gr_mem=members))
    # Containers run users without a name in group 0.
    assert _is_private(group) == (private or (user is None and group == 0))


def test_a_group_that_has_others_in_it(merged: str) -> None:
    cache_folder().chmod(0o770)
    private = cache_folder().stat().st_gid == 0
    assert private or distrust(cache_folder()) in (None, "its group may write there")
    if os.getuid() == 0:
        os.chown(cache_folder(), -1, 54321)
        cache_folder().chmod(0o770)
        assert distrust(cache_folder()) == "its group may write there"


def _packed(folder: Path, words: list[str]) -> Path:
    lexkit.build(words, folder / "one.gaddag", lexkit.Options(alphabet="english"))
    path = folder / f"{words[0]}.gaddag.zst"
    path.write_bytes(pack(folder / "one.gaddag")[1])
    return path


def _entries() -> set[str]:
    return {entry.name for entry in cache_folder().iterdir()}


def test_what_was_used_longest_ago_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: every packed file ever opened stayed in the cache for good."""
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    paths = [_packed(tmp_path, [word, "QI"]) for word in ("AA", "AB", "AD", "AE", "AG")]
    names = []
    for age, path in zip((400, 300, 200), paths, strict=False):
        before = _entries() if names else set()
        lexkit.open(path)
        (name,) = _entries() - before
        names.append(name)
        os.utime(cache_folder() / name, (1_700_000_000 - 86_400 * age,) * 2)
    mine = cache_folder() / "mine.gaddag"
    mine.write_bytes(bytes(1000))
    os.utime(mine, (0, 0))
    size = (cache_folder() / names[0]).stat().st_size
    held = lexkit.open(paths[1])  # used again now, so that it is the youngest; then marked as old, but open
    assert (cache_folder() / names[1]).stat().st_mtime > 1_700_000_000
    os.utime(cache_folder() / names[1], (0, 0))
    monkeypatch.setattr(user_cache, "MAX_CACHE", 3 * size + size // 2)
    lexkit.open(paths[3])
    assert {names[1], names[2], "mine.gaddag"} < _entries(), "one that is open, or no entry, was removed"
    assert names[0] not in _entries()
    assert len(_entries()) == 4
    assert list(pickle.loads(pickle.dumps(held))) == ["AB", "QI"]
    del held
    gc.collect()
    monkeypatch.setattr(user_cache, "MAX_CACHE", 1)
    last = lexkit.open(paths[4])
    assert len(_entries()) == 2, "the one just made stays, and what is no entry"
    assert list(last) == ["AG", "QI"]


def test_another_process_has_an_entry_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    paths = [_packed(tmp_path, [word, "QI"]) for word in ("AA", "AB", "AD")]
    program = "import sys, lexkit; lex = lexkit.open(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", program, str(paths[0])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        monkeypatch.setattr(user_cache, "MAX_CACHE", 1)
        lexkit.open(paths[1])
        assert len(_entries()) == 2
        other.communicate()
    gc.collect()
    lexkit.open(paths[2])
    assert len(_entries()) == 1
