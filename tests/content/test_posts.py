"""Posts are found by their form, whatever the site calls them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from dehusk import Page, parse
from dehusk.content.threads import PostRows, find_posts
from dehusk.content.threads.levels import MAX_LEVEL
from dehusk.content.threads.post_metadata import author_of, date_of

TEXT = "I bake it every week and it never fails."


def record(name: str = "Ann", text: str = TEXT, *, day: int = 1, make: str = "class=reply") -> str:
    head = f"<b class=author>{name}</b> <time datetime=2024-05-0{day}>May</time>"
    return f"<div {make}>{head}<div class=text>{text}</div>§</div>"


def joined(*records: str) -> str:
    return "".join(records).replace("§", "")


def nested(outer: str, *inner: str) -> str:
    return outer.replace("§", joined(*inner) + "§")


def posts_of(html: str) -> tuple[Page, tuple[PostRows, ...]]:
    page = parse(html)
    return page, find_posts(page, page.is_text)


def levels(posts: Iterable[PostRows]) -> list[int]:
    found: list[int] = []
    for post in posts:
        found.append(0 if post.parent < 0 else found[post.parent] + 1)
    return found


def test_author_date_and_text_of_each() -> None:
    page, posts = posts_of(joined(record("Ann"), record("Bo", "Me, too: with rye.", day=2)))
    assert [(author_of(page, post), date_of(page, post)) for post in posts] == [
        ("Ann", "2024-05-01"),
        ("Bo", "2024-05-02"),
    ]
    assert [page.text_of(post.body) for post in posts] == [TEXT, "Me, too: with rye."]


def test_one_record_is_no_thread() -> None:
    assert posts_of(joined(record()))[1] == ()


def test_records_without_dates_or_names_are_no_posts() -> None:
    undated = record().replace("<time datetime=2024-05-01>May</time>", "")
    unsigned = record().replace("<b class=author>Ann</b>", "")
    assert posts_of(joined(undated, undated))[1] == ()
    assert posts_of(joined(unsigned, unsigned))[1] == ()


def test_a_list_of_articles_is_no_thread() -> None:
    cards = [
        record(text=f"<h2><a href=/{title}>{title}</a></h2>{TEXT}", make="class=post")
        for title in ("Rye", "Oats", "Spelt")
    ]
    assert posts_of(joined(*cards))[1] == ()
    replies = [card.replace("class=post", "class=reply") for card in cards]
    assert len(posts_of(joined(*replies))[1]) == 3


def test_identifiers_with_numbers_are_a_make() -> None:
    assert len(posts_of(joined(record(make="id=p17"), record(make="id=p18")))[1]) == 2
    assert posts_of(joined(record(make="id=left"), record(make="id=right")))[1] == ()


def test_schema_types_and_own_elements_are_makes() -> None:
    typed = record(make="itemscope itemtype=https://schema.org/Answer")
    assert len(posts_of(joined(typed, typed))[1]) == 2
    own = record().replace("<div class=reply>", "<x-comment>").replace("§</div>", "</x-comment>")
    assert len(posts_of(joined(own, own))[1]) == 2


def test_only_where_something_is_kept() -> None:
    page = parse(joined(record(), record()) + "<p>Bread.</p>")
    assert find_posts(page, page.is_text & (page.tag[page.parent] == page.tag[-2])) == ()
    first = np.zeros(len(page), bool)
    first[: page.end[3]] = True
    assert find_posts(page, page.is_text & first) == ()


def test_dates_may_be_told_by_form_alone() -> None:
    shown = record().replace("<time datetime=2024-05-01>May</time>", "<i>May 3rd, 2021</i>")
    page, posts = posts_of(joined(shown, shown))
    assert [date_of(page, post) for post in posts] == ["2021-05-03"] * 2
    ago = record().replace("<time datetime=2024-05-01>May</time>", "<i>3 hours ago</i>")
    page, posts = posts_of(joined(ago, ago))
    assert [date_of(page, post) for post in posts] == ["3 hours ago"] * 2


def test_the_date_is_not_that_of_an_edit() -> None:
    edited = "<i class=edited>edited <time datetime=2024-06-09>June</time></i>"
    both = record().replace("<time", edited + "<time", 1)
    page, posts = posts_of(joined(both, both))
    assert [date_of(page, post) for post in posts] == ["2024-05-01"] * 2


def test_an_author_may_be_an_attribute() -> None:
    signed = record(make="class=reply data-author='  Ann\n Lee '").replace("class=author", "")
    page, posts = posts_of(joined(signed, signed))
    assert [author_of(page, post) for post in posts] == ["Ann Lee"] * 2


def test_a_letter_in_place_of_a_portrait_is_no_name() -> None:
    letter = "<a class=author-portrait href=/u/ann>A</a>"
    for names in (letter + "<b class=author>", "<b class=name>"):
        html = record().replace("<b class=author>", names)
        page, posts = posts_of(joined(html, html))
        assert [author_of(page, post) for post in posts] == ["Ann", "Ann"]
    alone = record().replace("Ann", "A")
    page, posts = posts_of(joined(alone, alone))
    assert [author_of(page, post) for post in posts] == ["A", "A"]
    other = record().replace("<b class=author>Ann</b>", "<i class=brand-name>Ann</i>")
    assert posts_of(joined(other, other))[1] == ()


def test_names_and_dates_in_quotations_are_no_reason() -> None:
    quote = (
        "<blockquote><a class=author href=/u/bo>Bo</a> <time>2020-01-01</time> Yes!</blockquote>"
    )
    page, posts = posts_of(joined(record(text=quote + TEXT), record(text=quote + TEXT, day=2)))
    assert [author_of(page, post) for post in posts] == ["Ann", "Ann"]
    assert all(page.text_of(post.body).endswith(TEXT) for post in posts)


def test_profiles_beside_the_text_are_not_the_text() -> None:
    profile = "<div class=profile><i>Baker of the month</i> <i>Posts: 3,412</i></div>"
    posts = [
        record(text=text).replace("<div class=text>", profile + "<div class=text>")
        for text in (TEXT * 4, "Thanks!", TEXT * 3)
    ]
    page, found = posts_of(joined(*posts))
    assert [page.text_of(post.body) for post in found] == [TEXT * 4, "Thanks!", TEXT * 3]


def test_replies_inside_records() -> None:
    html = joined(nested(record(), nested(record("Bo"), record("Cy")), record("Di")), record("Ed"))
    assert levels(posts_of(html)[1]) == [0, 1, 2, 1, 0]


def test_replies_that_are_moved_in() -> None:
    told = ("indent={}", "data-depth={}", "style='margin-left: {}0px'")
    for way in told:
        html = joined(*(record(make=f"class=reply {way.format(n)}") for n in (0, 1, 2, 1, 0)))
        assert levels(posts_of(html)[1]) == [0, 1, 2, 1, 0], way


def test_replies_in_lists_beside_what_they_answer() -> None:
    html = f"<ul><li>{record()}<ul><li>{record()}<li>{record()}</ul><li>{record()}</ul>"
    assert levels(posts_of(joined(html))[1]) == [0, 1, 1, 0]


def test_replies_are_nested_some_levels_deep_only() -> None:
    html = record()
    for _ in range(20):
        html = nested(record(), html)
    found = levels(posts_of(joined(html))[1])
    assert found[: MAX_LEVEL + 2] == [*range(MAX_LEVEL + 1), MAX_LEVEL]
    assert max(found) == MAX_LEVEL


def test_comments_inside_of_answers_are_replies() -> None:
    comment = record("Bo", make="class=comment")
    answers = [nested(record(make="class=answer"), comment, comment) for _ in range(2)]
    assert levels(posts_of(joined(*answers))[1]) == [0, 1, 1, 0, 1, 1]


def test_lists_one_after_the_other_are_one_level() -> None:
    first, second = joined(record(), record()), joined(record(), record())
    _, posts = posts_of(f"<ul><li>{first}</ul><ul><li>{second}</ul>")
    assert [post.parent for post in posts] == [-1] * 4


def test_where_posts_stand_on_the_page_plays_no_role() -> None:
    thread = joined(record(), record(day=2), f"<ul>{record(day=3)}</ul>")
    _, alone = posts_of(thread)
    page, posts = posts_of(f"<p>Bread.</p><ol><li><div>{thread}</div></ol><ul><li>Rye</ul>")
    rows = posts[0].record - alone[0].record
    assert posts == tuple(post.moved(rows) for post in alone)
    assert page.text_of(posts[0].body) == TEXT
