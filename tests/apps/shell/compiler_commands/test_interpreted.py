"""Users are told once that kernels are not compiled, and how much slower that is, and nothing else changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lexkit
from lexkit.formats.user_cache import cache_folder, mark_once, say_if_interpreted
from tests import forked
from tests.apps.shell.shell import Ended

TOLD = "lexkit: kernels are not compiled: the same answers, 20 to 300 times slower; see lexc doctor\n"
WORDS = ["AB", "ZA"]
AS_ROOT = os.name != "nt" and os.geteuid() == 0


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test's own, which is not made yet."""
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "deep" / "cache"))
    return tmp_path / "deep" / "cache"


def program(name: str, *arguments: str, compiled: bool = False, **environment: str) -> Ended:
    """Run a program on kernels that say that they are interpreted, or compiled."""
    code = "from lexkit.apps.shell import console; from lexkit.formats import compiled_kernels; "
    code += f"compiled_kernels.runs_compiled = lambda: {compiled}; console.{name}()"
    done = forked.run(code, *arguments, environment=environment)
    return Ended(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("name", ["lexc", "lexq"])
@pytest.mark.parametrize("arguments", [["check", "ZA", "--json"], ["info"], ["--version"], ["nonsense"]])
def test_the_first_command_says_it_and_no_other(cache: Path, few: str, name: str, arguments: list[str]) -> None:
    first, second, third = (program(name, *arguments, LEXKIT_LEXICON=few, LEXKIT_CACHE=str(cache)) for _ in range(3))
    assert first.stderr == TOLD + second.stderr
    assert TOLD not in second.stderr
    assert (second.stderr, second.stdout, second.returncode) == (third.stderr, first.stdout, first.returncode)
    (mark,) = cache.iterdir()
    assert mark.stat().st_size == 0


def test_compiled_kernels_say_nothing(cache: Path, few: str) -> None:
    done = program("lexq", "check", "ZA", compiled=True, LEXKIT_LEXICON=few, LEXKIT_CACHE=str(cache))
    assert (done.stderr, cache.exists()) == ("", False)


def test_doctor_help_and_completion_leave_it_to_the_next_command(cache: Path, few: str) -> None:
    here = {"LEXKIT_CACHE": str(cache), "LEXKIT_LEXICON": few}
    asked = {"_LEXQ_COMPLETE": "complete_bash", "COMP_WORDS": "lexq che", "COMP_CWORD": "1"}
    assert program("lexq", **here, **asked).stderr == ""
    assert TOLD not in program("lexc", "doctor", **here).stderr
    assert program("lexq", "--help", **here).stderr == ""
    assert not cache.exists()
    assert program("lexq", "check", "ZA", **here).stderr == TOLD


@pytest.mark.parametrize("there", [True, False])
def test_no_link_is_followed(cache: Path, few: str, there: bool, tmp_path: Path) -> None:
    here = {"LEXKIT_CACHE": str(cache), "LEXKIT_LEXICON": few}
    program("lexq", "check", "ZA", **here)
    (mark,) = cache.iterdir()
    mark.unlink()
    victim = tmp_path / "victim"
    if there:
        victim.write_text("mine")
    mark.symlink_to(victim)
    assert program("lexq", "check", "ZA", **here).stderr == ""
    assert victim.exists() == there
    assert not there or victim.read_text() == "mine"


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("place", ["file", "loop", "everybody", "read-only"])
def test_a_folder_that_keeps_nothing_is_no_error(
    cache: Path, place: str, watched: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Said to a user at a terminal each time, and never to a program, which has no use for it again and again."""
    if place == "read-only" and AS_ROOT:
        pytest.skip("root may write anywhere")
    cache.parent.mkdir()
    if place == "file":
        cache.write_text("")
    elif place == "loop":
        cache.symlink_to(cache.name)
    else:
        cache.mkdir()
        cache.chmod(0o777 if place == "everybody" else 0o500)
    monkeypatch.setattr("lexkit.formats.compiled_kernels.runs_compiled", lambda: False)
    monkeypatch.setattr("lexkit.base.messages.watched", lambda: watched)
    for _ in range(2):
        say_if_interpreted()
        assert capsys.readouterr().err == (TOLD if watched else "")
    assert place in ("file", "loop") or not list(cache.iterdir())


def test_what_was_marked_is_marked(cache: Path) -> None:
    assert [mark_once("a"), mark_once("a"), mark_once("b")] == [True, False, True]
    assert {path.name for path in cache_folder().iterdir()} == {"a", "b"}


@pytest.mark.parametrize("compiled", [True, False])
def test_a_program_that_compiles_the_bundled_list_says_it(
    cache: Path, compiled: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Found: an install without a compiler was slow and never said why: pip shows nothing of what a build says."""
    monkeypatch.setattr("lexkit.base.messages.watched", lambda: True)
    monkeypatch.setattr("lexkit.formats.compiled_kernels.runs_compiled", lambda: compiled)
    lexkit.open("english").close()
    told = "lexkit: compiling the bundled english list, once\n"
    assert capsys.readouterr().err == (told if compiled else TOLD + told)
    lexkit.open("english").close()
    assert capsys.readouterr().err == ""
