"""OpenGraph, Twitter, Dublin Core, citations and plain `meta` elements."""

import pytest

from dehusk.metadata import Metadata, read_metadata
from dehusk.page.parse import parse


def read(markup: str, url: str | None = None) -> Metadata:
    return read_metadata(parse(markup, url=url))


def meta(**contents: str) -> str:
    return "".join(
        f'<meta name="{name.replace("__", ":")}" content="{content}">'
        for name, content in contents.items()
    )


def test_open_graph() -> None:
    metadata = read(
        '<meta property="og:title" content="Tea is back">'
        '<meta property="og:site_name" content="The Daily Leaf">'
        '<meta property="og:type" content="article">'
        '<meta property="og:url" content="https://example.org/tea">'
        '<meta property="og:image" content="/tea.jpg">'
        '<meta property="og:description" content="It steeps.">'
        '<meta property="og:locale" content="en_GB">'
        '<meta property="article:published_time" content="2024-03-14T06:30:00+01:00">'
        '<meta property="article:modified_time" content="2024-03-15T00:00:00Z">'
        '<meta property="article:author" content="https://www.facebook.com/annleaf">'
        '<meta property="article:tag" content="tea"><meta property="article:tag" content="pots">',
        url="https://example.org/news/tea?ref=1",
    )
    assert metadata == Metadata(
        title="Tea is back",
        date_published="2024-03-14T06:30:00+01:00",
        date_modified="2024-03-15T00:00:00+00:00",
        site_name="The Daily Leaf",
        description="It steeps.",
        language="en-GB",
        canonical_url="https://example.org/tea",
        image="https://example.org/tea.jpg",
        tags=("tea", "pots"),
        kind="article",
        url="https://example.org/news/tea?ref=1",
        sources={"url": "caller"}
        | dict.fromkeys(
            "title date_published date_modified site_name description language"
            " canonical_url image tags kind".split(),
            "opengraph",
        ),
    )


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (meta(author="By Ann Leaf"), ("Ann Leaf",)),
        (meta(author="Ann Leaf and Bo Kettle"), ("Ann Leaf", "Bo Kettle")),
        (
            meta(citation_author="Leaf, Ann") + meta(citation_author="Kettle, B."),
            ("Ann Leaf", "B. Kettle"),
        ),
        (meta(citation_authors="Leaf, Ann; Kettle, Bo"), ("Ann Leaf", "Bo Kettle")),
        ('<meta name="DC.Creator" content="Leaf, Ann">', ("Ann Leaf",)),
        ('<meta property="dcterms:creator" content="Ann Leaf">', ("Ann Leaf",)),
        (meta(**{"parsely-author": "Ann Leaf"}), ("Ann Leaf",)),
        (meta(**{"sailthru.author": "Ann Leaf"}), ("Ann Leaf",)),
        (meta(twitter__label1="Verfasst von", twitter__data1="Ann Leaf"), ("Ann Leaf",)),
        (meta(twitter__label1="Reading time", twitter__data1="Ann Leaf"), ()),
        (meta(twitter__creator="@annleaf"), ()),
        (meta(author="ann@example.org"), ()),
        (meta(author="admin"), ()),
    ],
)
def test_authors(markup: str, expected: tuple[str, ...]) -> None:
    assert read(markup).authors == expected


@pytest.mark.parametrize(
    "name",
    [
        "date",
        "DC.date.issued",
        "dcterms.created",
        "citation_publication_date",
        "parsely-pub-date",
        "sailthru.date",
        "pubdate",
        "article.published",
    ],
)
def test_dates(name: str) -> None:
    assert read(f'<meta name="{name}" content="2024/03/14">').date_published == "2024-03-14"


def test_last_modified() -> None:
    markup = '<meta http-equiv="Last-Modified" content="Thu, 14 Mar 2024 06:30:00 GMT">'
    assert read(markup).date_modified == "2024-03-14T06:30:00+00:00"


@pytest.mark.parametrize(
    ("content", "expected"),
    [("tea, pots ,tea", ("tea", "pots")), ("tea; pots", ("tea", "pots")), (" , ", ())],
)
def test_keywords(content: str, expected: tuple[str, ...]) -> None:
    assert read(meta(keywords=content)).tags == expected


def test_the_description_of_the_page_comes_before_that_of_its_card() -> None:
    metadata = read('<meta property="og:description" content="Short">' + meta(description="Long"))
    assert (metadata.description, metadata.sources["description"]) == ("Long", "meta")


def test_references_that_were_escaped_twice() -> None:
    assert read(meta(description="Fish &amp;amp; chips &amp;#8211; hot")).description == (
        "Fish & chips – hot"
    )


def test_values_that_are_too_long_are_dropped() -> None:
    metadata = read(meta(author="x" * 500, og__title="y" * 1_001, description="z" * 6_000))
    assert metadata == Metadata()


@pytest.mark.parametrize(
    "content", ["English", "", "e", "en;q=0.5", "x" * 50, "utf-8", "iso-8859-1", "und"]
)
def test_what_is_no_language(content: str) -> None:
    assert read(f'<html lang="{content}">').language is None


def test_relative_addresses_without_a_base_are_no_addresses() -> None:
    assert read('<meta property="og:image" content="/tea.jpg">').image is None


@pytest.mark.parametrize(
    "content", ["data:image/png;base64,AAAA", "javascript:x()", "http://[", "//"]
)
def test_what_is_no_address(content: str) -> None:
    assert (
        read(f'<meta property="og:image" content="{content}">', "https://example.org").image is None
    )


def test_the_size_of_the_image_is_that_of_its_source() -> None:
    size = """<meta property="og:image:width" content="1200">
        <meta property="og:image:height" content="630">"""
    own = read_metadata(
        parse(f'<meta property="og:image" content="https://a.example/t.jpg">{size}')
    )
    assert (own.image_width, own.image_height) == (1200, 630)
    other = read_metadata(parse(f'<meta name="thumbnail" content="https://a.example/t.jpg">{size}'))
    assert (other.image_width, other.image_height) == (None, None)


def test_a_name_that_holds_an_object() -> None:
    said = """{"title": "Tea", "author": ["Ann Leaf", 3], "pub_date": "2014-11-23T16:00:00Z"}"""
    named = f"<meta name=parsely-page content='{said}'>"
    read = read_metadata(parse(named))
    assert (read.title, read.authors) == ("Tea", ("Ann Leaf",))
    assert read.date_published == "2014-11-23T16:00:00+00:00"
    own = "<meta name=author content='Bo Pot'>"
    assert read_metadata(parse(named + own)).authors == ("Bo Pot",)
    assert read_metadata(parse("<meta name=parsely-page content='[1]'>")).title is None
