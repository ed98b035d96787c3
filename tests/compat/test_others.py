"""The replacements for readability, jusText, resiliparse, newspaper and goose3."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dehusk.compat import CompatibilityWarning, goose3, justext, newspaper, readability, resiliparse

from .test_trafilatura import PAGE, URL


def test_readability() -> None:
    document = readability.Document(PAGE.replace("<title>", "<title>Leaves: "), url=URL)
    assert document.title() == "Leaves: Green tea"
    assert document.short_title() == "Green tea"
    assert document.author() == "Ann Leaf"
    assert document.summary().startswith("<html><body><div>")
    assert "Imprint" not in document.summary(html_partial=True)
    assert "Imprint" in document.content()


def test_readability_without_a_title_or_a_page() -> None:
    assert readability.Document("<p>Tea needs boiling water.").title() == "[no-title]"
    with pytest.raises(readability.Unparseable):
        readability.Document(b"%PDF-1.7 \x00\x01").summary()
    with pytest.warns(CompatibilityWarning, match="positive_keywords"):
        readability.Document(PAGE, positive_keywords=["tea"])


def test_justext_judges_every_paragraph() -> None:
    paragraphs = justext.justext(PAGE.encode(), justext.get_stoplist("English"))
    assert [one.text for one in paragraphs if one.is_boilerplate] == ["Home", "Imprint"]
    heading = next(one for one in paragraphs if one.is_heading)
    assert (heading.text, heading.dom_path) == ("Green tea", "body.article.h1")
    assert heading.xpath == "/html/body/article/h1"
    home = paragraphs[0]
    assert (home.links_density(), home.words_count, len(home)) == (1, 1, 4)
    assert home.stopwords_density({"home"}) == 1


def test_justext_leaves_headings_out_on_request_and_warns_of_thresholds() -> None:
    paragraphs = justext.justext(PAGE, frozenset(), no_headings=True)
    assert all(one.is_boilerplate for one in paragraphs if one.is_heading)
    with pytest.warns(CompatibilityWarning, match="length_low"):
        justext.justext(PAGE, frozenset(), length_low=10)


def test_resiliparse() -> None:
    everything = resiliparse.extract_plain_text(PAGE)
    assert "Imprint" in everything
    assert "A pot" in everything
    content = resiliparse.extract_plain_text(PAGE, main_content=True, alt_texts=False)
    assert "Imprint" not in content
    assert "A pot" not in content
    assert "\n" not in resiliparse.extract_plain_text(PAGE, preserve_formatting=False)
    html = resiliparse.extract_plain_text(
        PAGE, preserve_formatting="minimal_html", main_content=True
    )
    assert "<p>" in html
    assert "href" not in html
    with pytest.warns(CompatibilityWarning, match="skip_elements"):
        resiliparse.extract_plain_text(PAGE, skip_elements=["nav"])


def test_resiliparse_bullets() -> None:
    items = "<ul><li>one<li>two</ul><ol><li>three</ol>"
    assert resiliparse.extract_plain_text(items).split("\n") == ["• one", "• two", "", "1. three"]
    assert "•" not in resiliparse.extract_plain_text(items, list_bullets=False)


def test_newspaper() -> None:
    article = newspaper.article(URL, input_html=PAGE)
    assert article.title == "Green tea"
    assert article.authors == ["Ann Leaf"]
    assert article.publish_date == datetime(2020, 5, 3)
    assert article.text.startswith("Green tea")
    assert article.top_image == "https://example.org/pot.jpg"
    made = article.to_json()
    assert isinstance(made, str)
    assert json.loads(made)["publish_date"] == "2020-05-03T00:00:00"


def test_newspaper_says_what_it_cannot() -> None:
    with pytest.raises(newspaper.ArticleException, match="download"):
        newspaper.Article(URL).parse()
    with pytest.warns(CompatibilityWarning, match="memorize_articles"):
        newspaper.Article(URL, memorize_articles=True)
    with pytest.warns(CompatibilityWarning, match="nlp"):
        newspaper.article(URL, input_html=PAGE).nlp()


def test_goose3() -> None:
    with goose3.Goose() as goose:
        article = goose.extract(URL, PAGE.replace("2020-05-03", "2020-05-03T10:00:00+02:00"))
    assert article.title == "Green tea"
    assert "Imprint" not in article.cleaned_text
    assert article.links == ["https://example.org/leaves"]
    assert article.publish_datetime_utc == datetime(2020, 5, 3, 8, tzinfo=UTC)
    assert article.infos["image"]["url"] == "https://example.org/pot.jpg"
    with pytest.raises(ValueError, match="url or raw_html"):
        goose3.Goose().extract()
    with pytest.warns(CompatibilityWarning, match="config"):
        goose3.Goose({"strict": False})


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("min_text_length", lambda: readability.Document(PAGE, min_text_length=50)),
        ("handle_failures", lambda: readability.Document(PAGE, handle_failures="ignore")),
        ("keep_all_images", lambda: readability.Document(PAGE).summary(keep_all_images=True)),
        ("post_meta", lambda: resiliparse.extract_plain_text(PAGE, post_meta=False)),
        ("noscript", lambda: resiliparse.extract_plain_text(PAGE, noscript=True)),
        ("enc_errors", lambda: justext.justext(PAGE, frozenset(), enc_errors="strict")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_has_no_effect_is_told(name: str, call: Callable[[], object]) -> None:
    with pytest.warns(CompatibilityWarning, match=name):
        call()


def test_defaults_are_no_reason_for_a_warning() -> None:
    readability.Document(PAGE, min_text_length=25).summary()
    resiliparse.extract_plain_text(PAGE, post_meta=True)
    justext.justext(PAGE, frozenset(), length_low=70)


def test_newspaper_tells_of_its_download(tmp_path: Path) -> None:
    states = newspaper.ArticleDownloadState
    article = newspaper.Article(f"file://{tmp_path / 'tea.html'}")
    assert article.download_state is states.NOT_STARTED
    with pytest.raises(newspaper.ArticleException, match="download"):
        article.parse()
    article.download()
    assert article.download_state is states.FAILED_RESPONSE
    assert "No such file" in (article.download_exception_msg or "")
    with pytest.raises(newspaper.ArticleException, match="No such file"):
        article.parse()
    (tmp_path / "tea.html").write_text(PAGE, encoding="utf-8")
    article.download()
    assert article.download_state is states.SUCCESS
    with pytest.raises(newspaper.ArticleException, match="parse"):
        article.nlp()
    assert "not quite boiling" in article.parse().text
    assert pickle.loads(pickle.dumps(article)) == article


def test_newspaper_has_the_players_of_a_page() -> None:
    player = (
        "<p>There is a film about it, and it is longer than the tea takes to cool down.</p>"
        "<iframe src=https://www.youtube.com/embed/JOCtdw9FG-s width=600 height=400></iframe>"
        "<p>After the film there is one more line to read, and it is long enough.</p></article>"
    )
    article = newspaper.article("", input_html=PAGE.replace("</article>", player))
    assert article.movies == ["https://www.youtube.com/watch?v=JOCtdw9FG-s"]
