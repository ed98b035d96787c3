from __future__ import annotations

import pytest

from dehusk import parse
from dehusk.views.text_counts import visible_chars, words


@pytest.mark.parametrize(
    ("html", "letters", "count"),
    [
        ("<p>Three short words</p>", 15, 3),
        ("<p>a b\u00a0c\u3000d \u200be</p>", 5, 5),
        ("<p>  \n\t </p>", 0, 0),
        ("<p>漢字とかな</p>", 5, 5),
        ("<p>한국어 문장</p>", 5, 2),
        ("<p>ขนม</p>", 3, 3),
        ("<p>Ärger über Öl</p>", 11, 3),
        ("<p>emoji \U0001f600 one</p>", 9, 3),
        ("<p>one</p><p>two</p>", 6, 2),
        ("<p>x</p><script>not this</script><style>nor this</style>", 1, 1),
        ("", 0, 0),
    ],
)
def test_ink_and_words(html: str, letters: int, count: int) -> None:
    page = parse(html)
    assert int(visible_chars(page).sum()) == letters
    assert int(words(page).sum()) == count


def test_counts_stand_on_text_rows() -> None:
    page = parse("<p>one two <b>three</b></p>")
    assert words(page).tolist() == [0, 0, 0, 0, 2, 0, 1]
    assert page.subtree_sum(words(page))[3] == 3
