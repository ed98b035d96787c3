"""Words are counted in every script, and so is the time to read them."""

from __future__ import annotations

import dehusk
from dehusk.views.wording import count_words, reading_minutes


def test_words_of_scripts_without_spaces_are_characters() -> None:
    assert count_words("Green tea: 绿茶 ชา") == 6


def test_white_space_is_no_word() -> None:
    assert count_words(" \n\u3000\t") == 0


def test_both_kinds_of_script_take_their_time() -> None:
    assert reading_minutes("word " * 119 + "茶" * 250) == 1
    assert reading_minutes("word " * 120 + "茶" * 250) == 2


def test_a_document_has_both() -> None:
    document = dehusk.extract("<p>Tea needs boiling water and a little time.</p>")
    assert (document.word_count, document.reading_minutes) == (8, 1)
