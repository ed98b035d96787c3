"""Comments of readers, apart from the content."""

from __future__ import annotations

import pytest

import dehusk

CONTENT = "".join(
    f"<p>Paragraph {number} of the article is long enough, and it says something, to be sure.</p>"
    for number in range(6)
)
COMMENT = "<li><p>{}</p><a href=#>Reply</a><button>Like</button></li>"
COMMENTS = COMMENT.format("I bake it every week, with rye.") + COMMENT.format("No.")


def page_with(comments: str) -> dehusk.Document:
    html = f"<body class=comments-open><article><h1>Bread</h1>{CONTENT}</article>{comments}</body>"
    return dehusk.extract(html, method="semantic")


@pytest.mark.parametrize(
    "opening",
    ['<ol class="comment-list">', "<ul id=comments>", '<ol class="wp-userComments">'],
)
def test_comments_are_apart(opening):
    document = page_with(f"{opening}{COMMENTS}<form>Write a comment yourself</form>")
    assert document.comments
    text = document.with_comments().text
    assert "rye" not in document.text
    assert "I bake it every week, with rye." in text
    assert "No." in text
    for control in ("Reply", "Like", "yourself"):
        assert control not in text


def test_no_comments():
    document = page_with("<div class=commentary>Our view.</div><pre class=comment># x y z</pre>")
    assert document.comments == ()
    assert document.with_comments().text == document.text


def test_a_discussion_that_is_the_content_is_no_comment():
    html = f"<main><div class=comments>{CONTENT}</div></main>"
    document = dehusk.extract(html, method="semantic")
    assert "Paragraph 5" in document.text
    assert document.comments == ()


def test_an_empty_document_has_its_comments():
    document = dehusk.extract(f"<ol class=comments>{COMMENTS}</ol>", method="semantic")
    assert document.text == ""
    assert document.comments
    assert document.with_comments().reason is None
