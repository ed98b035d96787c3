"""Where a page goes on: what links declare and say, and numbers beside each other."""

from __future__ import annotations

import pytest

from dehusk import parse
from dehusk.views.pagination import Pagination, pagination, series_of

HERE = "https://example.org/tea.html"


def found(html: str, url: str = HERE) -> Pagination:
    return pagination(parse(html, url=url))


@pytest.mark.parametrize(
    ("link", "following"),
    [
        ("<link rel=next href='?page=2'>", "https://example.org/tea.html?page=2"),
        ("<a rel='nofollow next' href='tea-2.html'>More tea</a>", "https://example.org/tea-2.html"),
        ("<a href='/tea/page/2/'>Next Page »</a>", "https://example.org/tea/page/2/"),
        ("<a href='tea_2.html'>下一页</a>", "https://example.org/tea_2.html"),
        ("<a href='tea-2.html'>»</a>", "https://example.org/tea-2.html"),
        (
            "<a href='tea,p2.html' title='Weiter'><img src=a.png></a>",
            "https://example.org/tea,p2.html",
        ),
        ("<a href='?page=2#top'>Suivant</a>", "https://example.org/tea.html?page=2"),
    ],
)
def test_the_next_page(link: str, following: str) -> None:
    assert found(f"<p>Boil water.</p>{link}").next == following


@pytest.mark.parametrize(
    "link",
    [
        "<a rel=next href='/coffee.html'>Next</a>",  # the next article
        "<a rel=next href='/?p=3290'>Next</a>",
        "<a href='/tea.html#page2'>Next</a>",
        "<a href='https://elsewhere.example/tea.html?page=2'>Next page</a>",
        "<a href='/tea.html/comment-page-2'>Next</a>",
        "<a href='/2013/10/08/'>»</a>",
        "<a href='/cups-2.html'>»</a>",
        "<a href='javascript:next(2)'>Next page</a>",
        "<a href='http://[::1'>Next page</a>",
    ],
)
def test_links_that_lead_elsewhere(link: str) -> None:
    assert found(f"<p>Boil water.</p>{link}", HERE).next is None


def test_without_an_address_nothing_is_known() -> None:
    assert (
        pagination(parse("<link rel=next href='https://example.org/tea?page=2'>")) == Pagination()
    )


def pager(form: str, numbers: str, plain: int) -> str:
    parts = [
        str(number) if number == plain else f"<a href='{form.format(number)}'>{number}</a>"
        for number in map(int, numbers.split())
    ]
    return f"<p>Boil water.</p><div>{' '.join(parts)}</div>"


def test_numbers_tell_what_follows() -> None:
    url = "https://example.org/tea/page/3"
    result = found(pager("/tea/page/{}", "1 2 3 4 9", plain=3), url)
    assert result.next == "https://example.org/tea/page/4"
    assert result.pages == tuple(
        f"https://example.org/tea/page/{number}" for number in (1, 2, 3, 4, 9)
    )


def test_the_last_page_has_no_next() -> None:
    result = found(pager("/tea/page/{}", "1 2 3", plain=3), "https://example.org/tea/page/3")
    assert result.next is None
    assert len(result.pages) == 3


def test_the_first_page_may_lack_its_number() -> None:
    assert found(pager("?start={}0", "2 3 4", plain=0)).next == f"{HERE}?start=20"


def test_a_marked_link_is_this_page() -> None:
    html = "<a href=/t/p1>1</a> <a class=is-current href=/t/p2>2</a> <a href=/t/p3>3</a>"
    assert found(html, "https://example.org/t/p2?sort=new").next == "https://example.org/t/p3"


@pytest.mark.parametrize(
    "html",
    [
        pager("/2014/03/0{}", "1 2 3 4 5", plain=2),  # a calendar
        pager("/archive/{}", "2011 2012 2013", plain=2012),
        pager("#note-{}", "1 2 3", plain=0),
        "<a href=/basket>0</a>",
    ],
)
def test_numbers_that_are_no_pages(html: str) -> None:
    assert found(html) == Pagination()


def test_of_several_rows_of_numbers_that_of_this_page_counts() -> None:
    threads = pager("/cups-{}.html", "2 3 4 5", plain=0)
    assert (
        found(threads + pager("/tea-{}.html", "2 3", plain=0)).next
        == "https://example.org/tea-2.html"
    )


@pytest.mark.parametrize(
    "url",
    ["/tea/2/", "/tea/page-2", "/tea?page=3", "/tea_2.html", "/tea/index2.html", "/tea/seite-2"],
)
def test_addresses_of_one_series(url: str) -> None:
    assert series_of("https://www.example.org" + url) == series_of("https://example.org/tea")
