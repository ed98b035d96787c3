"""Every method on any page, as it is parsed and with a layout by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from zlib import crc32

import numpy as np
from fuzz import extract
from fuzz.extract import Steps, load, watched

from dehusk import EXTRACTORS, DehuskError, Document, Layout, Page, parse

__all__ = ["check", "load", "seeds"]

BY_LAYOUT = tuple(name for name in EXTRACTORS if EXTRACTORS[name].needs_layout)
OTHERS = tuple(name for name in EXTRACTORS if not EXTRACTORS[name].needs_layout)


def seeds() -> Iterator[bytes]:
    """Those of `extract`."""
    yield from extract.seeds()


def check(source: bytes) -> None:
    """What each method keeps of a page, and the text of it."""
    steps = Steps(len(source))
    with watched():
        try:
            page = steps.take("parse", lambda: parse(source, url="https://example.org/a/b"))
        except DehuskError:
            return
        for name in OTHERS:
            check_method(page, name, steps)
        shown = replace(page, layout=laid_out(page, crc32(source)))
        for name in (*OTHERS, *BY_LAYOUT):
            check_method(shown, name, steps)


def check_method(page: Page, name: str, steps: Steps) -> None:
    """One method: a decision about each row, with a reason."""
    selection = steps.take(name, lambda: EXTRACTORS[name]().select(page))
    assert selection.keep.dtype == bool
    assert len(selection.keep) == len(selection.score) == len(selection.reason) == len(page)
    assert not (selection.keep & ~page.leaves).any(), "an element is kept"
    assert (selection.reason < len(selection.reasons)).all()
    assert not np.isnan(selection.score).any()
    steps.take(f"{name}: text", lambda: Document(page, selection).text)


def laid_out(page: Page, number: int) -> Layout:
    """A layout by chance: blocks below each other in a few columns, and some that lie anywhere."""
    chance = np.random.default_rng(number)
    count = len(page)
    box = np.zeros((count, 4), np.float32)
    box[:, 0] = chance.integers(0, 4, count) * 300
    box[:, 1] = np.arange(count) * 20
    box[:, 2] = chance.integers(0, 1300, count)
    box[:, 3] = 20 * (page.end - np.arange(count))
    odd = chance.random(count) < 0.05
    box[odd] = chance.choice([-1e9, -5.5, 0.0, 0.25, 1e9], (int(odd.sum()), 4))
    return Layout(
        box=box,
        rendered=chance.random(count) < 0.9,
        display=chance.integers(0, 4, count).astype(np.uint8),
        visibility=chance.choice([4, 4, 4, 5], count).astype(np.uint8),
        white_space=np.full(count, 6, np.uint8),
        opacity=chance.choice([0, 0.5, 1, 1], count).astype(np.float32),
        font_size=chance.choice([0, 12, 16, 40, 1e9], count).astype(np.float32),
        keywords=("", "inline", "block", "none", "visible", "hidden", "normal"),
        window=(1200, 800),
        document=(1200, 20 * count),
    )
