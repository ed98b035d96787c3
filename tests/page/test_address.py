"""Which addresses a page can have."""

from __future__ import annotations

from typing import Any

import pytest

from dehusk.errors import PageError
from dehusk.page.address import LONGEST_URL, given_url, usable_url

NONE = [
    *(
        "",
        " \n",
        "\x00",
        "a\x00b",
        "https://example.org/\x1b[2J",
        "https://example.org/\x85",
        "a\nb",
    ),
    *("\ud800", "https://example.org/\udfff", "https://[::1", "https://a]b/", "https://[x]/"),
    *("https://a:65536/", "https://a:-1/", "https://a:b/", f"https://a:{'9' * 30}/"),
    *("https://a/" + "b" * LONGEST_URL, "https://[::1%\ud800]/", "https://" + "[" * 1000),
]
"""Strings that can be no address."""


@pytest.mark.parametrize("url", NONE)
def test_what_can_be_no_address_is_none_or_refused(url: str) -> None:
    assert usable_url(url) is None
    if not url.strip():
        assert given_url(url) is None
        return
    with pytest.raises(PageError, match=r"can be no address; leave url out, or mend it\.$") as told:
        given_url(url)
    assert len(str(told.value)) < 1_000
    str(told.value).encode()


@pytest.mark.parametrize(
    "url",
    [
        *("https://example.org/tea?a=b#c", "https://[::1]:8000/", "/tea", "tea.html", "//a/b"),
        *("https://bücher.example/ü", "file:///tea.html", "https://a:65535/", "https://u:p@a/"),
        *("https://example.org/a b", "https://example.org/a[b]", "about:blank"),
    ],
)
def test_what_can_be_one_stays_as_it_is(url: str) -> None:
    assert usable_url(url) == url
    assert usable_url(f"\t {url}\r\n") == given_url(url) == url


def test_none_stays_none() -> None:
    assert usable_url(None) is None


@pytest.mark.parametrize("url", [b"https://example.org/", 7, True, ["https://example.org/"]])
def test_what_is_no_string_is_refused(url: Any) -> None:
    with pytest.raises(PageError, match=r"^url is a string, such as .* and not \w+\.$"):
        usable_url(url)
