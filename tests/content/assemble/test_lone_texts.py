"""A block with one plain text takes a short way: it gives what a line would have given."""

from __future__ import annotations

import pytest

from dehusk import parse
from dehusk.content import Block
from dehusk.content.assemble import assemble
from dehusk.content.assemble.walker import Walker
from dehusk.selection import Selection
from tests.conftest import ROOT
from tests.families import FAMILIES

PAGES = sorted((ROOT / "tests" / "pages").glob("*/page.html"))
SNIPPETS = [
    "<b><p>one</p><i><p>two</p></i></b><p>three",
    "<code><p>one</p></code><a href=/x><p>two</p></a>",
    "<h2><div>one</div><p>two</p></h2><p>three",
    "<table><caption><p>cap</p></caption><tr><th>a<td> b <td>c\xa0<td><td>e  f<td>g\nh</table>",
    "<ul><li>one</li>loose<li> two<p>three</p></ul><li>four",
    "<dl><dt>one<dt>two<dd>three<p>four</p><dd>five</dl>",
    "before<p>one</p>after<div>\u200b</div><div> </div><div>two\u00ad</div>",
    "<figure><p>one</p><figcaption><p>two</p></figcaption></figure>",
    "<details><summary><div>one</div></summary><div>two</div></details>",
]


def blocks_of(html: bytes | str) -> tuple[Block, ...]:
    page = parse(html, url="https://example.org/")
    return assemble(page, Selection.of_subtrees(page, [0], reason="all of it"))


def blocks_the_long_way(html: bytes | str) -> tuple[Block, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Walker, "take_line", lambda walker, position: ())
        return blocks_of(html)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path: object) -> None:
    html = path.read_bytes()  # type: ignore[attr-defined]
    assert blocks_of(html) == blocks_the_long_way(html)


@pytest.mark.parametrize("html", SNIPPETS)
def test_places_where_it_matters(html: str) -> None:
    assert blocks_of(html) == blocks_the_long_way(html)


def test_hostile_pages() -> None:
    for family in FAMILIES.values():
        html = family.page(300)
        assert blocks_of(html) == blocks_the_long_way(html)
