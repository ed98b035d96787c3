"""What speaks for or against a block, in words."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import parse
from dehusk.explain import verdicts
from dehusk.extractors.default.features import NAMES, block_features
from dehusk.extractors.default.features.hints import VOCABULARY
from dehusk.extractors.default.features.reasons import GROUPS, SUBJECTS, group_of, reasons
from dehusk.extractors.default.method import Default
from dehusk.views.blocks import Blocks
from tests.conftest import PAGES


def group_with(start: str) -> int:
    return next(number for number, group in enumerate(GROUPS) if start in group.starts)


@pytest.mark.parametrize("name", NAMES)
def test_every_column_belongs_to_a_group(name: str) -> None:
    assert 0 <= group_of(name) < len(GROUPS)


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("in header", "in"),
        ("in h1", "in h1"),
        ("in article", "in"),
        ("in pre", "in"),
        ("good before", "place"),
        ("good", "stops"),
        ("since heading", "section"),
        ("since h1", "place"),
        ("words since heading", "section"),
        ("up 3 link share", "up"),
        ("-1 link share", "within"),
        ("in body", "body"),
    ],
)
def test_the_longest_start_decides(name: str, start: str) -> None:
    assert group_of(name) == group_with(start)


def test_every_phrase_can_be_asked() -> None:
    facts = dict.fromkeys(NAMES, 0.0)
    for phrase in (*SUBJECTS, *(one for group in GROUPS for one in group.phrases)):
        assert phrase.holds(facts) in (True, False), phrase.text


def test_all_hints_can_be_named() -> None:
    spoken = {one.text for one in GROUPS[group_with("hint")].phrases}
    assert len(spoken) == 2 * len(VOCABULARY)


def said_of(html: str | bytes) -> dict[str, str]:
    blocks = Blocks.of(parse(html))
    texts = [verdict.runs[0].text for verdict in verdicts(blocks, Default().select(blocks.page))]
    return dict(zip(texts, map(str, Default().explain_blocks(blocks)["because"]), strict=True))


def test_sentences_about_a_page() -> None:
    said = said_of((PAGES / "news" / "page.html").read_bytes())
    assert said["Politics"] == (
        "a link in a list, in the navigation, above the title, set apart from the content"
    )
    assert said["Privacy policy"].startswith("a link in a list, in a footer")
    assert said["We value your privacy"].startswith("a heading, named as a notice about cookies")
    kept = next(text for start, text in said.items() if start.startswith("Inspectors found"))
    assert kept.startswith("a paragraph, ")
    assert "in the part with most of the text" in kept
    assert not any(name in text for text in said.values() for name in ("top 0", "up 1", "+0."))


def test_what_moved_a_block_most_is_said() -> None:
    """And what speaks for the other side is not."""
    _, features = block_features(parse("<nav><a href=/>Home</a></nav><p>Tea is here, at last.</p>"))
    moved = np.zeros(features.shape)
    moved[0, NAMES.index("in nav")] = -1.0
    assert next(reasons(NAMES, features, moved)) == "a link to another page, in the navigation"
    moved[0, NAMES.index("in nav")] = 1.0
    assert next(reasons(NAMES, features, moved)) == "a link to another page"
