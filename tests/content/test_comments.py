"""Comments of readers, apart from the content."""

from __future__ import annotations

import numpy as np
import pytest

import dehusk
from dehusk.content.comments import _comment_leaves, comment_selection
from dehusk.page.tags import Tag

CONTENT = "".join(
    f"<p>Paragraph {number} of the article is long enough, and it says something, to be sure.</p>"
    for number in range(6)
)
COMMENT = (
    "<li class=comment><b class=author>{}</b> <time>{} May 2024</time><p>{}</p>"
    "<a href=#>Reply</a><button>Like</button></li>"
)
ANN = COMMENT.format("Ann", 3, "I bake it every week, with rye.")
BO = COMMENT.format("Bo", 4, "No.")
COMMENTS = ANN + BO


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


@pytest.mark.parametrize(
    "comments",
    [
        pytest.param(ANN, id="one"),
        pytest.param(
            "<li><cite>Анна</cite><p>Пеку его каждую неделю.</p></li>"
            "<li><cite>Борис</cite><p>А я никогда не пеку.</p></li>",
            id="no dates",
        ),
        pytest.param(
            "<li class=comment><b>Анна</b><p>Пеку его каждую неделю.</p></li>"
            "<li class=comment><b>Борис</b><p>А я с 2022 года больше не пеку.</p></li>",
            id="only called comments",
        ),
        pytest.param(
            "<li class=comment><b class=user>Bo</b><p>I have baked it since 2022.</p></li>",
            id="one with a year in its text",
        ),
        pytest.param(
            "<li>3.5.2024<p>Piekę go co tydzień, na zakwasie.</p></li>"
            "<li>4.5.2024<p>A ja nigdy nie piekę chleba.</p></li>",
            id="no names",
        ),
        pytest.param(
            "<li><img src=/avatar/1.png><p>I bake it every week.</p></li>"
            "<li><img src=/avatar/2.png><p>And I never do that.</p></li>",
            id="portraits",
        ),
        pytest.param(
            "<li><a href=https://example.org/?page=2#comment-1><time>3 May</time></a>"
            "<p id=comment-1>I bake it every week.</p></li>"
            "<li><a href=https://example.org/#comment-2><time>4 May</time></a>"
            "<p id=comment-2>And I never do that.</p></li>",
            id="links to themselves",
        ),
    ],
)
def test_signed_records_are_comments(comments):
    assert page_with(f"<ol class=comments>{comments}</ol>").comments


LATEST = (
    "<li><b class=author>{0}</b> on <a href=https://example.org/{0}#comment-{1}>Bread</a>"
    " <time>{1} May</time><p>I bake it every week, with rye.</p></li>"
)


@pytest.mark.parametrize(
    "others",
    [
        pytest.param(
            "<style>.reply{color:red}</style><svg><style>.a{fill:red}</style></svg>", id="style"
        ),
        pytest.param(
            "<h3>2 comments</h3><p>Loading comments, please wait for them.</p>", id="loading"
        ),
        pytest.param(
            "<p>You have to <a href=/login>log in</a> to write a comment.</p>", id="log in"
        ),
        pytest.param(
            "<span>Newest first</span><span>Oldest first</span><b>All (0)</b>", id="order"
        ),
        pytest.param("<p>Comments are accepted from 10:00 to 18:00 on all days.</p>", id="hours"),
        pytest.param(
            "<div class=show-avatars><p>Share what you think of it, please.</p></div>"
            "<div class=show-avatars><p>Be kind to all other readers.</p></div>",
            id="class of an area",
        ),
        pytest.param(
            "<p>Sign up with an account:</p><a href=/user/login/a>One account</a>"
            "<p>Share it with your friends:</p><a href=https://a.example/share?u=https://x/>Share</a>",
            id="links to log in and to share",
        ),
        pytest.param(
            "<ol>" + LATEST.format("Ann", 3) + LATEST.format("Bo", 4) + "</ol>",
            id="latest of the site",
        ),
        pytest.param(
            "<h4><a href=/rye>Rye</a></h4><time>3 May</time><p>How to bake with rye at home.</p>"
            "<h4><a href=/oats>Oats</a></h4><time>4 May</time><p>How to bake with oats at home.</p>",
            id="teasers",
        ),
        pytest.param(f"<div hidden>{ANN}</div>", id="a hidden template"),
    ],
)
def test_what_nobody_signed_is_no_comment(others):
    document = page_with(f"<section class=comments>{others}</section>")
    assert document.comments == ()


@pytest.mark.parametrize(
    ("section", "leaves"),
    [
        ("<p>No.</p><p><a href=x>Reply now</a></p>", ["No."]),
        ("<p><a href=x>Reply now, please</a></p>", ["Reply now, please"]),
        ("<p>One<button>Send it to me</button></p>", ["One"]),
        ("<p>One</p><img src=x><p>Two</p><img src=y>", ["One", "img", "Two"]),
        ("<p>Rye</p><table class=comments><tr><td>Two</table>", ["Rye", "Two"]),
        ("<p>茶が好<nav>Two words</nav>", ["茶が好"]),
    ],
)
def test_leaves_of_comments(section: str, leaves: list[str]) -> None:
    page = dehusk.parse(f"<p>Bread.</p><div class=comments>{section}</div><p>More bread.</p>")
    called, nothing = page.rows_with_tag(Tag.DIV), np.zeros(len(page), bool)
    found = _comment_leaves(page, nothing, called)
    assert found is not None
    told = [
        page.text_of(row) if page.is_text[row] else page.tag_name(row)
        for row in np.flatnonzero(found).tolist()
    ]
    assert told == leaves
    content = np.zeros(len(page), bool)
    content[np.flatnonzero(found)[:1]] = True
    assert _comment_leaves(page, content, called) is None
    assert _comment_leaves(page, nothing, page.rows_with_tag(Tag.BODY)) is None


def test_nothing_is_called_comments() -> None:
    selection = comment_selection(dehusk.parse("<p class=commentary>Tea"), np.zeros(5, bool))
    assert selection.problem == "The page has no comments of readers."
