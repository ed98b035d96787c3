"""The replacement for trafilatura does what its parameters say, or says that it does not."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree

import pytest

from dehusk.compat import CompatibilityWarning
from dehusk.compat.trafilatura import (
    bare_extraction,
    baseline,
    extract,
    extract_metadata,
    extract_with_metadata,
    html2txt,
    load_html,
)

PAGE = """<html lang=en><head><title>Green tea</title><meta name=author content="Ann Leaf">
<meta property="og:site_name" content="Leaves"><meta property=article:published_time content=2020-05-03>
</head><body><nav><a href=/>Home</a></nav><article><h1>Green tea</h1>
<p>Green tea needs <b>water</b> that is not quite boiling, and <a href=/leaves>leaves</a> of quality.</p>
<p>Wait for three minutes, then pour it into a warm cup and drink it slowly, while it is hot.</p>
<img src=/pot.jpg alt="A pot" width=640 height=480>
<table><tr><th>Tea<th>Minutes<tr><td>Green<td>3<tr><td>Black<td>5</table>
<p>Every tea has a time of its own, and this table has those of the two that most people drink.</p>
</article><footer>Imprint</footer></body></html>"""
URL = "https://example.org/tea"


def test_text_has_a_line_for_each_block() -> None:
    text = extract(PAGE, URL)
    assert text is not None
    assert text.startswith("Green tea\nGreen tea needs water")
    assert "\n\n" not in text
    assert "Imprint" not in text


def test_tables_links_images_and_formatting_are_choices() -> None:
    plain = extract(PAGE, URL, include_tables=False) or ""
    assert "Minutes" not in plain
    rich = extract(PAGE, URL, include_links=True, include_images=True, include_formatting=True)
    assert rich is not None
    assert "[leaves](https://example.org/leaves)" in rich
    assert "![A pot](https://example.org/pot.jpg)" in rich
    assert "**water**" in rich


def test_markdown_with_metadata_has_front_matter() -> None:
    markdown = extract(PAGE, URL, output_format="markdown", with_metadata=True) or ""
    assert markdown.startswith("---\n")
    assert "# Green tea" in markdown


def test_json_has_the_fields_of_the_original() -> None:
    made = json.loads(extract(PAGE, URL, output_format="json", with_metadata=True) or "")
    assert made["title"] == "Green tea"
    assert made["author"] == "Ann Leaf"
    assert made["date"] == "2020-05-03"
    assert made["source"] == URL
    assert made["source-hostname"] == "Leaves"
    assert made["hostname"] == "example.org"
    assert "excerpt" in made


def test_csv_is_one_row() -> None:
    [row] = csv.reader(io.StringIO(extract(PAGE, URL, output_format="csv") or ""), delimiter="\t")
    assert (len(row), row[0], row[4]) == (11, URL, "Green tea")


def test_xml_and_tei_are_read_by_a_parser() -> None:
    doc = ElementTree.fromstring(extract(PAGE, URL, output_format="xml", record_id="7") or "")
    assert (doc.tag, doc.get("id"), doc.get("author")) == ("doc", "7", "Ann Leaf")
    tei = ElementTree.fromstring(extract(PAGE, URL, output_format="xmltei") or "")
    assert tei.tag == "{http://www.tei-c.org/ns/1.0}TEI"


def test_html_is_a_page() -> None:
    assert (extract(PAGE, URL, output_format="html") or "").startswith("<html>\n<body>")


def test_nothing_where_there_is_nothing_or_it_is_not_wanted() -> None:
    assert extract("<title>Tea</title><script>tea()</script>") is None
    assert extract(b"%PDF-1.7 \x00\x01") is None
    assert extract(PAGE, target_language="de") is None
    assert extract(PAGE, target_language="en") is not None
    assert extract(PAGE, URL, url_blacklist={URL}) is None
    assert extract(PAGE, max_tree_size=10) is None
    assert extract("<p>Tea needs boiling water and time.", only_with_metadata=True) is None
    assert extract(PAGE, URL, only_with_metadata=True) is not None


def test_precision_and_recall_change_how_much_is_kept() -> None:
    less, more = extract(PAGE, favor_precision=True), extract(PAGE, favor_recall=True)
    assert len(less or "") <= len(more or "")


def test_bare_extraction_gives_an_object_or_a_dictionary() -> None:
    document = bare_extraction(PAGE, URL, author_blacklist={"Ann Leaf"})
    assert document is not None
    assert not isinstance(document, dict)
    assert (document.title, document.author) == ("Green tea", None)
    same = bare_extraction(PAGE, URL, as_dict=True)
    assert isinstance(same, dict)
    assert same["text"] == document.text


def test_the_relatives() -> None:
    made = extract_with_metadata(PAGE, URL, output_format="markdown")
    assert made is not None
    assert made.text is not None
    assert made.text.startswith("# Green tea")
    assert extract_metadata(PAGE, URL).date == "2020-05-03"
    assert "Imprint" in html2txt(PAGE)
    assert baseline(PAGE)[2] > 100
    assert load_html(b"%PDF-1.7 \x00\x01") is None


def test_one_warning_names_all_that_is_not_honoured() -> None:
    with pytest.warns(CompatibilityWarning, match=r"deduplicate: .*; prune_xpath: ") as caught:
        extract(PAGE, deduplicate=True, prune_xpath="//nav")
    assert len(caught) == 1
    assert caught[0].filename == __file__


def test_unknown_formats_are_an_error_as_there() -> None:
    with pytest.raises(AttributeError, match="must be one of"):
        extract(PAGE, output_format="pdf")
    with pytest.raises(ValueError, match="bare_extraction"):
        extract(PAGE, output_format="python")


def test_nothing_in_is_nothing_out() -> None:
    assert extract(None) is None
    assert bare_extraction(None) is None


def test_tables_in_text_have_bars_as_there() -> None:
    lines = (extract(PAGE) or "").splitlines()
    at = lines.index("| Tea | Minutes |")
    assert lines[at : at + 4] == [
        "| Tea | Minutes |",
        "|---|---|",
        "| Green | 3 |",
        "| Black | 5 |",
    ]
    spanned = PAGE.replace("<td>Black<td>5", "<td colspan=2>None | any")
    assert "| None \\| any |  |" in (extract(spanned) or "")


def test_the_header_has_the_names_that_trafilatura_gives() -> None:
    page = PAGE.replace("Green tea<", "Tea: green<")
    header = (extract(page, with_metadata=True, url="https://example.org/") or "").split("---\n")[1]
    told = dict(line.split(": ", 1) for line in header.splitlines())
    assert told["title"] == '"Tea: green"'
    assert told["author"] == "Ann Leaf"
    assert told["hostname"] == "example.org"
    assert told["sitename"] == "Leaves"
    assert told["date"] == '"2020-05-03"'


def test_the_least_size_of_the_settings_counts() -> None:
    assert extract(PAGE, config={"DEFAULT": {"MIN_OUTPUT_SIZE": "9999"}}) is None
    assert extract(PAGE, config={"DEFAULT": {"MIN_OUTPUT_SIZE": "9"}}) is not None


def test_the_content_is_a_tree_for_those_who_have_lxml() -> None:
    pytest.importorskip("lxml")
    record = bare_extraction(PAGE)
    assert record is not None
    assert [one.tag for one in record.body][:2] == ["head", "p"]
    tree, text, length = baseline(PAGE)
    assert tree.tag == "body"
    assert length == len(text) > 0


def test_the_old_name_of_fast_is_deprecated_as_there() -> None:
    with pytest.warns(DeprecationWarning, match="fast"):
        extract(PAGE, no_fallback=True)


def test_the_kind_of_page_is_in_small_letters() -> None:
    page = PAGE.replace("<title>", '<meta property="og:type" content="Article"><title>')
    assert extract_metadata(page).pagetype == "article"
