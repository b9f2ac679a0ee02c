"""Pages and their files: small, complete, and from this server alone."""

from __future__ import annotations

import gzip
import re
from importlib import resources
from pathlib import Path

import pytest

from lexkit.apps.web.application import PAGES

from .conftest import Server

WEB = Path(str(resources.files("lexkit.apps.web")))
STATIC = WEB / "static"
FILES = [*STATIC.iterdir(), *(WEB / "pages").iterdir()]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_and_all_it_names_are_there(path: str, server: Server) -> None:
    page = server.http.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    for name in re.findall(r'(?:src|href)="(/[^"]*)"', page.text):
        assert server.http.get(name).status_code == 200, name


def test_modules_import_what_is_there() -> None:
    for file in STATIC.glob("*.js"):
        for name in re.findall(r'from "([^"]+)"', file.read_text("utf-8")):
            assert (STATIC / name).is_file(), f"{file.name}: {name}"


def test_nothing_is_asked_of_another_machine_or_put_into_markup() -> None:
    for file in FILES:
        text = file.read_text("utf-8")
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|(?<![:/`}])//[a-z]+\.", text.replace("// ", "")), file
        assert not re.search(r"innerHTML|insertAdjacentHTML|eval\(|new Function|document\.write", text), file
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=\"|\sstyle=\"", text), file


def test_pages_and_files_are_small(server: Server) -> None:
    assert sum(file.stat().st_size for file in FILES) < 300_000


@pytest.mark.parametrize("path", PAGES)
def test_a_page_with_all_that_it_loads_is_small(path: str, server: Server) -> None:
    sizes: dict[str, int] = {}
    names = [path]
    while names:
        name = names.pop()
        if name not in sizes:
            text = server.http.get(name).text
            sizes[name] = len(gzip.compress(text.encode()))
            names += re.findall(r'(?:src|href)="(/static/[^"]*)"', text)
            names += [f"/static/{one}" for one in re.findall(r'(?:from |import\()"\./([^"]+)"', text)]
    assert len(sizes) > 3
    assert sum(sizes.values()) < 52_000, sizes


def test_every_answer_has_a_policy(server: Server) -> None:
    for path in ("/", "/nothing", "/static/style.css", "/api/offers", "/api/words?q=("):
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    ["/static/../command.py", "/static/%2e%2e/command.py", "/static/..%2fcommand.py", "/static/", "/static/x.js"],
)
def test_only_the_files_of_the_folder_are_sent(path: str, server: Server) -> None:
    assert server.http.get(path).status_code == 404


def test_a_file_is_not_sent_again(server: Server) -> None:
    first = server.http.get("/static/play.js")
    again = server.http.get("/static/play.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
