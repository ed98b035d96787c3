from __future__ import annotations

from dataclasses import replace

import pytest

from dehusk.content import Figure, Image, Text
from dehusk.content.assemble.images import best_of_set
from tests.content.assemble import BR, R, a, content, kept, p

AT = "https://example.org"
PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def image(path: str, alt: str = "", title: str | None = None) -> Image:
    return Image(AT + path, alt, title)


def test_alternative_and_title():
    assert content('<img src="/a.jpg" alt="A \n cat" title=" The  cat ">') == [
        p(image("/a.jpg", "A cat", "The cat"))
    ]


def test_images_stand_in_the_line():
    assert content('<p>one <img src="/a.jpg"> two') == [p("one ", image("/a.jpg"), " two")]


@pytest.mark.parametrize(
    "attributes",
    [
        f'src="{PIXEL}" data-src="/a.jpg"',
        'src="/img/blank.gif" data-original="/a.jpg"',
        'src="/low.jpg" data-lazy-src="/a.jpg"',
        f'src="{PIXEL}" data-srcset="/s.jpg 300w, /a.jpg 900w"',
        'src="/assets/1x1.png" srcset="/s.jpg, /a.jpg 2x"',
        'src="/placeholder.svg" srcset="/s.jpg 1x,/a.jpg 2x"',
        'data-src="{width}x.jpg" src="/a.jpg"',
        'src="/small.jpg" srcset="/a.jpg 2000w, /small.jpg 300w"',
        'width="1" height="1" data-src="/a.jpg" src="/b.jpg"',
    ],
)
def test_where_the_picture_really_is(attributes):
    assert content(f"<img {attributes}>") == [p(image("/a.jpg"))]


def test_pictures_with_sources():
    html = '<picture><source srcset="/a.webp 2x, /b.webp"><source srcset="/c.jpg"><img alt="x"></picture>'
    assert content(html) == [p(image("/a.webp", "x"))]


def test_the_sources_of_a_picture_need_not_be_kept():
    html = '<p>text <picture><source srcset="/a.webp"><img alt="x"></picture> more'
    assert kept(html, "text", "more") == [p("text more")]


@pytest.mark.parametrize(
    "html",
    [
        '<img src="/a.jpg" data-id="1"><noscript><img src="/a.jpg"></noscript>',
        f'<img src="{PIXEL}" data-src="/a.jpg"><noscript><img src="/a.jpg?w=300" alt="x"></noscript>',
        f'<p><noscript><img src="/a.jpg"></noscript><img src="{PIXEL}" data-src="/a.jpg">',
        f'<img src="{PIXEL}"><noscript><img src="/a.jpg"></noscript>',
        '<img src="/low.gif" data-src="/a.jpg"><noscript><img src="/a.jpg" srcset="/b.jpg 2x"></noscript>',
    ],
)
def test_the_copy_for_readers_without_scripts_comes_once(html):
    assert content(html) == [p(image("/a.jpg"))]


def test_two_different_images_are_two():
    assert content('<img src="/a.jpg"><noscript><img src="/b.jpg"></noscript>') == [
        p(image("/a.jpg")),
        p(image("/b.jpg")),
    ]


def test_the_same_image_twice_in_the_text_is_twice():
    assert content('<p><img src="/a.jpg"> x <img src="/a.jpg">') == [
        p(image("/a.jpg"), " x ", image("/a.jpg"))
    ]


@pytest.mark.parametrize(
    "html",
    [
        '<img src="/t.gif" width="1" height="1">',
        '<img src="/line.png" width="500" height="1">',
        '<img src="/t.png" style="width:1px;height:1px">',
        '<img src="/img/spacer.gif">',
        f'<img src="{PIXEL}" alt="lazy">',
        "<img src=\"data:image/svg+xml,%3Csvg xmlns='x' viewBox='0 0 1 1'%3E%3C/svg%3E\">",
        "<img>",
        '<img src="">',
        '<img src="javascript:x">',
        '<img src="file:///a.jpg">',
        '<img src="mailto:a@example.org">',
        "<img src=\"data:image/svg+xml,<svg><path d='M0 0h9'/></svg>\">",
    ],
)
def test_images_that_nobody_sees(html):
    assert content(f"<p>a {html}</p>") == [p("a")]


def test_large_pictures_in_data_leave_their_alternative():
    html = f'<p>a <img src="data:image/png;base64,{"A" * 5000}" alt="a cat"> b'
    assert content(html) == [p("a a cat b")]


def test_emoji_are_text():
    assert content('<p>Hi <img class="emoji" alt="😀" src="/1f600.png">!') == [p("Hi 😀 !")]


def test_images_of_amp():
    assert content('<amp-img src="/a.jpg" alt="x" width="9" height="9"></amp-img>') == [
        p(replace(image("/a.jpg", "x"), width=9, height=9))
    ]


def test_a_line_with_only_a_picture_is_a_paragraph():
    html = '<p><a href="/x"><img src="/a.jpg"></a><br>Photo: me<br>1999'
    assert content(html) == [p(a(AT + "/x", image("/a.jpg"))), p("Photo: me", BR, "1999")]


def test_a_picture_after_the_text():
    assert content('<p>one<br><img src="/a.jpg"><br>two') == [
        p("one"),
        p(image("/a.jpg")),
        p("two"),
    ]


def test_pictures_of_a_figure_stand_one_by_one():
    html = '<figure><img src="/a.jpg"> <img src="/b.jpg"><figcaption>two</figcaption></figure>'
    assert content(html) == [Figure((p(image("/a.jpg")), p(image("/b.jpg"))), R, (Text("two"),))]


@pytest.mark.parametrize(
    ("srcset", "best"),
    [
        ("a.jpg", ["a.jpg"]),
        ("a.jpg 1x, b.jpg 2x", ["b.jpg", "a.jpg"]),
        ("a.jpg 480w,b.jpg 1200w", ["b.jpg", "a.jpg"]),
        ("a,1.jpg 480w, b,2.jpg 1200w", ["b,2.jpg", "a,1.jpg"]),
        ("a.jpg, b.jpg 1.5x", ["b.jpg", "a.jpg"]),
        ("", []),
        (" , ,", []),
        ("2x", ["2x"]),
    ],
)
def test_the_best_of_a_set(srcset, best):
    assert best_of_set(srcset) == best
