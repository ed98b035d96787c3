"""Headings of sections: a text that is kept ends in an exclamation mark."""

import numpy as np
import pytest

from dehusk import Selection, parse
from dehusk.content.complete import complete
from dehusk.content.options import Completion
from tests.content.complete import PROSE, texts

TEXT = f"{PROSE[:-1]}!"
KEPT = TEXT[:-1]


def test_a_section_that_is_kept_has_its_heading() -> None:
    html = f"<h1>Tea!</h1><p>{TEXT}</p><h2>Milk</h2><p>{TEXT}</p>"
    assert texts(html) == ["Tea", KEPT, "Milk", KEPT]
    assert "Milk" not in texts(html, Completion(headings=False))


def test_a_label_may_stand_between() -> None:
    assert "Milk" in texts(f"<p>{TEXT}</p><h3>Milk</h3><div>Advertisement</div><p>{TEXT}</p>")


@pytest.mark.parametrize(
    "html",
    [
        f"<h2>Milk</h2><p>{TEXT}</p>",
        f"<p>{TEXT}</p><h2>Milk</h2>",
        f"<p>{TEXT}</p><h2>Milk</h2><p>Boil!</p>",
        f"<p>{TEXT}</p><h2><a href=/milk>Milk</a></h2><p>{TEXT}</p>",
        f"<p>{TEXT}</p><div><h2>Milk</h2></div><p>{TEXT}</p>",
        f"<p>{TEXT}</p><h2>Milk</h2><p>{KEPT[:45]}</p><p>{TEXT}</p>",
        f"<p>{TEXT}</p><h2>Milk</h2><p>{TEXT}</p><p>{KEPT}</p>",
        f"<p>{TEXT}</p><h2>{'Milk ' * 40}</h2><p>{TEXT}</p>",
        f"<p>{TEXT}</p><h2 hidden>Milk</h2><p>{TEXT}</p>",
    ],
    ids="first last short link elsewhere teaser half paragraph hidden".split(),
)
def test_others_stay_out(html: str) -> None:
    assert not [text for text in texts(html) if text.startswith("Milk")]


def test_what_heads_footnotes_is_no_heading_of_a_section() -> None:
    note = f"<ol class=footnotes><li id=n1>{TEXT} <a href=#m1>back</a></li></ol>"
    page = parse(f"<p>{TEXT} <a id=m1 href=#n1>1</a></p><h2>Footnotes</h2>{note}")
    texts = [page.text_of(row) if page.is_text[row] else "" for row in range(len(page))]
    keep = np.array([text == "1" or text.startswith(KEPT) for text in texts])
    whole = complete(page, Selection.of_leaves(page, keep, reason="it is marked"))
    assert whole.notes is not None
    assert len(whole.notes.notes) == 1
    assert "Footnotes" not in [texts[row] for row in whole.rows.tolist()]


def test_a_heading_whose_likes_are_kept_is_kept() -> None:
    item = "<div><h2 class={}><a href=/{}>Tea</a></h2><time>3 May</time></div><p>{}</p>"
    for make, kept in (("title", True), ("other", False)):
        teasers = "".join(item.format("title", n, TEXT).replace("Tea<", "Tea!<") for n in range(3))
        lost = item.format(make, 9, TEXT).replace("Tea", "Milk")
        assert ("Milk" in texts(teasers + f"<section>{lost}</section>")) == kept
        assert "Milk" not in texts(teasers + f"<section>{lost}</section>".replace("!", ""))
