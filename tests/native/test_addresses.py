"""Addresses are resolved as plain Python would."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.content.assemble.urls import Addresses
from dehusk.content.table import Content, Kind
from dehusk.content.walk import content_of
from dehusk.selection import Selection

REMOVED = re.compile(r"[\t\n\r]")
EDGES = "".join(map(chr, range(33)))
SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
DEAD_SCHEMES = frozenset(("javascript", "vbscript", "data", "blob", "about", "view-source"))

BASES = (
    None,
    "",
    "https://e.org/a/b.html?c",
    "http://e.org",
    "not a url",
    "mailto:x",
)
ODD = "aZ9.:/?#;[]+-@é中 \t\n\r\x00%"
addresses = st.lists(
    st.text(alphabet=ODD, max_size=4)
    | st.sampled_from(("http:", "https://", "JavaScript:", "data:", "view-source:", "//", "../")),
    max_size=5,
).map("".join)


def resolved(base: str | None, address: str) -> str | None:
    address = REMOVED.sub("", address.strip(EDGES))
    if not address or address == "#" or len(address) > 8_192:
        return None
    if scheme := SCHEME.match(address):
        return None if scheme[1].lower() in DEAD_SCHEMES else address.replace(" ", "%20")
    if address[0] == "#":
        return address.replace(" ", "%20")
    try:
        parts = urlsplit(base or "")
        if address.startswith("//"):
            scheme_of_base = parts.scheme if parts.netloc else ""
            return f"{scheme_of_base or 'https'}:{address}".replace(" ", "%20")
        origin = f"{parts.scheme}://{parts.netloc}" if parts.scheme and parts.netloc else ""
        if origin and address[0] not in ".?;" and "/." not in address:
            folder = f"{origin}{parts.path.rpartition('/')[0]}/"
            address = (origin if address[0] == "/" else folder) + address
        else:
            address = urljoin(base or "", address)
    except ValueError:
        return f"https:{address}".replace(" ", "%20") if address.startswith("//") else None
    return address.replace(" ", "%20")


@given(st.sampled_from(BASES), addresses)
def test_addresses(base: str | None, address: str) -> None:
    assert Addresses(base).resolve(address) == resolved(base, address)


def content(html: str, url: str) -> Content:
    page = parse(html, url=url)
    return content_of(page, Selection.of_subtrees(page, [0], reason="all of it"))


@given(st.sampled_from(BASES[2:]), addresses)
def test_links_have_the_same_addresses(base: str, address: str) -> None:
    written = address.replace("\r", "&#13;").replace("\x00", "")
    table = content(f'<p>See <a href="{written}" title="Of tea">this</a>', base)
    links = [row for row in range(len(table)) if table.kind[row] == Kind.LINK]
    url = resolved(base, address.replace("\x00", ""))
    if url is None:
        assert not links
    else:
        assert [table.text_of(row) for row in links] == [url]
        assert [table.argument_of(row) for row in links] == ["Of tea"]


def test_the_address_of_a_link_in_parts_is_written_once() -> None:
    for address in ("tea", "../tea"):
        table = content(f"<a href={address}><div>One</div><div>Two</div></a>", "https://e.org/a/b")
        spans = {
            (table.text_start[row], table.text_end[row])
            for row in range(len(table))
            if table.kind[row] == Kind.LINK
        }
        assert len(spans) == 1
        assert table.text.count(b"https://") == 1


def test_addresses_beyond_measure_are_left_out() -> None:
    base = "https://e.org/" + "x" * 8_000 + "/"
    table = content("<p><a href=a>b</a> " * 8_600, base)
    sizes = (table.text_end - table.text_start)[table.kind == Kind.LINK]
    assert sizes[0] > 8_000
    assert sizes[-1] == 0
    assert len(table.text) < 1 << 27
