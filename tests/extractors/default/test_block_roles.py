"""The roles of blocks: every block has one, names are not seen, and what names say is learned."""

from __future__ import annotations

import re
import sys

import numpy as np
import pytest

import dehusk
from dehusk.extractors.default.block_roles import COLUMNS, roles
from dehusk.extractors.default.features import block_features
from dehusk.views.roles import ROLES
from tests.conftest import PAGES, ROOT


def golden(name: str) -> bytes:
    return (PAGES / name / "page.html").read_bytes()


def test_every_block_has_a_role() -> None:
    page = dehusk.parse(golden("news"))
    parts = dehusk.roles(page)
    assert len(parts) == len(block_features(page)[0])
    assert {part.role for part in parts} <= set(ROLES)
    assert all(1 / len(ROLES) <= part.probability <= 1 for part in parts)
    assert {"main", "menu"} <= {part.role for part in parts}


@pytest.mark.parametrize("html", ["", "<script>x()</script>", "<img src=a>"])
def test_a_page_without_text_has_no_parts(html: str) -> None:
    assert roles(html) == ()


def test_no_name_is_seen() -> None:
    assert not any(name.startswith(("hint ", "near ")) for name in COLUMNS)
    page = golden("news").decode()
    anonymous = re.sub(r' (?:id|role|itemprop|aria-label)="[^"]*"', "", page)
    # The same names for the same elements, but names that say nothing.
    anonymous = re.sub(r'class="([^"]*)"', lambda found: f'class="x{hash(found[1])}"', anonymous)
    assert [part.role for part in roles(anonymous)] == [part.role for part in roles(page)]


def test_the_text_of_an_article_is_main_and_its_menu_a_menu() -> None:
    told = {part.text[:30]: part.role for part in roles(golden("news"))}
    assert told["Inspectors found in January th"] == "main"
    assert told["Politics"] == "menu"


def test_names_that_label_blocks() -> None:
    pytest.importorskip("lightgbm")
    sys.path.insert(0, str(ROOT))
    from training.roles import named_roles, role_of_name, sampled

    def role(name: str) -> str | None:
        return ROLES[role_of_name(name)] if role_of_name(name) >= 0 else None

    assert role("articleBody") == role("entry-content") == "main"
    assert role("commentlist") == "comment"
    assert role("wrapper") is role("heading") is role("nav-ad") is None
    page = dehusk.parse(
        "<body class=menu><div class=wrapper><ul role=navigation><li>Home</ul>"
        "<div class=comments><p>One<p class=author>Ann</div></div><p>" + "Text " * 50
    )
    counts, _ = block_features(page)
    found = [ROLES[number] if number >= 0 else None for number in named_roles(page, counts)]
    assert found == ["menu", "comment", "byline", None]
    many = np.zeros(1000, np.intp)
    assert len(sampled(many, 0)) == 25
