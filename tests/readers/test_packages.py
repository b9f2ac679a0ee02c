"""The crate, the module and the library for other languages. Each is tried where its tools are."""

import base64
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from readers.make_conformance import FILE, SMALL

READERS = FILE.parent


def run(*command: str | Path, folder: Path, typed: str = "", **variables: str) -> str:
    """Run a command in a folder, and return what it printed."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=folder, env=environment, input=typed, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def require(*programs: str) -> None:
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        pytest.skip(f"not tried without {', '.join(missing)}")


def play_in_c(folder: Path, *arguments: str) -> str:
    """Return the output of the example at a terminal, which those in other languages print too."""
    source = READERS / "c" / "examples" / "play.c"
    run("cc", "-O1", "-I", READERS / "c", source, "-o", "play", folder=folder)
    told = run(folder / "play", SMALL, *arguments, folder=folder, typed=TYPED)
    assert "#player1 You You\n#player2 Computer Computer\n" in told
    return told


#: Somebody who asks for a hint, makes a mistake, takes turns back and passes till the end.
TYPED = "hint\nnonsense\n-\n-\nundo\n" + "-\n" * 99


def test_the_small_lexicon_is_the_english_one_of_the_conformance_file() -> None:
    (data,) = [about["file"] for about in json.loads(FILE.read_text("utf-8"))["lexicons"] if about["name"] == "english"]
    assert SMALL.read_bytes() == base64.b64decode(data)


@pytest.mark.sweep
def test_the_crate(tmp_path: Path) -> None:
    """It passes its tests, among them the program of its README, and those of Rust's tools."""
    require("cargo", "cc")
    crate = READERS / "rust"
    fetched = subprocess.run(["cargo", "fetch", "--locked"], cwd=crate, capture_output=True, check=False, text=True)
    if fetched.returncode:
        assert re.search("failed to (download|get)|offline mode", fetched.stderr), fetched.stderr
        pytest.skip("not tried without the crates that it is built and tested with")

    def cargo(*words: str | Path, typed: str = "") -> str:
        return run("cargo", *words, folder=crate, typed=typed, CARGO_TARGET_DIR=str(tmp_path), CARGO_NET_OFFLINE="true")

    told = cargo("test", "--locked", "--quiet")
    assert len(re.findall(r"^test result: ok", told, re.M)) == 4, told
    told = cargo("run", "--locked", "--quiet", "--example", "play", "--", SMALL, "static", "7", typed=TYPED)
    assert told == play_in_c(tmp_path, "static", "7")
    if shutil.which("cargo-clippy") and shutil.which("rustfmt"):
        cargo("clippy", "--locked", "--quiet", "--all-targets", "--", "-D", "warnings")
        cargo("fmt", "--check")


#: A program beside the module, which its go.mod names.
GO_MODULE = "module mine\n\ngo 1.21\n\nrequire lexkit v0.0.0\n\nreplace lexkit => {}\n"
GO_PROGRAM = """package main

import (
	"fmt"
	"lexkit"
	"os"
)

func main() {
	lexicon, err := lexkit.Open(os.Args[1])
	fmt.Println(err, lexicon.Contains("life"))
}
"""


@pytest.mark.sweep
def test_the_module(tmp_path: Path) -> None:
    """It passes its tests and those of Go's tools, and a program elsewhere takes it."""
    require("go", "gofmt", "cc")
    module = READERS / "go"
    variables = {"GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local", "CGO_ENABLED": "1"}
    run("go", "vet", "./...", folder=module, **variables)
    run("go", "test", "-count=1", ".", folder=module, **variables)
    assert run("gofmt", "-l", ".", folder=module) == ""
    told = run("go", "run", "./examples/play", SMALL, "casual", "7", folder=module, typed=TYPED, **variables)
    assert told == play_in_c(tmp_path, "casual", "7")
    (tmp_path / "go.mod").write_text(GO_MODULE.format(module), "utf-8")
    (tmp_path / "main.go").write_text(GO_PROGRAM, "utf-8")
    assert run("go", "run", ".", SMALL, folder=tmp_path, **variables) == "<nil> true\n"


#: A program that links the library, and one that finds it by CMake.
LINKED = '#include "gaddag_game.h"\n#include <stdio.h>\nint main(void) { return puts(lexkit_version()) < 0; }\n'
FOUND = """cmake_minimum_required(VERSION 3.16)
project(mine C)
find_package(lexkit 0.1 REQUIRED)
add_executable(mine mine.c)
target_link_libraries(mine lexkit::lexkit)
"""


def assert_pkg_config_finds_it(prefix: Path, folder: Path, libraries: Path) -> None:
    variables = {"PKG_CONFIG_PATH": str(libraries / "pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "lexkit", folder=folder, **variables).split()
    assert str(prefix) in flags[0]
    run("cc", "mine.c", *flags, f"-Wl,-rpath,{libraries}", "-o", "by-pkg-config", folder=folder)
    version = run("pkg-config", "--modversion", "lexkit", folder=folder, **variables)
    assert run(folder / "by-pkg-config", folder=folder) == version


@pytest.mark.sweep
def test_make_install(tmp_path: Path) -> None:
    require("make", "cc", "pkg-config")
    (tmp_path / "mine.c").write_text(LINKED, "utf-8")
    prefix = tmp_path / "installed"
    run("make", "-s", "install", f"BUILD={tmp_path / 'build'}", f"PREFIX={prefix}", folder=READERS / "c")
    assert_pkg_config_finds_it(prefix, tmp_path, prefix / "lib")


@pytest.mark.sweep
@pytest.mark.parametrize("shared", ["ON", "OFF"])
def test_cmake(shared: str, tmp_path: Path) -> None:
    """Its tests need no Python; what it installs is found by find_package and by pkg-config."""
    require("cmake", "make", "cc", "pkg-config")
    build, prefix = tmp_path / "build", tmp_path / "installed"
    options = (f"-DBUILD_SHARED_LIBS={shared}", f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_LIBDIR=lib")
    run("cmake", "-S", READERS / "c", "-B", build, *options, folder=tmp_path)
    run("cmake", "--build", build, folder=tmp_path)
    assert "100% tests passed, 0 tests failed out of 2" in run("ctest", folder=build)
    run("cmake", "--install", build, folder=tmp_path)
    (tmp_path / "mine.c").write_text(LINKED, "utf-8")
    (tmp_path / "CMakeLists.txt").write_text(FOUND, "utf-8")
    run("cmake", "-B", "mine", f"-DCMAKE_PREFIX_PATH={prefix}", folder=tmp_path)
    run("cmake", "--build", "mine", folder=tmp_path)
    assert run(tmp_path / "mine" / "mine", folder=tmp_path)
    assert_pkg_config_finds_it(prefix, tmp_path, prefix / "lib")
