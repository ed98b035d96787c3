"""The one rule that cuts text into tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.evaluate.tokens import fold, token_spans, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t—…!", []),
        ("Don't panic", ["don", "t", "panic"]),
        ("Don’t panic", ["don", "t", "panic"]),
        ("Don´t panic", ["don", "t", "panic"]),
        ("3.5 km²", ["3", "5", "km2"]),
        ("snake_case", ["snake", "case"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("co\u00adoperate", ["cooperate"]),
        ("ﬁne Ａ１", ["fine", "a1"]),
        ("cafe\u0301 café", ["café", "café"]),
        ("naïve", ["naïve"]),
        # No spaces between words: a token a letter.
        ("美元大涨", ["美", "元", "大", "涨"]),
        ("2024年5月", ["2024", "年", "5", "月"]),
        ("ひらがな", ["ひ", "ら", "が", "な"]),
        ("ｶﾞラー", ["ガ", "ラ", "ー"]),
        ("人々", ["人", "々"]),
        ("ไทย", ["ไ", "ท", "ย"]),
        ("ที่", ["ที่"]),
        ("ລາວ", ["ລ", "າ", "ວ"]),
        ("ខ្មែរ។", ["ខ្", "មែ", "រ"]),
        ("မြန်မာ၊", ["မြ", "န်", "မာ"]),
        ("𠀀字", ["𠀀", "字"]),
        # Spaces between words: a token a word, with its marks.
        ("한국어 단어", ["한국어", "단어"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("العَرَبِيَّة اليوم", ["العَرَبِيَّة", "اليوم"]),
        ("می‌خواهم", ["میخواهم"]),
        ("བོད་ཡིག", ["བོད", "ཡིག"]),
        ("𝐁old 𞤀𞤁", ["bold", "𞤢𞤣"]),
    ],
)
def test_rule(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_spans_are_the_tokens_with_their_places() -> None:
    folded = fold("Tea, 茶!")
    assert [(match.start(), match.group()) for match in token_spans(folded)] == [
        (0, "tea"),
        (5, "茶"),
    ]


@given(st.text())
def test_tokens_of_anything_are_words_that_are_left_alone_the_second_time(text: str) -> None:
    once = tokens(text)
    assert all(once)
    assert tokens(" ".join(once)) == once


@given(st.text(), st.text())
def test_a_space_separates(one: str, other: str) -> None:
    assert tokens(f"{one} {other}") == tokens(one) + tokens(other)
