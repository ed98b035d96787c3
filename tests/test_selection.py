from __future__ import annotations

import pickle

import numpy as np
import pytest

from dehusk import Extractor, Selection, extract, parse
from dehusk.extractors import EXTRACTORS

PAGE = parse("<div><p>One<b>two</b></p><script>x()</script><img src=a></div><p>three")


def kept(selection: Selection) -> list[str]:
    return [PAGE.text_of(row) or PAGE.tag_name(row) for row in selection.rows]


def test_a_subtree_keeps_its_leaves_but_no_scripts() -> None:
    selection = Selection.of_subtrees(PAGE, [3], reason="the first div")
    assert kept(selection) == ["One", "two", "img"]
    assert selection.reason_of(5) == "the first div"
    assert selection.reason_of(0) == "outside the main content"


def test_several_subtrees_may_overlap() -> None:
    assert kept(Selection.of_subtrees(PAGE, [3, 4], reason="r")) == ["One", "two", "img"]


def test_nothing_says_why() -> None:
    selection = Selection.nothing(PAGE, "There is no text.")
    assert not selection.keep.any()
    assert selection.problem == "There is no text."
    assert "There is no text." in repr(selection)


def test_columns_cannot_be_written() -> None:
    selection = Selection.of_leaves(PAGE, PAGE.is_text, reason="text", score=np.arange(len(PAGE)))
    assert selection.score.dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        selection.keep[0] = True


def test_every_method_is_an_extractor() -> None:
    for method in EXTRACTORS.values():
        assert isinstance(method(), Extractor)


def test_a_pickle_leaves_the_description_of_blocks_behind() -> None:
    document = extract("<p>Bread needs flour, water, salt and time, and somebody who waits.</p>")
    assert document.selection.described is not None
    again = pickle.loads(pickle.dumps(document))
    assert again.selection.described is None
    assert (again.text, again.page_type) == (document.text, document.page_type)
