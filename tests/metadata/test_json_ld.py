"""JSON-LD: well formed and not, and which of its items the page is."""

import json

import pytest

from dehusk.metadata import Metadata, read_metadata
from dehusk.page.loose_json import load
from dehusk.page.parse import parse

ARTICLE = {"@type": "NewsArticle", "headline": "Tea is back", "author": {"name": "Ann Leaf"}}


def read(*scripts: object, body: str = "", url: str | None = None) -> Metadata:
    texts = [one if isinstance(one, str) else json.dumps(one) for one in scripts]
    tags = "".join(f'<script type="application/ld+json">{text}</script>' for text in texts)
    return read_metadata(parse(f"<head>{tags}</head><body>{body}</body>", url=url))


def test_an_article_tells_all_fields() -> None:
    metadata = read(
        {
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "headline": "Tea is back",
            "author": [{"@type": "Person", "name": "Ann Leaf"}, {"name": "Bo Kettle"}],
            "datePublished": "2024-03-14T06:30:00Z",
            "dateModified": "2024-03-15",
            "publisher": {"@type": "Organization", "name": "The Daily Leaf"},
            "description": "It steeps.",
            "inLanguage": "en-GB",
            "image": {"@type": "ImageObject", "url": "https://example.org/tea.jpg"},
            "keywords": ["tea", "pots"],
            "license": "https://creativecommons.org/licenses/by/4.0/",
        }
    )
    assert metadata == Metadata(
        title="Tea is back",
        authors=("Ann Leaf", "Bo Kettle"),
        date_published="2024-03-14T06:30:00+00:00",
        date_modified="2024-03-15",
        site_name="The Daily Leaf",
        description="It steeps.",
        language="en-GB",
        image="https://example.org/tea.jpg",
        tags=("tea", "pots"),
        license="https://creativecommons.org/licenses/by/4.0/",
        kind="NewsArticle",
        sources=dict.fromkeys(
            "title authors date_published date_modified site_name description language"
            " image tags license kind".split(),
            "json-ld",
        ),
    )


def test_graph_with_references() -> None:
    metadata = read(
        {
            "@graph": [
                {"@type": "Person", "@id": "#ann", "name": "Ann Leaf"},
                {"@type": "Article", "headline": "Tea", "author": {"@id": "#ann"}},
                {"@type": "WebSite", "name": "The Daily Leaf"},
            ]
        }
    )
    assert (metadata.authors, metadata.site_name) == (("Ann Leaf",), "The Daily Leaf")


def test_references_in_a_circle() -> None:
    metadata = read(
        {
            "@graph": [
                {"@type": "WebPage", "@id": "#page", "mainEntity": {"@id": "#article"}},
                {"@type": "Article", "@id": "#article", "mainEntityOfPage": {"@id": "#page"}},
                {"@type": "Person", "@id": "#me", "author": {"@id": "#me"}, "name": "Ann"},
            ]
        }
    )
    assert metadata.kind == "Article"


@pytest.mark.parametrize(
    "wrapped",
    [
        [ARTICLE],
        {"@type": "WebPage", "name": "Tea | Leaf", "mainEntity": ARTICLE},
        {"@type": "WebPage", "mainEntityOfPage": {**ARTICLE, "@type": ["Thing", "BlogPosting"]}},
        [{"@type": "BreadcrumbList", "name": "Home"}, [ARTICLE]],
    ],
)
def test_where_an_article_may_stand(wrapped: object) -> None:
    metadata = read({"@type": "Organization", "name": "Leaf Ltd"}, wrapped)
    assert (metadata.title, metadata.authors) == ("Tea is back", ("Ann Leaf",))


def test_the_author_of_a_comment_is_not_the_author() -> None:
    comment = {"@type": "Comment", "author": {"name": "Cy Pot"}, "datePublished": "2024-01-01"}
    metadata = read({"@type": "Article", "headline": "Tea", "comment": [comment]}, comment)
    assert metadata.authors == ()
    assert metadata.date_published is None


def test_of_several_articles_the_one_with_the_address_of_the_page() -> None:
    other = {**ARTICLE, "author": "Bo Kettle", "url": "https://example.org/coffee"}
    own = {**ARTICLE, "url": "https://www.example.org/tea/#main"}
    assert read(other, own, url="http://example.org/tea").authors == ("Ann Leaf",)


def test_of_several_articles_none_if_none_is_the_page() -> None:
    articles = [{"@type": "Article", "headline": f"Tea {n}", "author": f"Ann {n}"} for n in "123"]
    metadata = read(articles, body="<h1>All teas</h1>")
    assert (metadata.title, metadata.authors, metadata.kind) == ("All teas", (), None)


def test_an_embedded_video_is_not_the_page() -> None:
    video = {"@type": "VideoObject", "name": "Cats", "uploadDate": "2020-01-01"}
    metadata = read(video, body="<h1>Tea is back</h1>")
    assert (metadata.title, metadata.date_published) == ("Tea is back", None)


def test_the_questions_of_a_page_are_not_its_title() -> None:
    page = {"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Milk?"}]}
    metadata = read(page, body="<h1>Tea</h1><h2>Milk?</h2>")
    assert (metadata.title, metadata.kind) == ("Tea", "FAQPage")


def test_a_page_is_less_telling_than_og_type() -> None:
    head = '<meta property="og:type" content="article">'
    assert read({"@type": "WebPage"}, body=head).kind == "article"
    assert read({"@type": "WebPage"}).kind == "WebPage"


def test_an_organisation_is_the_author_only_if_nobody_else_is() -> None:
    article = {**ARTICLE, "author": {"@type": "Organization", "name": "Steep & Sons"}}
    assert read(article).authors == ("Steep & Sons",)
    assert read(article, body="<h1>Tea is back</h1><p>By Ann Leaf</p>").authors == ("Ann Leaf",)


@pytest.mark.parametrize(
    "text",
    [
        '{"@type": "Article", "headline": "Tea is back",}',
        '{"@type": "Article", "headline": "Tea\nis\tback"}',
        '<!-- {"@type": "Article", "headline": "Tea is back"} -->',
        '//<![CDATA[\n{"@type": "Article", "headline": "Tea is back"}\n//]]>',
        "{&quot;@type&quot;: &quot;Article&quot;, &quot;headline&quot;: &quot;Tea is back&quot;}",
        '{"@type": "Organization", "name": "x"}{"@type": "Article", "headline": "Tea is back"}',
        '{"@type": "Article", "headline": "Tea is back", "author": {"name": "Ann',
        '{"@type": "Article" /* that */, "headline": "Tea is back"} // all',
        '\ufeff{"@type": "Article", "headline": "Tea is back"};',
        '{"@type": "Article" "headline": "Tea is back"}',
        '{"@type": "Article", "wordCount": ' + "9" * 5000 + ', "headline": "Tea is back"}',
    ],
)
def test_broken_json(text: str) -> None:
    assert read(text).title == "Tea is back"


def test_quotes_that_are_not_escaped() -> None:
    assert load('{"headline": "The "best" tea", "x": 1}') == [
        {"headline": 'The "best" tea', "x": 1}
    ]


@pytest.mark.parametrize("opening", ['{"a":', "[", '{"@type": "Article", "author": ['])
def test_deep_nesting_does_not_raise(opening: str) -> None:
    metadata = read(opening * 50_000, ARTICLE, body="<h1>Tea is back</h1>")
    assert metadata.authors == ("Ann Leaf",)


def test_deep_and_whole_json_does_not_raise() -> None:
    assert read("[" * 50_000 + "]" * 50_000, ARTICLE).title == "Tea is back"


def test_huge_scripts_are_left_alone() -> None:
    assert read(ARTICLE, '"' + "x" * 3_000_000).title == "Tea is back"


@pytest.mark.parametrize("unclosed", ["/* ", '"', "\\", '{"a" ', "// "])
def test_reading_broken_json_is_linear(unclosed: str) -> None:
    assert load("{" + unclosed * 100_000) is not None


def test_digits_that_are_no_numbers() -> None:
    assert load("[0², ²,]") == [["0²", "²"]]


def test_lone_surrogates_are_dropped() -> None:
    title = read('{"@type": "Article", "headline": "Tea \\ud800 is back"}').title
    assert title == "Tea is back"


@pytest.mark.parametrize(
    ("image", "size"),
    [
        ({"url": "/tea.jpg", "width": 1200, "height": 630}, (1200, 630)),
        ([{"url": "/tea.jpg", "width": "1200px", "height": "630"}, {"width": 3}], (1200, 630)),
        ({"url": "/tea.jpg", "width": {"@type": "QuantitativeValue", "value": 1200}}, (1200, None)),
        ({"url": "/tea.jpg", "width": "100%", "height": 0}, (None, None)),
        (["/tea.jpg", {"url": "/pot.jpg", "width": 1200, "height": 630}], (None, None)),
        ("/tea.jpg", (None, None)),
    ],
)
def test_the_size_of_the_image(image: object, size: tuple[int | None, int | None]) -> None:
    item = {"@type": "NewsArticle", "headline": "Tea is back", "image": image}
    metadata = read(item, url="https://www.example.org/tea")
    assert metadata.image == "https://www.example.org/tea.jpg"
    assert (metadata.image_width, metadata.image_height) == size


def test_a_day_may_be_seconds_since_1970() -> None:
    page = parse(
        '<script type="application/ld+json">{"@type": "Article", "datePublished": 1676551869}</script>'
    )
    assert read_metadata(page).date_published == "2023-02-16T12:51:09+00:00"
