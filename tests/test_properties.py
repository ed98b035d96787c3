"""Any input gives a Document or one of our own exceptions, and no word is invented."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dehusk import EXTRACTORS, DehuskError, Document, extract, parse

WORD = re.compile(r"[^\W_]{2,}")
UNSEEN = ("Cc", "Cf")
"""Control and format characters, such as soft hyphens, are taken out of words."""
METHODS = [name for name, method in EXTRACTORS.items() if not method.needs_layout]

tags = st.sampled_from(
    "p div span a b i em ul ol li dl dt dd table tr td th pre code blockquote h1 h2 h3 img br hr"
    " figure figcaption script style nav article main section noscript template svg math select"
    " option textarea details summary sup sub q ruby rt iframe video picture source form input".split()
)
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)
attributes = st.sampled_from(
    [
        "",
        " href=/x",
        " src=a.png alt=pic",
        " class='content main'",
        " hidden",
        " colspan=3",
        " id=fn1",
    ]
)


@st.composite
def soup(draw: st.DrawFn) -> str:
    """Markup that nearly makes sense."""
    pieces = draw(
        st.lists(
            st.one_of(
                st.builds("<{}{}>".format, tags, attributes),
                st.builds("</{}>".format, tags),
                words,
                st.sampled_from(
                    ["&amp;", "&lt;p&gt;", "<!-- c -->", "\n", " ", "Some plain words here. "]
                ),
            ),
            max_size=40,
        )
    )
    return "".join(pieces)


def written(document: Document) -> list[str]:
    return [document.text, document.markdown, document.html, document.json]


@given(st.binary(max_size=400))
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_bytes_give_a_document_or_our_own_error(source: bytes) -> None:
    try:
        document = extract(source)
    except DehuskError:
        return
    assert all(isinstance(output, str) for output in written(document))
    assert document.text or document.reason or document.selection.keep.any()


@pytest.mark.parametrize("method", METHODS)
@given(html=soup())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_no_word_is_invented(method: str, html: str) -> None:
    page = parse(f"<html>{html}", url="https://example.org/")  # or it may look like a path
    source = " ".join(
        [
            page.text_of(0),
            *(value for row in range(len(page)) for value in page.attributes(row).values()),
        ]
    ).casefold()
    unseen_removed = "".join(char for char in source if unicodedata.category(char) not in UNSEEN)
    document = extract(page, method=method)
    for word in WORD.findall(document.text.casefold()):
        assert word in source or word in unseen_removed


@given(soup())
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_every_output_is_written_for_any_soup(html: str) -> None:
    document = extract(f"<html>{html}", url="https://example.org/")
    assert all(isinstance(output, str) for output in written(document))
