"""Make the pictures of the README and of the first page of the site, from lexkit itself.

    pip install '.[web,figures]'
    python docs/make_figures.py [FOLDER]        # by default docs/figures

The pictures of automata there are made by the commands in docs/gordon.md and docs/appel-jacobson.md.
"""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import lexkit

DOCS = Path(__file__).parent
#: Searches in the picture of a terminal, and how wide that is.
SEARCHES = (
    "lexq substring UZZLING",
    "lexq search 'anagram:RETAIN? sort:-points limit:4' --columns word,points",
    "lexq cross --before PA --after ABLE",
)
WIDTH = 78
#: Number of words in the picture of playability.
MOST_PLAYABLE = 100
#: The game that the README plays, and the number of its players' turns before the picture of the browser.
SEED, TURNS = 7, 12
#: Milliseconds that the analysis simulates before the picture.
SIMULATED = 4000
CHROMIUM = "/usr/bin/chromium"
OURS, PEERS, INK = "#1f6f54", "#b9c2bd", "#1d2420"


def draw_board() -> str:
    """The board at the end of the game in the README."""
    game = play(1000)
    last = next(turn.move for turn in reversed(game.turns) if turn.move is not None)
    return lexkit.pictures.board_svg(game.board, last=last, size=480)


def play(turns: int) -> lexkit.Game:
    """The game in the README, or its first turns."""
    game = lexkit.Game(lexkit.open(), ("Ann", "Bob"), seed=SEED)
    static = lexkit.player("static")
    while not game.over and len(game.turns) < turns:
        game.act(static.choose(game.view(game.to_move)))
    return game


def draw_searches() -> str:
    """Some searches at a terminal, as rich draws terminals."""
    from rich.console import Console
    from rich.terminal_theme import MONOKAI
    from rich.text import Text

    console = Console(record=True, width=WIDTH, file=io.StringIO())
    for command in SEARCHES:
        console.print(Text.assemble(("$ ", "bold green"), command))
        console.print(Text.from_ansi(at_terminal(command)))
    text = console.export_svg(title="lexq", theme=MONOKAI, unique_id="lexq")
    # Fonts from elsewhere are no part of a picture.
    start, end = text.index("    @font-face"), text.rindex("    @font-face")
    end = text.index("}", end) + 1
    return text[:start] + text[end:].lstrip("\n")


def at_terminal(command: str) -> str:
    """What a command writes to a terminal, with its colours."""
    program = Path(sys.executable).with_name(command.split()[0])
    words = [str(program), "--no-pager", *shlex.split(command)[1:]]
    environment = {**os.environ, "COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    done = subprocess.run(
        ["script", "-qec", shlex.join(words) + " 2> /dev/null", "/dev/null"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return done.stdout.replace("\r\n", "\n")


def draw_words() -> str:
    """The most playable words of the bundled list, a bar for the points of each."""
    lexicon = lexkit.open("english")
    words = lexicon.search(f"playability_order:1-{MOST_PLAYABLE}").sorted_by("playability_order").to_list()
    values = [float(value) for value in lexicon.column("playability")[words]]
    rows, width, height = 20, 150, 17
    parts = []
    for at, (word, value) in enumerate(zip(words, values, strict=True)):
        x, y = at // rows * width, at % rows * height
        bar = 50 * value / values[0]
        parts.append(f'<rect x="{x + 58}" y="{y + 4}" width="{bar:.1f}" height="10" fill="{OURS}"/>')
        parts.append(f'<text x="{x}" y="{y + 13}" fill="{INK}">{word}</text>')
        parts.append(f'<text x="{x + 62 + bar:.1f}" y="{y + 13}" fill="{INK}" font-size="10">{value:,.0f}</text>')
    size = f'width="{-(-len(words) // rows) * width}" height="{rows * height}"'
    title = f"<title>The {len(words)} most playable words of the bundled list, in points per 1,000 games</title>"
    lines = "\n".join(parts)
    font = 'font-family="sans-serif" font-size="12"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>\n{title}\n{lines}\n</svg>\n'


def draw_chart(name: str) -> str:
    """A chart of docs/comparison.toml: bars by program."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    chart = tomllib.loads((DOCS / "comparison.toml").read_text("utf-8"))[name]
    panels: list[dict[str, Any]] = chart["panels"]
    heights = [len(panel["bars"]) + 1.2 for panel in panels]
    settings: dict[Any, Any] = {
        "svg.hashsalt": name,
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 10,
    }
    with pyplot.rc_context(settings):
        figure, axes = pyplot.subplots(
            len(panels), 1, figsize=(7.2, 0.3 * sum(heights) + 0.4), height_ratios=heights, squeeze=False
        )
        for panel, axis in zip(panels, axes[:, 0], strict=True):
            draw_panel(axis, panel["title"], panel["bars"])
        figure.suptitle(chart["title"], x=0.01, ha="left", fontweight="bold", color=INK)
        figure.tight_layout()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "chart.svg"
            figure.savefig(path, metadata={"Date": None, "Title": chart["title"]})
            pyplot.close(figure)
            return "".join(line.rstrip() + "\n" for line in path.read_text("utf-8").splitlines())


def draw_panel(axis: Any, title: str, bars: dict[str, float]) -> None:
    """Bars with their names at the left and their figures behind them."""
    names = list(bars)
    colours = [OURS if name.startswith("lexkit") else PEERS for name in names]
    drawn = axis.barh(names, list(bars.values()), color=colours, height=0.72)
    axis.bar_label(drawn, labels=[f"{value:g}" for value in bars.values()], padding=4, color=INK)
    axis.set_title(title, loc="left", fontsize=10, color=INK)
    axis.invert_yaxis()
    axis.set_xlim(0, max(bars.values()) * 1.12)
    axis.xaxis.set_visible(False)
    axis.tick_params(axis="y", length=0, labelcolor=INK)
    for side in axis.spines.values():
        side.set_visible(False)


def photograph_browser(path: Path) -> None:
    """A game in the browser, in the middle, with its analysis."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        games = ["--no-browser", "--port", "0", "--games", folder]
        server = subprocess.Popen(
            [str(Path(sys.executable).with_name("lexq")), "serve", *games], stderr=subprocess.PIPE, text=True
        )
        try:
            assert server.stderr is not None
            address = server.stderr.readline().strip()
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
            page.goto(address)
            browse(page)
            page.screenshot(path=path)
            browser.close()
        finally:
            server.terminate()
            server.wait()


def browse(page: Any) -> None:
    """Begin a game from a position in the middle of the README's game, and have its plays analysed."""
    page.locator("label:has(input[value='static'])").click()
    page.locator("details:has(#position) > summary").click()
    page.fill("#position", play(TURNS).view(0).to_cgp())
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#rack button", state="attached")
    page.locator("#analysis > summary").click()
    page.locator("#analyse").click()
    page.locator("#moves").get_by_text("%").first.wait_for()
    page.wait_for_timeout(SIMULATED)


def main(folder: Path) -> None:
    """Make them all."""
    for name, picture in {"game": draw_board(), "search": draw_searches(), "playability": draw_words()}.items():
        (folder / f"{name}.svg").write_text(picture, "utf-8")
    for name in ("speed", "size"):
        (folder / f"{name}.svg").write_text(draw_chart(name), "utf-8")
    photograph_browser(folder / "browser.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else DOCS / "figures")
