"""The rest of the record, and that no page makes reading it fail."""

import pickle
import time
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import extract
from dehusk.metadata import Facts, Metadata, dates, read_metadata
from dehusk.metadata.values import key
from dehusk.page.parse import parse


def read(markup: str, url: str | None = "https://www.example.org/news/tea") -> Metadata:
    return read_metadata(parse(markup, url=url))


def test_nothing_is_made_up() -> None:
    assert read("<p>Some text about tea.</p>", url=None) == Metadata()


def test_links() -> None:
    metadata = read(
        '<link rel="canonical" href="/tea"><link rel="license" href="https://example.org/free">'
        '<a rel="tag" href="/t/tea">tea</a><a rel="category tag" href="/c">Drinks</a>'
        '<a rel="home" href="/">The Daily Leaf</a><link rel="image_src" href="tea.jpg">'
    )
    assert metadata.canonical_url == "https://www.example.org/tea"
    assert metadata.license == "https://example.org/free"
    assert metadata.tags == ("tea",)
    assert metadata.site_name == "The Daily Leaf"
    assert metadata.image == "https://www.example.org/news/tea.jpg"


def test_base_href() -> None:
    metadata = read('<base href="/img/"><link rel="image_src" href="tea.jpg">')
    assert metadata.image == "https://www.example.org/img/tea.jpg"


def test_the_address_is_the_callers_else_the_canonical_one() -> None:
    markup = '<link rel="canonical" href="https://example.org/tea">'
    assert read(markup).url == "https://www.example.org/news/tea"
    assert (read(markup, None).url, read(markup, None).sources["url"]) == (
        "https://example.org/tea",
        "html",
    )


def test_the_language_as_bcp_47_writes_it() -> None:
    assert read('<html lang="pt-br">').language == "pt-BR"
    assert read('<html xml:lang="SR_cyrl-rs">').language == "sr-Cyrl-RS"
    assert read('<html lang="de_DE.UTF-8">').language == "de-DE"
    assert read('<html lang="en-us">').base_language == "en"
    assert read("<p>").base_language is None
    assert read('<meta http-equiv="content-language" content="de">').language == "de"


def test_licences_without_an_address() -> None:
    assert read('<meta name="dcterms.license" content="CC BY 4.0">').license == "CC BY 4.0"


def test_accounts_are_no_names_of_sites() -> None:
    assert read('<meta property="og:site_name" content="@dailyleaf">').sources["site_name"] == "url"


def test_the_record_can_be_copied_pickled_and_hashed() -> None:
    metadata = read('<html lang="en"><title>Tea</title>')
    assert pickle.loads(pickle.dumps(metadata)) == metadata
    assert asdict(metadata)["sources"]["language"] == "html"
    assert hash(metadata) == hash(replace(metadata))


def test_every_value_has_a_source_and_every_source_a_value() -> None:
    metadata = read('<html lang="en"><title>Tea</title><meta name="author" content="admin">')
    values = {name for name, value in asdict(metadata).items() if value and name != "sources"}
    assert set(metadata.sources) == values == {"language", "title", "url", "site_name"}


ATTRIBUTES = st.sampled_from(
    "content property name class id rel itemprop itemscope itemtype typeof datetime href lang".split()
)
VALUES = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        """og:title og:image author byline article:published_time datePublished headline
        https://schema.org/Article Article 2024-03-14 http://[ // canonical license tag home comment
        application/ld+json ۱۴۰۲/۱۲/۲۴ 99/99/9999 \x00 \u200f by""".split()
    ),
)
TAGS = st.sampled_from("html head meta link title h1 h2 p a time div span article script".split())


@st.composite
def markup(draw: st.DrawFn) -> str:
    pieces: list[str] = []
    for _ in range(draw(st.integers(0, 12))):
        tag = draw(TAGS)
        attributes = draw(st.dictionaries(ATTRIBUTES, VALUES, max_size=4))
        written = "".join(f' {name}="{value}"' for name, value in attributes.items())
        closing = draw(st.sampled_from(["", f"</{tag}>"]))
        pieces.append(f"<{tag}{written}>{draw(VALUES)}{closing}")
    return "".join(pieces)


def check(metadata: Metadata) -> None:
    for name, value in asdict(metadata).items():
        if name in ("authors", "tags"):
            assert all(isinstance(one, str) and one.strip() for one in value)
        elif name != "sources":
            assert value is None or value.strip()
            assert value is None or value.encode()
    for address in (metadata.canonical_url, metadata.image):
        assert address is None or address.startswith(("http://", "https://"))


@settings(deadline=None)
@given(markup(), st.sampled_from([None, "https://example.org/a", "http:", "x", "//"]))
def test_any_markup_gives_a_record(text: str, url: str | None) -> None:
    check(read_metadata(parse(text, url=url)))


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_json_gives_a_record(text: str) -> None:
    script = text.replace("</", "<")
    check(read_metadata(parse(f'<script type="application/ld+json">{script}</script><h1>Tea</h1>')))


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=10)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                "@type @id @graph name headline author url image publisher license keywords".split()
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(JSON)
def test_any_shape_of_json_gives_a_record(value: object) -> None:
    import json

    text = json.dumps(value).replace("</", "<")
    check(read_metadata(parse(f'<script type="application/ld+json">{text}</script><h1>Tea</h1>')))


HOSTILE = {
    "many metas": '<meta name="author" content="Ann Leaf">' * 50_000,
    "many scripts": '<script type="application/ld+json">{"@type":"Article"}</script>' * 20_000,
    "many headings": "<h1>Tea - is - back</h1>" * 20_000,
    "a title of separators": "<title>" + "a - " * 100_000 + "</title><h1>a</h1>",
    "many bylines": "<h1>Tea</h1>" + '<p class="author">Ann Leaf</p>' * 50_000,
    "many times": "<h1>Tea</h1>" + "<time datetime='2024-03-14'>x</time>" * 50_000,
    "deep elements": "<div class=author>" * 20_000 + "<h1>Tea</h1>",
    "deep items": "<div itemscope itemprop=author>" * 20_000 + "<h1>Tea</h1>",
    "long attribute": f'<meta name="author" content="{"Ann and " * 500_000}">',
    "long class": f'<h1>Tea</h1><p class="{"author " * 200_000}">Ann Leaf</p>',
    "long line": "<h1>Tea</h1><p class=byline>" + "by " * 500_000,
    "long keywords": f'<meta name="keywords" content="{"tea," * 500_000}">',
    "tags by the thousand": '<a rel="tag" href="/">tea</a>' * 50_000,
    "references": '<meta name="description" content="' + "&amp;amp;" * 200_000 + '">',
    "angle brackets": '<meta name="description" content="' + "<b " * 300_000 + '">',
    "one text": "<title>Tea</title>" + "Tea " * 1_000_000,
    "titles in text": "<title>Tea</title>" + "<p>Tea pots</p>" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_read_in_linear_time(name: str) -> None:
    page = parse(HOSTILE[name])
    start = time.thread_time()
    check(read_metadata(page))
    assert time.thread_time() - start < 2


FACTS = """<title>Tea | Leaf</title><meta name=author content="Ann Leaf"><meta name=description
content="How to boil it"><meta property=og:image content=https://example.org/a.png><h1>Tea</h1>
<p>How to boil it</p><time datetime=2021-05-03></time>"""


def test_facts_are_the_fields_of_the_record() -> None:
    page = parse(FACTS)
    facts, metadata = Facts(page), read_metadata(page)
    for field in ("title", "authors", "date_published", "standfirst", "image"):
        assert getattr(facts, field)
        assert getattr(facts, field) == getattr(metadata, field)
    assert facts.metadata() == metadata


def test_a_fact_is_read_once_and_others_are_not() -> None:
    facts = Facts(parse(FACTS))
    assert facts.image == "https://example.org/a.png"
    assert set(facts.evidence) == {"meta"}
    assert facts.image is facts.image


def test_a_document_with_facts_pickles() -> None:
    document = extract(FACTS)
    markdown = document.markdown
    copy = pickle.loads(pickle.dumps(document))
    assert (copy.markdown, copy.metadata) == (markdown, document.metadata)


def test_what_is_in_front_does_not_need_the_whole_record() -> None:
    document = extract(FACTS)
    assert document.markdown.startswith("# Tea")
    assert "metadata" not in vars(document)


@pytest.mark.timed
@pytest.mark.parametrize("mark", ["class=author", "class=entry-date", "class=byline rel=author"])
def test_marks_in_marks_take_linear_time(mark: str) -> None:
    page = parse(f"<div {mark}>" * 30_000 + "By Ann Leaf")
    start = time.process_time()
    read_metadata(page)
    assert time.process_time() - start < 2


@pytest.mark.timed
def test_times_in_times_take_linear_time() -> None:
    page = parse("<h1>Tea</h1>" + "<time>" * 100 + "tea " * 250_000)
    start = time.process_time()
    assert read_metadata(page).date_published is None
    assert time.process_time() - start < 2


DATES = st.from_regex(
    r"[12][089][0-9]{2}-[01][0-9]-[0-3][0-9](T[0-2][0-9]:[0-6][0-9](:[0-6][0-9])?Z?)?"
)


@given(DATES, st.sampled_from([None, "en", "fa", "fa_IR"]))
def test_a_date_is_the_same_wherever_it_stands(text: str, language: str | None) -> None:
    alone = dates.parse_date(text, language)
    assert dates.parse_date(f"on {text}", language) == alone


@given(st.text(st.characters(codec="ascii")))
def test_the_key_of_a_text_in_ascii(text: str) -> None:
    assert key(text) == "".join(one for one in text if one.isalnum()).lower()
