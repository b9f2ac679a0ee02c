"""A server in a process of its own, and Debian's chromium to visit it.

What is missing is installed by this set-up where that is possible (chromium by apt, Playwright by pip, axe-core by npm,
each kept for the next run), and otherwise the tests are skipped with the reason.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lexkit

CHROMIUM = Path("/usr/bin/chromium")
AXE = "axe-core@4.10.3"
#: Seconds after which something does not happen any more, also on a busy machine.
WAIT = 90
#: lexq without luck: all its games have one bag; who begins, and which puzzles are made, is the same in each run; and a
#: busy machine has time to make them, and to search.
PROGRAM = f"""
import random, secrets
from functools import partial
secrets.token_hex = lambda size: "3"
secrets.randbelow = random.Random(3).randrange
from lexkit.apps.web import application
application.Limits = partial(application.Limits, puzzle={WAIT}, search={WAIT})
from lexkit.apps.shell.console import lexq
lexq()
"""
#: Seconds for an installation.
PATIENCE = 240


def tried(*command: str, folder: Path | None = None) -> bool:
    """Whether a command did its work."""
    try:
        return not subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE, check=False).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def say_installing(what: str) -> None:
    """Say, past pytest, what takes so long."""
    os.write(2, f"\ninstalling {what} for the tests of the pages ...\n".encode())


@cache
def missing() -> str:
    """Why there is no browser, after an attempt to install what is missing; empty if there is one."""
    if lexkit.backend() != "compiled":
        return "compiled kernels cover the same pages"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        say_installing("Playwright")
        if not tried(sys.executable, "-m", "pip", "install", "-q", "playwright>=1.48"):
            return "Playwright is missing and pip cannot install it: pip install 'lexkit[browser]'"
    # Its wheel for any system, which pip takes with musl, comes without the program that it needs.
    if not tried(sys.executable, "-m", "playwright", "--version"):
        return "Playwright does not run here"
    if not CHROMIUM.exists():
        apt = ("apt-get", "-o", "DPkg::Lock::Timeout=120", "install", "-y", "-qq", "chromium", "fonts-dejavu-core")
        if os.geteuid() or not shutil.which("apt-get"):
            return f"{CHROMIUM} is missing: apt-get install chromium"
        say_installing("chromium")
        if not tried("apt-get", "update", "-qq") or not tried(*apt) or not CHROMIUM.exists():
            return f"{CHROMIUM} is missing and apt-get cannot install it"
    return ""


@cache
def axe_script() -> Path | None:
    """The file of axe-core, kept beside pytest's own cache; None if npm cannot be had."""
    kept = Path(__file__).parents[4] / ".pytest_cache" / "axe" / AXE
    script = kept / "package" / "axe.min.js"
    if not script.exists():
        kept.mkdir(parents=True, exist_ok=True)
        if not shutil.which("npm") or not tried("npm", "pack", "--silent", AXE, folder=kept):
            return None
        with tarfile.open(next(kept.glob("*.tgz"))) as packed:
            content = packed.extractfile("package/axe.min.js")
            assert content is not None
            script.parent.mkdir(exist_ok=True)
            script.write_bytes(content.read())
    return script


def found_by_axe(page: Any) -> list[Any]:
    """What axe-core finds wrong on a page. What it finds right stays there: to send it takes longer than to find it."""
    script = axe_script()
    if script is None:
        pytest.skip("axe-core is missing, and npm cannot fetch it")
    page.evaluate(script.read_text("utf-8") + ";0")
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(found => found.violations)")
    return [(one["id"], one["help"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found]


#: What an eye finds wrong on a page, or in the dialogue that is open: what stands beside the screen, is cut off,
#: scrolls sideways, lies on another control or is too small for a finger, and words that are broken.
FAULTS = r"""() => {
  const faults = [];
  const found = (what, one, ...more) =>
    faults.push([what, one.id || one.className, (one.ariaLabel || one.textContent).slice(0, 40), ...more].join(" | "));
  const root = document.querySelector("dialog[open]") ?? document.body;
  const all = [...root.querySelectorAll("*")].filter((one) => !one.closest("svg, .coordinate, .sr, .skip")
    && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const held = (one) => {
    for (let at = one.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "visible") return true;
    }
    return false;
  };
  const pen = document.createElement("canvas").getContext("2d");
  const controls = [];
  for (const one of all) {
    const [box, style] = [one.getBoundingClientRect(), getComputedStyle(one)];
    if (!box.width || !box.height) continue;
    const beside = box.right > innerWidth + 1 || box.left < -1;
    if (beside && !held(one)) found("beside the screen", one, box.left, box.right);
    const keeps = one.matches(".scroll, button, .button, summary");
    if (keeps && one.scrollWidth > one.clientWidth + 1) found("cut off", one, one.scrollWidth, one.clientWidth);
    pen.font = style.font;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
    const text = one.matches("select") ? one.selectedOptions[0]?.text : one.value ? "" : one.placeholder;
    const arrow = one.matches("select") ? 17 : 0;
    if (text && pen.measureText(text).width > room - arrow) found("cut off", one, text);
    if (one.matches("button, a, summary, input, select, textarea") && style.display !== "inline") {
      controls.push([one, (one.closest("label") ?? one).getBoundingClientRect()]);
    }
  }
  const finger = matchMedia("(pointer: coarse)").matches ? 39.5 : 0;
  for (const [one, { width, height }] of controls) {
    if (Math.min(width, height) < finger) found("small for a finger", one, width, height);
  }
  const apart = controls.filter(([one]) => !one.closest(".scroll, .history, .mistakes, #analysis"));
  apart.forEach(([one, a], at) => apart.slice(at + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const within = one.contains(other) || (one.closest("label") && one.closest("label") === other.closest("label"));
    if (wide > 1 && tall > 1 && !within) found("one on another", one, other.id || other.textContent.slice(0, 40));
  }));
  for (const one of all.filter((cell) => cell.matches("td, th, td span, button, .button, summary, label, dt"))) {
    for (const text of [...one.childNodes].filter((node) => node.nodeType === 3)) {
      for (const { 0: word, index } of text.data.matchAll(/\p{L}{2,10}(?!\p{L})/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) found("a broken word", one, word);
      }
    }
  }
  return faults;
}"""


def found_by_eye(page: Any) -> list[str]:
    """What an eye finds wrong on a page."""
    return list(page.evaluate(FAULTS))


class Process:
    """``lexq serve`` in a process of its own."""

    def __init__(self, folder: Path, *options: str, offered: str = "") -> None:
        self.folder = folder
        self.options = options
        self.offered = ["--offer", offered] if offered else []
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, on the same port as before."""
        command = [sys.executable, "-c", PROGRAM, *self.options, "serve", "--no-browser"]
        options = ["--port", str(self.port), "--games", str(self.folder), *self.offered]
        self.process = subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.address = self.process.stderr.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address + self.process.stderr.read()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, own_folders: None) -> Iterator[Process]:
    """A server for all tests."""
    if missing():
        pytest.skip(missing())
    process = Process(tmp_path_factory.mktemp("site"))
    yield process
    process.kill()


@pytest.fixture(scope="package")
def chromium(site: Process) -> Iterator[Any]:
    """The browser. It ends with these tests: while it is there, an event loop runs that no other test may meet."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any, site: Process) -> Iterator[Callable[..., Any]]:
    """Opens pages, each in another person's browser. An error in a page is an error of the test."""
    troubles: list[str] = []
    with ExitStack() as stack:

        def open_page(path: str = "/", width: int = 1280, height: int = 860, **context: Any) -> Any:
            made = chromium.new_context(viewport={"width": width, "height": height}, **context)
            stack.callback(made.close)
            made.set_default_timeout(WAIT * 1000)
            page = made.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda message: heard(message, troubles))
            page.on("request", lambda request: troubles.append(request.url) if away(request.url, site) else None)
            page.goto(site.address.rstrip("/") + path)
            return page

        yield open_page
    assert not troubles


def heard(message: Any, troubles: list[str]) -> None:
    """Keep errors that a page tells, but not those of refused requests and of a server that is gone."""
    expected = ("WebSocket", "ERR_CONNECTION", "the server responded with a status of 4")
    if message.type == "error" and not any(text in message.text for text in expected):
        troubles.append(message.text)


def away(url: str, site: Process) -> bool:
    """Whether a request leaves for another server."""
    return not url.startswith((site.address, site.address.replace("http", "ws"), "blob:", "data:"))


def shows(page: Any, place: str, text: str) -> None:
    """Wait until a place of the page, found by a selector, has this text in it."""
    page.wait_for_function(
        "([place, text]) => document.querySelector(place)?.textContent.includes(text)", arg=[place, text]
    )


def box_of(target: Any) -> dict[str, float]:
    """Where something is on the page. What the page draws anew at this moment is nowhere: wait until it is there."""
    end = time.monotonic() + WAIT
    while (box := target.bounding_box()) is None:
        assert time.monotonic() < end
        target.page.wait_for_timeout(20)
    return dict(box)


class Table:
    """A game on a page, as a person sees it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        # The first may lie on the board, after a reload.
        page.wait_for_selector("#rack button", state="attached")
        #: The points of the play that was hinted last.
        self.hinted_points = 0

    @classmethod
    def begin(cls, page: Any, opponent: str = "static", **choices: str) -> Table:
        """A new game from the first page."""
        page.locator(f"label:has(input[value='{opponent}'])").click()
        if choices:
            page.locator("#choices summary").click()
            if "position" in choices:
                page.fill("#position", choices.pop("position"))
            for name, value in choices.items():
                page.select_option(f"#{name}", value)
        page.get_by_role("button", name="Play", exact=True).click()
        return cls(page)

    def ready(self) -> bool:
        """Wait for the own turn, or the end; whether it is the own turn."""
        self.page.wait_for_function(
            "() => !document.querySelector('#pass').disabled || !document.querySelector('#result').hidden"
        )
        return bool(self.page.evaluate("document.querySelector('#result').hidden"))

    def hinted(self) -> tuple[str, str] | None:
        """(place, tiles) of the best play, as the hints tell it; None if it is no placement."""
        say = self.page.locator("#say")
        for step in range(1, 5):
            before = say.inner_text()
            self.page.locator("#hint").click()
            self.page.wait_for_function("text => document.querySelector('#say').textContent !== text", arg=before)
            if step > 1 and "points" not in say.inner_text():
                return None
        _, play, points = say.inner_text().rsplit(", ", 2)
        self.hinted_points = int(points.split()[0])
        place, _, tiles = play.partition(" ")
        return place, tiles

    def squares(self, place: str, tiles: str) -> list[tuple[int, str]]:
        """(square, letter) of the tiles that a play lays; lower case for a blank."""
        across = place[0].isdigit()
        row, column = (int(place[:-1]), place[-1]) if across else (int(place[1:]), place[0])
        first = (row - 1) * 15 + ord(column) - ord("A")
        step = 1 if across else 15
        return [(first + number * step, letter) for number, letter in enumerate(tiles) if letter != "."]

    def square(self, number: int) -> Any:
        """A square of the board."""
        return self.page.locator(f"[data-square='{number}']")

    def tile(self, letter: str) -> Any:
        """A tile of the rack; lower case is a blank."""
        name = "blank" if letter.islower() else f"{letter},"
        return self.page.locator(f"#rack button:not(.away)[aria-label^='{name}']").first

    def drag(self, source: Any, target: Any) -> None:
        """Drag with the mouse."""
        start, end = box_of(source), box_of(target)
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2 + 9, end["y"] + end["height"] / 2, steps=3)
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
        mouse.up()

    def score(self) -> int:
        """Wait until the page promises, for the tiles as they lie, the points of the play that was hinted last."""
        shows(self.page, "#commit", f" {self.hinted_points} points")
        return self.hinted_points

    def scores(self) -> list[int]:
        """What the page shows of the scores."""
        return [int(text) for text in self.page.locator(".score").all_inner_texts()]

    def turns(self) -> int:
        """How many turns the page lists."""
        return int(self.page.locator("#history button").count())

    def clear(self) -> None:
        """Take back what a hint has shown."""
        self.page.keyboard.press("Escape")

    def wait_for_turns(self, number: int) -> None:
        """Wait until this many turns are listed."""
        end = time.monotonic() + WAIT
        while self.turns() < number:
            assert time.monotonic() < end
            self.page.wait_for_timeout(20)
