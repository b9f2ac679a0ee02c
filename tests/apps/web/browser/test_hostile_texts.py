"""Texts of strangers on every page: they are shown as texts, stay in their place, and ask nothing of other servers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

import pytest

import lexkit

from .conftest import Process, missing, shows
from .test_pages import look

AWAY = "http://192.0.2.1"
HTML = (
    f'<img src="{AWAY}/a" onerror="window.hurt=1">',
    f'<svg onload="window.hurt=1"><image href="{AWAY}/b"/></svg>',
    f'"><script src="{AWAY}/c"></script><style>*{{display:none}}</style>',
    f'<a href="javascript:window.hurt=1">x</a><base href="{AWAY}">',
    f"<iframe srcdoc='<script>parent.hurt=1</script>' src={AWAY}></iframe>",
    "{{constructor.constructor('window.hurt=1')()}}${window.hurt=1}",
    "\u202egnihton\u2066<b>\u2067",
    "javascript:window.hurt=1",
)
LONG = "x" * 3000
MARKS = "a" + "\u0300\u0345\u0334\u20e0" * 400
WIDTHS = (360, 768, 1280)
WORDS = ["CARE", "CARES", "SCARE", "ACRE", "RACE", "AREA", "CARER", "RACES"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory, own_folders: None) -> Iterator[Process]:
    """A server whose lexicon has hostile definitions, and a hostile name."""
    if missing():
        pytest.skip(missing())
    folder = tmp_path_factory.mktemp("hostile")
    texts = [*HTML[:6], LONG, MARKS]
    lines = [f"{word} {text}" for word, text in zip(WORDS, texts, strict=True)]
    (folder / "words.txt").write_text("\n".join(lines))
    path = folder / "<img src=x onerror=hurt=1>.gaddag"
    lexkit.build(folder / "words.txt", path, options=lexkit.Options(definitions=True))
    process = Process(folder, "-l", str(path))
    yield process
    process.kill()


@pytest.fixture
def open_page(chromium: Any, hostile: Process) -> Iterator[Callable[..., Any]]:
    """Opens pages, and holds that each is as wide as its screen, and has nothing that no page of ours has."""
    pages: list[Any] = []
    asked: list[str] = []
    made = chromium.new_context(viewport={"width": WIDTHS[0], "height": 800})

    def opened(path: str) -> Any:
        page = made.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("dialog", lambda dialog: asked.append(dialog.message))
        page.goto(hostile.address.rstrip("/") + path)
        pages.append(page)
        return page

    yield opened
    for page in pages:
        assert page.is_closed() or page.evaluate("window.hurt") is None
    ours = (hostile.address, hostile.address.replace("http", "ws"), "blob:")
    assert not [url for url in asked if not url.startswith(ours)]
    made.close()


def check(page: Any, name: str) -> None:
    """Nothing injected, and nothing beside the screen: of a phone, or of any width if pictures are wanted."""
    assert page.evaluate("window.hurt") is None
    injected = "main :is(img, svg, script, style, iframe, base, image, form form), main a[href^='javascript'], main b b"
    assert page.locator(injected).count() == 0
    for width in WIDTHS if "LEXKIT_SHOTS" in os.environ else WIDTHS[:1]:
        page.set_viewport_size({"width": width, "height": 800})
        look(page, f"hostile-{name}-{width}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
        assert not paints_away(page), (name, width)


def paints_away(page: Any) -> list[str]:
    """Elements whose text has marks without end, and is not held in its place."""
    found: list[str] = page.evaluate(
        r"""() => [...document.querySelectorAll("main *")].filter((one) => {
            const own = [...one.childNodes].some((node) => node.nodeType === 3 && /\p{M}{9}/u.test(node.data));
            if (!own || !one.checkVisibility()) return false;
            for (let at = one; at; at = at.parentElement) {
                const style = getComputedStyle(at);
                if (style.overflowY !== "visible" || /paint|strict|content/.test(style.contain)) return false;
            }
            return true;
        }).map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found


@pytest.mark.sweep
def test_searches(open_page: Callable[..., Any]) -> None:
    """In the address, where nobody may have typed them, and typed."""
    for text in HTML[:3]:
        page = open_page(f"/words#q={quote(text)}&sort={quote(text)}")
        page.wait_for_selector("#explain.bad")
        check(page, "address")
    for form in ("{}", "pattern:{}", 'definition:"{}"'):
        for text in (*HTML, LONG[:400], MARKS[:400]):
            page.fill("#query", form.replace("{}", text))
            with page.expect_response("**/api/words?*"):
                page.keyboard.press("Enter")
            check(page, "query")


def test_definitions(open_page: Callable[..., Any]) -> None:
    page = open_page("/words#q=length:4-")
    page.wait_for_selector("#results tr:nth-child(8)")
    shows(page, "#results", "<script src=")
    check(page, "definitions")
    page = open_page("/")
    page.fill("#word", WORDS[6])
    page.keyboard.press("Enter")
    shows(page, "#verdict", LONG[:50])
    check(page, "verdict")


@pytest.mark.parametrize("word", [WORDS[0], WORDS[2], *WORDS[-2:]])
@pytest.mark.sweep
def test_questions(word: str, open_page: Callable[..., Any]) -> None:
    """The definition is asked, a wrong answer is told, and the answer has its definition."""
    page = open_page(f"/study#kind=definitions&q=pattern:{word}&new=5")
    page.wait_for_selector("#lists button")
    page.locator("#setup [type=submit]").click()
    page.wait_for_selector("#quiz:not([hidden])")
    check(page, "question")
    page.fill("#answer", f"{HTML[0]} {LONG[:300]}")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answers table")
    check(page, "answer")


def begun(page: Any, **fields: Any) -> dict[str, Any]:
    """A new game."""
    made: dict[str, Any] = page.evaluate(
        "body => fetch('/api/games', {method: 'POST', body}).then((answer) => answer.json())", json.dumps(fields)
    )
    return made


NAMES = (*(text[:30] for text in HTML if text.isprintable()), "W" * 30, "<u>a</u>", "&lt;&amp;", "a" + "\u0300" * 6)


@pytest.mark.sweep
def test_names(open_page: Callable[..., Any]) -> None:
    """Of oneself, of a friend, in the list of games, and as they were kept before names had a rule."""
    page = open_page("/")
    for number, name in enumerate(NAMES):
        other = NAMES[number - 1]
        game = begun(page, opponent="friend", name=name, friend=other)
        assert "game" in game, (name, game)
        table = open_page(f"/play#g={game['game']}&t={game['token']}&i={quote(HTML[0])}")
        table.wait_for_selector("#rack button")
        shows(table, "#scores", name.strip())
        check(table, "names")
        table.close()
    kept = [{"game": text, "token": text, "opponent": text, "when": 1} for text in (*HTML, LONG, MARKS)]
    page.evaluate("kept => localStorage.setItem('lexkit.games', JSON.stringify(kept))", kept)
    page.reload()
    page.wait_for_selector("#games li:nth-child(10)")
    check(page, "games")
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert "game" in begun(page, opponent="friend", name=family, friend=f"{family} 2")


@pytest.mark.sweep
def test_score_sheets(open_page: Callable[..., Any]) -> None:
    """A record whose names, racks, turns and notes are anything."""
    page = open_page("/annotate")
    shows(page, "#say", "to move")
    note = "".join(f"#note {text[:1900]}\n" for text in (*HTML, LONG, MARKS))
    events = "".join(
        f">A: {text[:1500]}\n>B: {text[:400].replace(' ', '')} -- -9 9\n{note}" for text in (*HTML, LONG, MARKS)
    )
    record = f"#player1 A {HTML[0]}\n#player2 B {LONG[:150]}\n>A: CARES 8H CARE +12 12\n{events}"
    page.set_input_files("#file", {"name": HTML[0], "mimeType": "text/plain", "buffer": record.encode()})
    shows(page, "#lines", "<script src=")
    check(page, "sheet")
    page.fill("#action", f"{HTML[1]} {MARKS[:100]}")
    page.fill("#rack", HTML[2][:60])
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#preview').textContent.trim()")
    check(page, "sheet-turn")


@pytest.mark.sweep
def test_notes_and_errors(open_page: Callable[..., Any]) -> None:
    page = open_page("/")
    note = "".join(f"#note {text[:1900]}\n" for text in (*HTML, LONG, MARKS))
    record = f"#player1 A {HTML[0]}\n#player2 B {LONG[:150]}\n>A: CARES 8H CARE +12 12\n{note}"
    game = page.evaluate(
        "body => fetch('/api/records', {method: 'POST', body}).then((answer) => answer.json())", record
    )
    assert "game" in game, game
    table = open_page(f"/play#g={game['game']}")
    shows(table, "#note", "<script src=")
    check(table, "note")
    for fragment in (f"g={quote(HTML[0])}", f"g={game['game']}&t={quote(HTML[1])}", f"g={quote(LONG[:300])}"):
        table = open_page(f"/play#{fragment}")
        shows(table, "#say", "cannot be opened")
        assert not table.locator("main button:visible").count(), "nothing looks as if it could be done"
        check(table, "refused")
    page = open_page(f"/#position={quote(HTML[0] + LONG[:500])}&lexicon={quote(HTML[1])}")
    page.wait_for_selector(".levels label")
    page.locator("#new [type=submit]").click()
    page.wait_for_function("() => document.querySelector('#trouble').textContent")
    check(page, "trouble")
    fields = {"kind": HTML[0], "q": LONG[:400], "new": HTML[1], "lexicon": HTML[2]}
    page = open_page(f"/study#{urlencode(fields)}")
    page.wait_for_selector("#lists button")
    page.locator("#setup [type=submit]").click()
    page.wait_for_function("() => document.querySelector('#trouble').textContent")
    check(page, "study-trouble")
