"""Small parts of the service, each by itself."""

from __future__ import annotations

import asyncio
import multiprocessing.spawn
import os
import signal
import sys
from typing import get_args

import pytest

import dehusk
from dehusk.evaluate.metrics import words
from dehusk.selection import Setting
from dehusk.serve import Settings
from dehusk.serve.annotated_html import MOST_DEPTH, annotated_html
from dehusk.serve.decisions import decisions, label
from dehusk.serve.fields import FIELDS
from dehusk.serve.pool import Pool, WorkerDied, read_frame
from dehusk.serve.written import written_page
from tests.conftest import PAGES
from tests.vectors import PLACES, page_of

GOLDEN = sorted(folder.name for folder in PAGES.iterdir() if folder.is_dir())


def golden(name: str) -> bytes:
    return (PAGES / name / "page.html").read_bytes()


@pytest.mark.parametrize("name", GOLDEN)
def test_every_leaf_that_is_decided_on_is_shown(name: str) -> None:
    document = dehusk.extract(golden(name))
    told = decisions(document)
    shown = annotated_html(document.page)
    assert all(f'data-r="{row}"' in shown for row in told["leaves"])
    assert told["words_kept"] <= told["words"]
    assert len(told["leaves"]) == len(told["kept"]) == len(told["why"]) == len(told["block"])


@pytest.mark.parametrize("name", GOLDEN)
def test_a_marked_page_has_nothing_but_our_elements(name: str) -> None:
    shown = dehusk.parse(annotated_html(dehusk.parse(golden(name))))
    names = {shown.tag_name(row) for row in range(len(shown))}
    assert names <= {"html", "head", "body", "div", "span", "br", "p", "#text"}
    assert set(shown.attr_names) <= {"data-r", "data-t", "class"}


def test_hostile_pages_are_marked_with_our_elements_only() -> None:
    for place in PLACES:
        page = dehusk.parse(page_of(place))
        shown = dehusk.parse(annotated_html(page))
        assert set(shown.attr_names) <= {"data-r", "data-t", "class"}, place
        names = {shown.tag_name(row) for row in range(len(shown))}
        assert names <= {"html", "head", "body", "div", "span", "br", "p", "#text"}, place


def test_depth_is_bounded_and_text_is_not_lost() -> None:
    shown = annotated_html(dehusk.parse("<div>" * 5_000 + "Tea"))
    assert shown.count("<div") == MOST_DEPTH
    assert ">Tea</span>" in shown


@pytest.mark.parametrize("name", GOLDEN)
def test_a_page_that_is_written_is_the_same_page(name: str) -> None:
    page = dehusk.parse(golden(name))
    again = dehusk.parse(written_page(page))
    assert again.text_of(0).split() == page.text_of(0).split()
    # A page whose markup is broken is put together in another way, and judged a little differently.
    assert words(dehusk.extract(again).text, dehusk.extract(page).text).f1 > 0.95


def test_a_label_has_a_line_a_block() -> None:
    page = dehusk.parse("<h1>Tea</h1><p>Boil <b>w</b>ater.</p><p>Wait.</p>")
    told = label(page, dehusk.extract(page, method="cnr").page.leaves.nonzero()[0].tolist())
    assert told["text"] == "Tea\nBoil water.\nWait."
    assert label(page, [4])["text"] == "Tea"
    assert label(page, [])["text"] == ""
    with pytest.raises(dehusk.DehuskError, match="rows are numbers from 0 to"):
        label(page, [99])


@pytest.mark.parametrize("data", [b"", b"{}", b"[]\nTea", b"{\n}", b"\xff\n"])
def test_frames_that_are_none(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_frame(data)


@pytest.mark.parametrize("size", [10, 1_000_000])
def test_pages_come_to_a_worker_as_they_are(size: int) -> None:
    page = b"<p>Tea needs boiling water, and time." + b"\n" * size + b"<p>Wait."

    async def work() -> list[bytes]:
        pool = Pool(workers=1, seconds=20, output_bytes=2 * size + 1000)
        await pool.start()
        asked = {"do": "extract", "given": {"format": "source"}}
        try:
            return [(await pool.ask(asked, one))[1] for one in (page, b"<p>Short.")]
        finally:
            await pool.stop()

    assert asyncio.run(work()) == [page, b"<p>Short."]


def test_an_answer_that_is_too_large_costs_the_worker() -> None:
    async def work() -> int:
        pool = Pool(workers=1, seconds=20, output_bytes=1000)
        await pool.start()
        try:
            with pytest.raises(WorkerDied):
                await pool.ask({"do": "extract", "given": {"format": "source"}}, b"<p>" * 9_000)
            return pool.replaced
        finally:
            await pool.stop()

    assert asyncio.run(work()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process by its number")
def test_a_worker_that_died_while_it_had_nothing_to_do_costs_no_request() -> None:
    async def work() -> tuple[bytes, int]:
        pool = Pool(workers=1, seconds=20)
        await pool.start()
        try:
            [number] = pool.numbers
            os.kill(number, signal.SIGKILL)
            while pool.alive:
                await asyncio.sleep(0.01)
            _, body = await pool.ask({"do": "extract"}, b"<p>Tea needs boiling water.</p>")
            return body, pool.replaced
        finally:
            await pool.stop()

    assert asyncio.run(work()) == (b"Tea needs boiling water.\n", 1)


def test_a_pool_that_cannot_start_says_so(monkeypatch: pytest.MonkeyPatch, capfd: object) -> None:
    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", b"/bin/false")
    with pytest.raises(WorkerDied, match="cannot start"):
        asyncio.run(Pool(workers=1, seconds=1).start())


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="workers must be above 0"):
        Settings(workers=0)
    with pytest.raises(ValueError, match="waiting must not be below 0"):
        Settings(waiting=-1)
    assert Settings(host="::1").is_local
    assert not Settings(host="192.0.2.1").is_local


def test_the_settings_of_methods_are_those_that_can_be_asked_for() -> None:
    assert tuple(FIELDS["setting"]["enum"]) == get_args(Setting)


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from dehusk.cli.serve import run

    monkeypatch.delitem(sys.modules, "dehusk.serve.running", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(dehusk.MissingExtra, match=r"pip install 'dehusk\[serve\]'"):
        run(Settings())
