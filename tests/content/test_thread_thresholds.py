"""Where posts, their names and their dates begin and end: a page on either side of every threshold."""

from __future__ import annotations

import pytest

import dehusk
from dehusk.content.comments import comment_selection
from dehusk.content.notes import find_notes
from dehusk.content.threads.post_metadata import author_of, date_of
from dehusk.page.tags import Tag
from tests.content.test_posts import TEXT, joined, posts_of, record

UNDATED = record().replace("<time datetime=2024-05-01>May</time>", "")
UNSIGNED = record().replace("<b class=author>Ann</b>", "")


def count(*records: str) -> int:
    return len(posts_of(joined(*records))[1])


@pytest.mark.parametrize("other", [UNDATED, UNSIGNED])
def test_of_ten_records_seven_have_to_be_posts(other: str) -> None:
    assert count(*[record()] * 7, *[other] * 3) > 0
    assert count(*[record()] * 6, *[other] * 4) == 0


@pytest.mark.parametrize(("length", "posts"), [(12, 2), (11, 0)])
def test_how_short_posts_may_be(length: int, posts: int) -> None:
    assert count(*[record(text="x" * length)] * 2) == posts


@pytest.mark.parametrize(("length", "posts"), [(50, 2), (51, 0)])
def test_how_long_a_name_may_be(length: int, posts: int) -> None:
    assert count(*[record(name="A" * length)] * 2) == posts


def dated(text: str, element: str = "span class=date") -> str:
    tag = element.partition(" ")[0]
    return record().replace("<time datetime=2024-05-01>May</time>", f"<{element}>{text}</{tag}>")


@pytest.mark.parametrize(("length", "posts"), [(60, 2), (61, 0)])
def test_how_long_a_date_may_be(length: int, posts: int) -> None:
    assert count(*[dated("at 9" + "x" * (length - 4))] * 2) == posts


@pytest.mark.parametrize(("parts", "posts"), [(3, 2), (4, 0)])
def test_how_many_texts_a_date_may_have(parts: int, posts: int) -> None:
    assert count(*[dated("<i>9</i>" * parts)] * 2) == posts


@pytest.mark.parametrize(
    ("text", "posts"), [("3 May 2024", 2), ("9:30pm", 2), ("2h", 2), ("3 weeks ago", 2), ("May", 0)]
)
def test_what_looks_like_a_date(text: str, posts: int) -> None:
    assert count(*[dated(text, "i")] * 2) == posts


@pytest.mark.parametrize(("titled", "posts"), [(3, 6), (4, 0)])
def test_a_listing_has_titles_of_its_own(titled: int, posts: int) -> None:
    cards = [
        record(text=f"<h2><a href=/{n}>Loaf {n}</a></h2>{TEXT}", make="class=post")
        for n in range(titled)
    ]
    assert count(*cards, *[record(make="class=post")] * (6 - titled)) == posts


def test_a_name_is_said_by_words() -> None:
    for name, author in (("by Ann", "Ann"), ("Ann:", "Ann"), ("· Ann ·", "Ann"), ("Quote", None)):
        page, posts = posts_of(joined(record(name=name), record(name=name)))
        assert author_of(page, posts[0]) == author


def test_the_author_that_is_marked_goes_before_others() -> None:
    head = "<b class=author>Cy</b> <i itemprop=author class=author>Bo</i>"
    marked = record().replace("<b class=author>Ann</b>", head)
    page, posts = posts_of(joined(marked, marked))
    assert author_of(page, posts[0]) == "Bo"


@pytest.mark.parametrize(
    ("first", "second", "date"),
    [
        (
            "<time class=edited datetime=2024-06-02>x</time>",
            "<time datetime=2024-05-01>x</time>",
            "2024-05-01",
        ),
        (
            "<i>edited <time datetime=2024-06-02>x</time></i>",
            "<time datetime=2024-05-01>x</time>",
            "2024-05-01",
        ),
        (
            "<time datetime=2024-06-02>x</time>",
            "<time itemprop=dateCreated datetime=2024-05-01>x</time>",
            "2024-05-01",
        ),
        (
            "<time datetime=2024-06-02>x</time>",
            "<a href=#p1><time datetime=2024-05-01>x</time></a>",
            "2024-05-01",
        ),
        ("<time datetime=2024-06-02>x</time>", "<time datetime=2024-05-01>x</time>", "2024-06-02"),
    ],
)
def test_of_several_dates_the_one_of_the_post(first: str, second: str, date: str) -> None:
    two = record().replace("<time datetime=2024-05-01>May</time>", first + second)
    page, posts = posts_of(joined(two, two))
    assert date_of(page, posts[0]) == date


def test_a_clock_is_shown_with_its_day() -> None:
    for around, shown in (
        ("<i>Monday <time>9:30</time></i>", "Monday 9:30"),
        ("<time>9:30</time>", "9:30"),
    ):
        own = record().replace("<time datetime=2024-05-01>May</time>", around)
        page, posts = posts_of(joined(own, own))
        assert date_of(page, posts[0]) == shown


def comments(html: str) -> list[str]:
    page = dehusk.parse(f"<p>Bread.</p><div class=comments><div class=item>{html}</div></div>")
    content = page.inside(page.tag == Tag.P) & (page.depth < 4)
    return [page.text_of(row) for row in comment_selection(page, content).rows]


HEAD = "<b class=author>Ann</b> <time>3 May 2024</time>"


@pytest.mark.parametrize(("text", "found"), [("I bake weekly.", True), ("Reply, please.", False)])
def test_how_many_words_a_comment_has(text: str, found: bool) -> None:
    assert (text in comments(f"{HEAD}<p>{text}</p>")) == found


def noted(note: str, mark: str = "<sup><a href=#n1 id=r1>1</a></sup>") -> int:
    page = dehusk.parse(
        f"<p>Bread{mark} needs flour and time.</p><ol><li id=n1>{note} <a href=#r1>↩</a></li></ol>"
    )
    return len(find_notes(page).notes)


@pytest.mark.parametrize(("length", "notes"), [(5_900, 1), (6_100, 0)])
def test_how_long_a_note_may_be(length: int, notes: int) -> None:
    assert noted("tea " * (length // 4)) == notes


@pytest.mark.parametrize(("parts", "posts"), [(1, 2), (2, 2), (3, 0)])
def test_a_link_to_a_profile_names_in_two_texts_at_most(parts: int, posts: int) -> None:
    link = f"<a href=/user/ann>{'<i>Ann</i>' * parts}</a>"
    own = record().replace("<b class=author>Ann</b>", link)
    assert count(own, own) == posts


def test_a_heading_that_leads_nowhere_is_no_title_of_a_listing() -> None:
    cards = [record(text=f"<h2>Loaf {n}</h2>{TEXT}", make="class=post") for n in range(4)]
    assert count(*cards) == 4
    linked = [
        record(text=f"<h2><a href=/{n}>Loaf {n}</a></h2>{TEXT}", make="class=post")
        for n in range(4)
    ]
    assert count(*linked) == 0
    assert count(*[card.replace(f"Loaf {n}", "Re: Loaf") for n, card in enumerate(linked)]) == 4


@pytest.mark.parametrize(("length", "shown"), [(100, 100), (101, 100)])
def test_how_much_of_a_date_is_shown(length: int, shown: int) -> None:
    text = "Mon " + "x" * (length - 4)
    own = record().replace("<time datetime=2024-05-01>May</time>", f"<time>{text}</time>")
    page, posts = posts_of(joined(own, own))
    assert len(date_of(page, posts[0]) or "") <= shown + 1
    assert (date_of(page, posts[0]) or "").startswith(text[: shown - 1])


@pytest.mark.parametrize(("length", "posts"), [(300, 2), (309, 0)])
def test_how_much_of_a_class_tells_a_name(length: int, posts: int) -> None:
    names = "x" * (length - 7) + " author"
    own = record().replace("<b class=author>Ann</b>", f"<i class='{names}'>Ann</i>")
    assert count(own, own) == posts
