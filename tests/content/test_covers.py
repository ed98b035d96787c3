"""Whether a page shows the picture that it names as its own."""

from __future__ import annotations

import pytest

from dehusk import extract, parse
from dehusk.content.covers import is_shown

TEA = "https://example.org/img/teapot-1200.jpg"


@pytest.mark.parametrize(
    "shown",
    [
        "<img src=/img/teapot-1200.jpg>",
        "<img src=/img/teapot-400x300.jpg>",
        "<img srcset='/img/teapot_800.webp 2x'>",
        "<img data-src='/_next/image?url=%2Fimg%2Fteapot.jpg&w=640'>",
        "<div style='background-image:url(/img/teapot.jpg)'></div>",
    ],
)
def test_a_version_of_it_will_do(shown: str) -> None:
    named = f"<meta property=og:image content={TEA}><link rel=image_src href={TEA}>"
    assert is_shown(parse(named + shown), TEA)
    assert not is_shown(parse(named), TEA)


def test_a_picture_whose_folder_has_the_name() -> None:
    page = parse("<img src=https://i.example.org/4f2a9c71d0/master/300.jpg>")
    assert is_shown(page, "https://i.example.org/4f2a9c71d0/master/1200.jpg")
    assert not is_shown(page, "https://i.example.org/77f2a9c71d/master/1200.jpg")
    assert not is_shown(page, "https://example.org/master/1200.jpg")


def test_cards_that_are_made_for_links_are_no_cover() -> None:
    words = "<p>Tea needs boiling water, and then a while to wait before it can be drunk.</p>" * 3
    card = "<meta property=og:image content='https://example.org/api/og?title=Tea'>"
    document = extract(f"{card}<h1>Tea needs time</h1>{words}")
    assert document.metadata.image == "https://example.org/api/og?title=Tea"
    assert "![" not in document.markdown
