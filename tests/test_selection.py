from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from dehusk import Document, Extractor, MethodError, Page, Selection, extract, parse
from dehusk.content.completed import Completed
from dehusk.content.notes import Note, Notes
from dehusk.content.threads import PostRows
from dehusk.explain import explain
from dehusk.extractors import EXTRACTORS
from dehusk.page.embedded import Embedded

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


@dataclass(frozen=True)
class Own:
    """A method that somebody wrote, and that gives what it is told."""

    given: Any
    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        given: Selection = self.given() if callable(self.given) else self.given
        return given


ROWS = len(PAGE)
OTHER = parse("<p>Tea needs boiling water, and a while to wait.<p>Milk.<ul><li>One<li>Two</ul>")


def selected(**columns: Any) -> Selection:
    whole = Selection.of_subtrees(PAGE, [0], reason="all of it")
    return replace(whole, **columns)


@pytest.mark.parametrize(
    "columns",
    [
        {"keep": np.ones(3, bool)},
        {"keep": np.ones(0, bool)},
        {"keep": np.ones(ROWS + 50, bool)},
        {"keep": np.ones((ROWS, 2), bool)},
        {"keep": np.array(True)},
        {"keep": np.ones(ROWS, np.int64)},
        {"keep": np.ones(ROWS, object)},
        {"keep": None},
        {"score": np.zeros(2, np.float32)},
        {"score": np.full(ROWS, "x", object)},
        {"reason": np.zeros(2, np.uint8)},
        {"reason": np.full(ROWS, 9, np.uint8)},
        {"reason": np.full(ROWS, -1)},
        {"reason": np.full(ROWS, 256)},
        {"reasons": ()},
        {"reasons": ("a reason",) * 256},
        {"embedded": Embedded(OTHER, ROWS)},
        {"embedded": Embedded(OTHER, -1)},
        {"embedded": Embedded("<p>Tea", 1)},  # type: ignore[arg-type]
        {"embedded": "<p>Tea"},
        {"posts": (PostRows(0, ROWS + 1, 1, -1),)},
        {"posts": (PostRows(-9, 2, 1, -1),)},
        {"notes": Notes((Note("1", (99,), 1, 2),))},
        {"described": EXTRACTORS["default"]().select(OTHER).described},
    ],
)
def test_a_decision_that_is_none_about_the_page_is_refused(columns: dict[str, Any]) -> None:
    found = {name: columns[name] for name in ("posts", "notes") if name in columns}

    def made() -> Selection:
        return replace(Completed.of(selected()), **found) if found else selected(**columns)

    for use in (
        lambda: extract(PAGE, method=Own(made)),
        lambda: Document(PAGE, made()),
        lambda: explain(PAGE, made()),
    ):
        with pytest.raises(MethodError, match=r"^[^\n]*\.$"):
            use()


@pytest.mark.parametrize("given", [None, "all of it", np.ones(ROWS, bool)])
def test_a_method_that_gives_something_else(given: object) -> None:
    with pytest.raises(MethodError, match="is to return a Selection"):
        extract(PAGE, method=Own(given))


def test_a_decision_about_another_page_is_refused() -> None:
    with pytest.raises(MethodError, match=rf"to have {ROWS} rows, not {len(OTHER)}"):
        extract(PAGE, method=Own(Selection.nothing(OTHER, "None.")))


@pytest.mark.parametrize(
    "columns",
    [
        {"keep": [True] * ROWS},
        {"keep": np.ones(2 * ROWS, bool)[::2]},
        {"keep": np.ones(ROWS, bool)[::-1]},
        {"keep": np.ones((ROWS, 2), bool)[:, 0]},
        {"score": np.zeros(ROWS)},
        {"score": np.full(ROWS, np.nan)},
        {"score": np.arange(ROWS)},
        {"reason": np.ones(ROWS, np.int64)},
    ],
)
def test_columns_of_other_numbers_are_made_right(columns: dict[str, Any]) -> None:
    selection = selected(**columns)
    document = extract(PAGE, method=Own(selection))
    assert document.markdown
    assert explain(PAGE, selection)
    kinds = (selection.keep.dtype, selection.score.dtype, selection.reason.dtype)
    assert kinds == (bool, np.float32, np.uint8)
    assert not any(
        column.flags.writeable or not column.flags.c_contiguous
        for column in (selection.keep, selection.score, selection.reason)
    )
