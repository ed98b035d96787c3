"""Microdata and RDFa: nesting, values, and properties outside of items."""

from dehusk.metadata import Metadata, read_metadata
from dehusk.page.parse import parse


def read(markup: str) -> Metadata:
    return read_metadata(parse(markup, url="https://example.org/tea"))


def test_the_name_of_the_author_is_not_the_name_of_the_article() -> None:
    metadata = read(
        '<article itemscope itemtype="https://schema.org/BlogPosting">'
        '<h1 itemprop="headline name">Tea is back</h1>'
        '<p itemprop="author" itemscope itemtype="https://schema.org/Person">By '
        '<a itemprop="url" href="/ann"><span itemprop="name">Ann Leaf</span></a></p>'
        '<time itemprop="datePublished" datetime="2024-03-14">Thursday</time>'
        '<img itemprop="image" src="tea.jpg"><meta itemprop="keywords" content="tea, pots">'
        '<a itemprop="license" href="/licence">free</a></article>'
    )
    assert metadata.title == "Tea is back"
    assert metadata.authors == ("Ann Leaf",)
    assert metadata.date_published == "2024-03-14"
    assert metadata.image == "https://example.org/tea.jpg"
    assert metadata.tags == ("tea", "pots")
    assert metadata.license == "https://example.org/licence"
    assert metadata.kind == "BlogPosting"
    assert metadata.sources["authors"] == "microdata"


def test_properties_after_a_nested_item_belong_to_the_outer_one() -> None:
    metadata = read(
        '<div itemscope itemtype="http://schema.org/Recipe"><h1>Tea</h1>'
        '<div itemprop="nutrition" itemscope><span itemprop="author">Nobody Here</span></div>'
        '<span itemprop="author">Ann Leaf</span></div>'
    )
    assert (metadata.authors, metadata.kind) == (("Ann Leaf",), "Recipe")


def test_properties_outside_of_items() -> None:
    metadata = read(
        '<head><meta itemprop="datePublished" content="2024-03-14T10:00:00-0500">'
        '<meta itemprop="author" content="Ann Leaf"></head><h1>Tea</h1>'
    )
    assert metadata.date_published == "2024-03-14T10:00:00-05:00"
    assert metadata.authors == ("Ann Leaf",)


def test_comments_are_not_the_page() -> None:
    metadata = read(
        '<h1>Tea</h1><div itemscope itemtype="https://schema.org/Comment">'
        '<b itemprop="author">Cy Pot</b><time itemprop="datePublished" datetime="2020-01-01">x</time>'
        "</div>"
    )
    assert metadata.authors == ()


def test_a_list_of_posts_has_no_author() -> None:
    post = (
        '<article itemprop="blogPost" itemscope itemtype="https://schema.org/BlogPosting">'
        '<h2 itemprop="headline"><a href="/{0}">Tea {0}</a></h2>'
        '<span itemprop="author">Ann {0}</span></article>'
    )
    posts = post.format("One") + post.format("Two")
    markup = f'<h1>Teas</h1><div itemscope itemtype="https://schema.org/Blog">{posts}</div>'
    assert read(markup).authors == ()


def test_rdfa() -> None:
    metadata = read(
        '<div vocab="https://schema.org/" typeof="schema:Article"><h1 property="name">Tea</h1>'
        '<span property="schema:author" typeof="Person"><b property="name">Ann Leaf</b></span>'
        '<span property="dc:date" content="2024-03-14">Thursday</span></div>'
    )
    assert (metadata.authors, metadata.date_published) == (("Ann Leaf",), "2024-03-14")
    assert metadata.sources["authors"] == "rdfa"
