"""Pictures, players and pages that a script fills, on either side of every threshold."""

from __future__ import annotations

import pytest

import dehusk
from dehusk.content import Embed, Image, Link, Paragraph
from dehusk.content.assemble.players import watch_page
from dehusk.content.covers import is_shown
from dehusk.page.parse import parse
from tests.content.assemble import content

AT = "https://example.org"


def pictures(html: str) -> list[tuple[str, int | None, int | None]]:
    return [
        (part.url.removeprefix(AT), part.width, part.height)
        for block in content(html)
        if isinstance(block, Paragraph)
        for part in block.content
        if isinstance(part, Image)
    ]


@pytest.mark.parametrize(
    ("attributes", "shown"),
    [
        ("width=2 height=2", [("/a.jpg", 2, 2)]),
        ("width=1 height=9", []),
        ("width=9 height=0", []),
        ("width=999999", [("/a.jpg", 999_999, None)]),
        ("width=1000000", [("/a.jpg", None, None)]),
        ("width='50 px'", [("/a.jpg", None, None)]),
        ("width=50px", [("/a.jpg", 50, None)]),
        ("width=50%", [("/a.jpg", None, None)]),
        ("style='width:1px'", []),
        ("style='color:red;height: 0px'", []),
        ("style='max-width:1px'", [("/a.jpg", None, None)]),
        ("style='width:10px'", [("/a.jpg", None, None)]),
    ],
)
def test_what_is_too_small_to_be_seen(
    attributes: str, shown: list[tuple[str, int | None, int | None]]
) -> None:
    assert pictures(f"<p>tea <img src=/a.jpg {attributes}></p>") == shown


@pytest.mark.parametrize(("length", "shown"), [(39, False), (40, True)])
def test_a_placeholder_has_a_short_name(length: int, shown: bool) -> None:
    name = "blank" + "-" * 40
    file = f"{name[: length - 4]}.gif"
    found = pictures(f"<p>tea <img src=/{file}></p>")
    assert not pictures("<p>tea <img src=/blank.gif></p>")
    assert bool(found) or not shown


@pytest.mark.parametrize(("sources", "shown"), [(20, True), (21, False)])
def test_how_many_sources_a_picture_may_have(sources: int, shown: bool) -> None:
    empty = "<source>" * (sources - 1)
    html = f"<p>tea <picture>{empty}<source srcset=/a.jpg><img src='[x]'></picture></p>"
    assert bool(pictures(html)) == shown


@pytest.mark.parametrize(("sources", "shown"), [(20, True), (21, False)])
def test_how_many_sources_a_video_may_have(sources: int, shown: bool) -> None:
    empty = "<source>" * (sources - 1)
    found = content(f"<video>{empty}<source src=/a.mp4></video><p>tea</p>")
    assert any(isinstance(block, Embed) for block in found) == shown


def test_the_first_source_of_a_video_counts() -> None:
    (found, *_) = content("<video data-src=/b.mp4><source src=/a.mp4></video>")
    assert isinstance(found, Embed)
    assert found.url == f"{AT}/b.mp4"


@pytest.mark.parametrize(
    ("title", "said"), [("Tea at noon", "Tea at noon"), ("YouTube video player", None), ("", None)]
)
def test_titles_of_players(title: str, said: str | None) -> None:
    (found, *_) = content(
        f"<iframe src=https://www.youtube.com/embed/abc title='{title}'></iframe>"
    )
    assert isinstance(found, Embed)
    assert (found.url, found.title) == (watch_page("https://www.youtube.com/embed/abc"), said)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("teapot-1200x630.jpg", True),
        ("kettl-800.jpg", True),
        ("kett-800.jpg", False),
        ("12345-800.jpg", False),
        ("other.jpg", False),
    ],
)
def test_a_version_of_the_cover_is_shown(address: str, shown: bool) -> None:
    page = parse("<img src=/teapot-40x30.jpg><img src=/kettl-1.jpg><img src=/xkett-1.jpg>")
    assert is_shown(page, f"{AT}/media/{address}") == shown


@pytest.mark.parametrize(("tags", "shown"), [(19, True), (20, False)])
def test_a_cover_is_named_in_a_few_tags_before_it_is_shown(tags: int, shown: bool) -> None:
    named = "<meta content=/teapot.jpg>" * tags
    assert is_shown(parse(f"{named}<img src=/teapot.jpg>"), f"{AT}/teapot.jpg") == shown


@pytest.mark.parametrize(("length", "empty"), [(240, True), (241, False)])
def test_how_much_text_stands_in_for_content(length: int, empty: bool) -> None:
    words = "wait a little "
    text = (words * 20)[: length - 1] + "."
    page = f"<title>Tea</title><body><noscript><p>{text}</p></noscript><div id=root></div><script src=/app.js></script>"
    document = dehusk.extract(page, method="cnr")
    assert (document.reason is not None) == empty
    assert bool(document.text) != empty


@pytest.mark.parametrize(
    ("link", "title"),
    [
        ("<a href=/t title='Green tea'>tea</a>", "Green tea"),
        ("<a href=/t title=' TEA '>tea</a>", None),
        ("<a href=/t title=tea>" + "<b>t</b>" * 3 + "</a>", "tea"),
        ("<a href=/t title=ttt>" + "<b>t</b>" * 3 + "</a>", None),
        ("<a href=/t title=tttt>" + "<b>t</b>" * 4 + "</a>", "tttt"),
    ],
)
def test_the_title_of_a_link(link: str, title: str | None) -> None:
    (paragraph,) = content(f"<p>{link} and milk</p>")
    assert isinstance(paragraph, Paragraph)
    assert [part.title for part in paragraph.content if isinstance(part, Link)] == [title]


def test_a_picture_lends_its_sources_to_its_first_image() -> None:
    html = "<p>tea <picture><source srcset=/a.jpg><img src='[x]'><img src=/b.jpg></picture></p>"
    assert [path for path, *_ in pictures(html)] == ["/a.jpg", "/b.jpg"]
    twice = "<p>tea <picture><source srcset=/a.jpg><img src='[x]'><img src='[y]'></picture></p>"
    assert [path for path, *_ in pictures(twice)] == ["/a.jpg"]
    assert pictures("<p>tea <b><source srcset=/a.jpg><img src='[x]'></b></p>") == []
