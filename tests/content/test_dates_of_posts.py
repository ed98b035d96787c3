"""The native look for dates in short texts misses none that `dehusk.content.threads.marks` finds."""

from __future__ import annotations

import unicodedata

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.content.threads.marks import _DATE_FORM
from dehusk.native.find import may_tell_dates


def test_digits_of_all_scripts_may_tell_dates() -> None:
    for code in range(0x110000):
        if unicodedata.category(chr(code)) == "Nd":
            page = parse(f"<p>Picture {chr(code)} of {chr(code)} h</p>")
            assert may_tell_dates(page, 60)[np.flatnonzero(page.is_text)[-1]], hex(code)


@given(st.text(st.sampled_from("0129./-: \u00a0hdwmosmin\u0665年日é"), max_size=12))
def test_no_date_is_missed(text: str) -> None:
    page = parse(f"<p>{text}x")
    for row in np.flatnonzero(page.is_text):
        if _DATE_FORM.search(page.text_of(row)):
            assert may_tell_dates(page, 60)[row]


def test_short_texts_may_tell_dates() -> None:
    for text, may in (
        ("5 May", False),
        ("5 May 2019", True),
        ("\u0665 May", True),
        ("今日", True),
        ("今天", False),
        ("yesterday", False),
        ("5/6", True),
        ("12 h", True),
        ("5d", True),
        ("10:30", True),
        ("10:30" + 56 * "x", False),
    ):
        assert bool(may_tell_dates(parse(f"<p>{text}</p>"), 60).any()) is may, text
