from __future__ import annotations

import json

import numpy as np

from dehusk import Document, PlainText, Selection, extract, parse
from dehusk.content import Paragraph, Post
from dehusk.content.complete.posts import BETWEEN, COMPLETED, DROPPED
from dehusk.content.options import Completion
from tests.content.complete import completed, texts


def record(name: str, text: str, *more: str) -> str:
    head = f"<a class=author href=/u/x>{name}</a> <time>2024-05-01</time>"
    return f"<li class=reply>{head}<div class=text>{text}</div>{''.join(more)}</li>"


TEA = "<p>How long does tea need!</p><p>Mine is bitter.</p>"
SIGNATURE = "<div class=sig>Tea is my life!</div>"
HTML = (
    f"<h1>Tea!</h1><ul>{record('Ann', TEA, SIGNATURE)}<li>Sponsored, and loud!</li>"
    f"{record('Bo', 'Three minutes, no more!')}{record('Cy', 'Thanks.')}</ul>"
)


def document(html: str = HTML) -> Document:
    page, whole = completed(html)
    return Document(page, whole)


def test_links_and_few_words_behind_a_thread_go() -> None:
    tail = "<p><a href=/milk>How long does milk need, and why is that so?!</a></p><div>{}!</div>"
    assert texts(HTML + tail.format("x" * 39)) == texts(HTML)
    assert texts(HTML + tail.format("x" * 40)) == [*texts(HTML), "x" * 40]


def test_posts_are_whole_and_nothing_else_is() -> None:
    assert texts(HTML) == [
        "Tea",
        "How long does tea need",
        "Mine is bitter.",
        "Three minutes, no more",
        "Thanks.",
    ]


def test_there_is_a_switch() -> None:
    off = texts(HTML, Completion(posts=False))
    assert "Mine is bitter." not in off
    assert "Tea is my life" in off


def test_every_change_has_its_reason() -> None:
    page, whole = completed(HTML)
    said = {page.text_of(row).strip(): whole.reason_of(row) for row in np.flatnonzero(page.is_text)}
    assert said["Mine is bitter."] == COMPLETED
    assert said["Tea is my life!"] == DROPPED
    assert said["Sponsored, and loud!"] == BETWEEN


def test_a_list_of_posts_does_not_bring_names_back() -> None:
    assert not {"Ann", "2024-05-01"} & set(texts(HTML))


def test_comments_of_which_little_is_kept_are_no_thread() -> None:
    prose = "<p>Bread needs flour, water, salt, time!</p>" * 9
    comments = "".join(record("Ann", f"Comment {number}.") for number in range(9))
    html = f"{prose}<ul>{comments}{record('Bo', 'Kept by accident!')}</ul>"
    assert not completed(html)[1].posts


def test_what_is_hidden_is_not_added() -> None:
    html = HTML.replace("<p>Mine is", "<p hidden>Mine is")
    assert "Mine is bitter." not in texts(html)


def test_portraits_beside_quotations_are_no_content() -> None:
    face = "<p><img class=avatar src=/bo.png> Bo said!</p>"
    assert "/bo.png" not in texts(HTML.replace("Three minutes", face + "Three minutes"))


def test_markdown_names_authors_and_quotes_replies() -> None:
    reply = f"<ul>{record('Di', 'Four minutes, I would say!')}{record('Ed', 'Five minutes, as at home!')}</ul>"
    html = f"<ul>{record('Ann', 'How long does tea need!', reply)}{record('Cy', 'Thanks to all of you!')}</ul>"
    assert document(html).markdown == (
        "**Ann** · 2024-05-01\n\nHow long does tea need!\n\n"
        "> **Di** · 2024-05-01\n>\n> Four minutes, I would say!\n\n"
        "> **Ed** · 2024-05-01\n>\n> Five minutes, as at home!\n\n"
        "**Cy** · 2024-05-01\n\nThanks to all of you!\n"
    )


def test_html_has_an_article_for_each_post() -> None:
    html = document().html
    assert html.count("<article>") == 3
    assert "<p><strong>Ann</strong> · 2024-05-01</p>" in html


def test_names_cannot_write_markdown() -> None:
    html = HTML.replace("Ann", "*A* [n](javascript:x) &lt;b>n")
    first = document(html).markdown.splitlines()[2]
    assert first == r"**\*A\* [n\](javascript:x) &lt;b>n** · 2024-05-01"


def test_text_is_what_the_method_keeps_unless_asked() -> None:
    page = parse(HTML)
    keep = page.inside(page.tag == page.tag[page.rows_with_tag(page.tag[5])[0]])
    own = Document(page, Selection.of_leaves(page, keep | page.is_text, reason="all of it"))
    assert "Ann" in own.text
    asked = own.to_text(PlainText(posts=True))
    assert asked.startswith("Tea!\n\nAnn · 2024-05-01\n\nHow long does tea need!")
    assert "Sponsored" not in asked


def test_json_has_posts_with_replies() -> None:
    found = json.loads(document().json)["blocks"]
    kinds = [(block["type"], block.get("author")) for block in found]
    assert kinds == [("heading", None), ("post", "Ann"), ("post", "Bo"), ("post", "Cy")]
    assert found[1]["date"] == "2024-05-01"
    assert found[1]["xpath"] == "/html/body/ul/li[1]"


def test_posts_of_a_document() -> None:
    posts = document().posts
    assert [post.author for post in posts] == ["Ann", "Bo", "Cy"]
    assert all(isinstance(block, Paragraph) for block in posts[0].content)
    assert not extract("<p>Bread needs flour, water, salt, time.</p>").posts


def test_a_post_of_which_nothing_is_left_hands_its_replies_up() -> None:
    reply = f"<ul>{record('Di', 'Four minutes, I would say!')}{record('Ed', 'Five minutes, as at home!')}</ul>"
    page, whole = completed(
        f"<ul>{record('Ann', '<p hidden>Gone.</p>', reply)}{record('Cy', 'Not a minute longer!')}</ul>"
    )
    blocks = Document(page, whole).posts
    assert [post.author for post in blocks if isinstance(post, Post)] == ["Di", "Ed", "Cy"]


def test_comments_of_readers_are_posts_and_never_the_content() -> None:
    comments = "".join(
        record(name, f"I wait for {minutes} minutes.").replace("=reply", "=comment")
        for name, minutes in (("Bo", 3), ("Cy", 5))
    )
    answers = "".join(
        record(
            name, "Tea needs water, leaves and time, and someone who waits.", f"<ul>{comments}</ul>"
        )
        for name in ("Ann", "Di")
    )
    page = parse(f"<ul>{answers}</ul>")
    rows, values = page.with_attribute("class")
    is_comment = np.zeros(len(page), bool)
    is_comment[rows] = [value == "comment" for value in values]
    content = page.is_text & ~page.inside(is_comment)
    found = Document(page, Selection.of_leaves(page, content, reason="it is content")).comments
    assert [type(block) for block in found] == [Post] * 4
    assert [block.author for block in found if isinstance(block, Post)] == ["Bo", "Cy"] * 2


def test_whom_a_post_addresses_or_quotes_did_not_write_it() -> None:
    quote = (
        "<aside class=quote data-username=Ann><div>Ann:</div>"
        "<blockquote>How long does tea need</blockquote></aside>"
    )
    reply = "<p><a class=mention href=/u/ann>@Ann</a> Three minutes, no more!</p>"
    posts = (("Ann", TEA), ("Bo", quote + reply), ("Cy", reply), ("Di", reply))
    html = f"<h1>Tea!</h1><ul>{''.join(record(*post) for post in posts)}</ul>"
    page, whole = completed(html)
    assert [page.text_of(post.authors[0]) for post in whole.posts] == ["Ann", "Bo", "Cy", "Di"]


def test_signatures_and_notes_of_edits_in_a_text_are_none_of_it() -> None:
    for name in ("message-signature", "lastEdit", "post-last-edit"):
        more = f"<p>I bake it every week, and it never fails!</p><aside class={name}>Ann of Leeds!</aside>"
        html = f"<h1>Tea!</h1>{record('Ann', more)}{record('Bo', 'Three minutes, no more!')}"
        assert "Ann of Leeds" not in texts(html)
    signed = f"<h1>Tea!</h1>{record('Ann', 'Tea!')}{record('Bo', 'Milk!')}".replace(
        "text", "signature"
    )
    assert texts(signed) == ["Tea", "Tea", "Milk"]
