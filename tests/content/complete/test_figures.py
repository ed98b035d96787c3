from __future__ import annotations

from dehusk.content.options import RUNNING_TEXT, Completion
from tests.content.complete import PROSE, completed, texts

FIGURE = "<figure><img src=pot.jpg><figcaption>A pot</figcaption></figure>"


def test_a_figure_between_kept_texts_is_kept_with_its_caption() -> None:
    html = f"<p>One!</p>{FIGURE}<p>Two!</p>"
    assert texts(html) == ["One", "pot.jpg", "A pot", "Two"]
    assert texts(html, Completion(figures=False)) == ["One", "Two"]


def test_a_caption_that_was_kept_brings_its_picture() -> None:
    html = f"<p>One!</p>{FIGURE.replace('A pot', 'A pot!')}<p>Two!</p>"
    assert texts(html) == ["One", "pot.jpg", "A pot", "Two"]


def test_a_figure_among_other_things_is_dropped() -> None:
    html = f"<p>One!</p><p>Not this</p>{FIGURE.replace('A pot', 'A pot!')}<p>Nor this</p>"
    assert texts(html) == ["One"]


def test_a_byline_may_stand_between() -> None:
    html = f"<p>{PROSE}!</p>{FIGURE}<p>By Ann</p><p>{PROSE}!</p>"
    assert texts(html) == [PROSE, "pot.jpg", "A pot", PROSE]


def test_class_names_tell_captions_where_there_is_no_figure() -> None:
    html = (
        "<p>One!</p><div><img src=pot.jpg><div class='wp-caption-text'>A pot</div></div><p>Two!</p>"
    )
    assert texts(html) == ["One", "pot.jpg", "A pot", "Two"]


def test_the_first_picture_after_the_title_leads() -> None:
    html = f"<h1>Tea</h1><p>By Ann</p>{FIGURE}<p>Share</p><p>{PROSE}!</p>"
    assert texts(html) == ["pot.jpg", "A pot", PROSE]
    _, whole = completed(html)
    assert "the picture between the title and the content" in whole.reasons


def test_only_one_picture_leads_and_no_portrait() -> None:
    portrait = "<div class=author-box><img src=ann.jpg width=400></div>"
    small = "<img src=icon.png width=20>"
    large = "<img src=pot.jpg width=800>"
    html = f"<h1>Tea</h1>{portrait}{small}{large}{FIGURE}<p>By Ann</p><p>{PROSE}!</p>"
    assert texts(html) == ["pot.jpg", PROSE]


def test_nothing_leads_without_a_title() -> None:
    assert texts(f"{FIGURE}<p>By Ann</p><p>{PROSE}!</p>") == [PROSE]


def test_a_figure_that_holds_a_table_is_no_picture() -> None:
    figure = "<figure><img src=x.png><table><tr><th>a!<th>b!</table></figure>"
    assert texts(f"<p>Not</p>{figure}<p>Not</p>") == ["a", "b"]


def test_running_text_has_no_captions() -> None:
    html = f"<p>{PROSE}!</p>{FIGURE.replace('A pot', 'A pot!')}<p>{PROSE}!</p>"
    assert texts(html, RUNNING_TEXT) == [PROSE, PROSE]


def test_where_captions_are_most_of_the_text_they_are_text() -> None:
    html = "".join(FIGURE.replace("A pot", f"The pot number {number}!") for number in range(5))
    assert len(texts(f"<p>Pots!</p>{html}", RUNNING_TEXT)) == 6


def test_credits_beside_a_caption_are_left_out() -> None:
    figure = FIGURE.replace("<figcaption>", "<span>Photo: Ann</span><figcaption>")
    assert texts(f"<p>One!</p>{figure}<p>Two!</p>") == ["One", "pot.jpg", "A pot", "Two"]


def test_an_article_in_one_element_with_a_caption_is_no_figure() -> None:
    caption = "<img src=a.jpg><p class=caption>Bread</p>"
    prose = "".join(
        f"<p>{word} is what bread is made of, mostly!</p>" for word in ("Flour", "Salt")
    )
    kept = texts(f"<h1>Bread</h1><div>{caption}{prose}{prose}</div><p>Not this</p>")
    assert "Flour is what bread is made of, mostly" in kept


def test_the_portrait_beside_a_byline_does_not_lead() -> None:
    byline = "<figure><img src=ann.jpg width=400><p>By <a rel=author href=/ann>Ann</a></p></figure>"
    assert texts(f"<h1>Tea</h1>{byline}{FIGURE}<p>{PROSE}!</p>") == ["pot.jpg", "A pot", PROSE]


def test_what_is_called_a_picture_is_one_with_its_words() -> None:
    box = "<div class='image right'><img src=pot.jpg><i>{}</i></div>"
    html = f"<p>{PROSE}!</p>{box}<p>{PROSE}!</p>"
    assert texts(html.format("A pot")) == [PROSE, "pot.jpg", "A pot", PROSE]
    assert texts(html.format("A pot"), RUNNING_TEXT) == [PROSE, PROSE]
    assert texts(html.format("x" * 200))[1] == "pot.jpg"
    for words in ("x" * 201, "<a href=/pot>A pot</a>", "A pot<img src=b.jpg>"):
        assert texts(html.format(words)) == [PROSE, PROSE]
    assert texts(html.format("A pot!"), RUNNING_TEXT) == [PROSE, "A pot", PROSE]


def test_the_lead_may_stand_behind_the_standfirst() -> None:
    html = f"<h1>Tea</h1><p>{PROSE}!</p><p>By Ann</p>{{}}<p>Share</p><p>{PROSE}!</p>"
    called = "<div class=post-featured><img src=pot.jpg></div>"
    for lead in (FIGURE, called):
        assert "pot.jpg" in texts(html.format(lead))
    assert "pot.jpg" not in texts(html.format("<div><img src=pot.jpg width=800></div>"))
    assert "pot.jpg" in texts(f"<h1>Tea</h1>{called}<p>Share</p><p>{PROSE}!</p>")
    later = html.format("") + f"<p>More</p>{FIGURE}<p>More</p>"
    assert "pot.jpg" not in texts(later)
