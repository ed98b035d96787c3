"""The baselines on pages whose counts are worked out by hand; the contract suite has the rest."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import EXTRACTORS, Page, parse
from dehusk.extractors import BASELINES, baselines
from dehusk.extractors.baselines.bte import BodyTextExtraction
from dehusk.extractors.baselines.ccb import ContentCodeBlurring
from dehusk.extractors.baselines.cetd import TextDensity, sum_of_children
from dehusk.extractors.baselines.cetr import TagRatios, far_from_origin, smoothed
from dehusk.extractors.baselines.dsc import DocumentSlopeCurve
from dehusk.extractors.baselines.fe import FeatureExtractor, KFeatureExtractor
from dehusk.extractors.baselines.lqf import LinkQuotaFilter
from dehusk.extractors.baselines.numwords import NumWordsRules
from dehusk.extractors.baselines.tokens import Tokens
from dehusk.pipeline import find_extractor
from dehusk.selection import Extractor


def kept(method: Extractor, page: Page) -> list[str]:
    """The texts that a method keeps."""
    rows = method.select(page).rows
    return [page.text_of(int(row)).strip() for row in rows if page.is_text[row]]


def row_of(page: Page, tag: str) -> int:
    return next(row for row in range(len(page)) if page.tag_name(row) == tag)


def test_tokens_are_words_and_tags_in_the_order_of_the_source() -> None:
    page = parse("<body><p>Two <a href=x>words</a></p><br>three more words")
    tokens = Tokens.of(page)
    # html head /head body p Two a words /a /p br three more words /body /html
    assert "".join("w" if word else "." for word in tokens.is_word) == ".....w.w...www.."
    assert tokens.start.tolist() == [5, 7, 11]
    links_apart = Tokens.of(page, links=False)
    assert "".join("w" if word else "." for word in links_apart.is_word) == ".....ww..www.."


def test_bte_takes_the_stretch_with_the_most_words_less_tags() -> None:
    page = parse(
        "<p>one</p><div><p>a b c d</p><b>e</b><p>f g h i</p></div><i></i><i></i><p>x y</p>"
    )
    # From "a" to "i": 4 - 2 + 1 - 2 + 4 = 5. With "one" before it 1 - 3 less, with "x y" 2 - 7 less.
    assert kept(BodyTextExtraction(), page) == ["a b c d", "e", "f g h i"]


def test_dsc_takes_every_stretch_with_few_tags() -> None:
    menu = "<i></i>" * 10
    page = parse(f"<body>{menu}{'a ' * 20}{menu}{'b ' * 20}{menu}")
    # Windows of 5 tokens: 80 tags and words, slopes of 1 in the menus, 0 in the texts.
    assert kept(DocumentSlopeCurve(window=5, fewest=2), page) == [
        ("a " * 20).strip(),
        ("b " * 20).strip(),
    ]
    assert kept(DocumentSlopeCurve(window=5, fewest=5), page) == []


def test_ccb_keeps_what_has_content_around_it() -> None:
    menu = "<p><a href=x>News</a></p>" * 5
    page = parse(f"<body>{menu}<p>{'a ' * 10}</p>{menu}")
    assert kept(ContentCodeBlurring(reach=6), page) == [("a " * 10).strip()]
    # A word among tags: a deviation of 2/3 of a token leaves it .6 of its weight.
    assert kept(ContentCodeBlurring(reach=2, threshold=0.61), parse("<p>One</p>")) == []
    assert kept(ContentCodeBlurring(reach=2, threshold=0.59), parse("<p>One</p>")) == ["One"]


def test_lqf_drops_blocks_that_are_mostly_links() -> None:
    page = parse("<p>Four <a href=x>1234</a></p><p>Four<a href=x>12345</a></p>")
    assert kept(LinkQuotaFilter(), page) == ["Four", "1234"]
    assert kept(LinkQuotaFilter(quota=0.6), page) == ["Four", "1234", "Four", "12345"]


def test_fe_takes_one_block_and_kfe_those_like_it() -> None:
    long, middle = "a" * 100, "b" * 90
    page = parse(f"<p>{long}</p><p>{middle}</p><p>{'c' * 99}<img src=x><img src=y></p><p>d</p>")
    # Text 1, .9, .99 and .01 of the longest; pictures 0, 0, 1 and 0: probabilities 1, .9, .49, .01.
    assert kept(FeatureExtractor(), page) == [long]
    assert kept(KFeatureExtractor(), page) == [long, middle]


@pytest.mark.parametrize(
    ("before", "here", "after", "is_content"),
    [
        (0, 17, 0, True),
        (0, 16, 0, False),
        (0, 16, 16, True),
        (0, 16, 15, False),
        (5, 16, 0, True),
        (4, 16, 0, False),
    ],
)
def test_numwords_counts_words_of_three_blocks(
    before: int, here: int, after: int, is_content: bool
) -> None:
    page = parse(f"<p>{'a ' * before}</p><p>{'b ' * here}</p><p>{'c ' * after}</p>")
    assert (("b " * here).strip() in kept(NumWordsRules(), page)) == is_content


@pytest.mark.parametrize(
    ("here", "after", "is_content"), [(41, 0, True), (40, 17, False), (40, 18, True)]
)
def test_numwords_asks_for_more_after_links(here: int, after: int, is_content: bool) -> None:
    page = parse(f"<p><a href=x>Menu</a></p><p>{'b ' * here}</p><p>{'c ' * after}</p>")
    assert (("b " * here).strip() in kept(NumWordsRules(), page)) == is_content


def test_cetr_clusters_smoothed_ratios_and_their_derivatives() -> None:
    ratios = np.array([0.0, 0, 0, 40, 40, 40, 0, 0, 0])
    assert TagRatios().derivative(ratios).round(2).tolist() == [
        *(13.33, 26.67, 40, 13.33, 26.67, 40, 0, 0, 0)
    ]
    line = smoothed(np.array([0.0, 0, 10, 0, 0]))
    # e^-2, e^-.5, 1, e^-.5, e^-2 of their sum, 2.4837
    assert line.round(3).tolist() == [0.545, 2.442, 4.026, 2.442, 0.545]
    points = np.array([[0, 0], [1, 0], [0, 1], [40, 10], [38, 12]], float)
    assert far_from_origin(points, 3).tolist() == [False, False, False, True, True]
    text = "Text of a line that is long enough to have a ratio of its own."
    page = parse("<body>\n" + "<i>x</i>\n" * 12 + f"<p>{text}\n" * 6 + "<i>y</i>\n" * 12)
    found = [one for one in kept(TagRatios(), page) if one]
    assert found.count(text) == 6
    # Smoothing and the derivative reach over the lines beside it, and no further.
    assert (found.count("x"), found.count("y")) == (
        found.index(text),
        len(found) - found.index(text) - 6,
    )
    assert len(found) <= 6 + 3 + 2


def test_cetd_weighs_characters_by_tags_and_links() -> None:
    page = parse("<body><div><p>1234567890</p><p>12345</p></div><ul><li><a href=x>1234</a></ul>")
    plain = TextDensity(composite=False).density(page)
    rows = {tag: row_of(page, tag) for tag in ("body", "div", "p", "ul", "li", "a")}
    # 19 characters by 6 tags below the body, 15 by 2 below the div, and by one where there is none.
    assert plain[rows["body"]] == pytest.approx(19 / 6)
    assert plain[rows["div"]] == 7.5
    assert plain[rows["ul"]] == 2
    sums = sum_of_children(page, plain)
    assert sums[rows["div"]] == 15
    assert sums[rows["p"]] == 10
    # Formula 2 for the div: no links, so C / T · ln(C · T) / ln ln(C / C + (4 / 19) · C + e).
    composite = TextDensity().density(page, rows["body"])
    base = np.log(1 + 4 / 19 * 15 + np.e)
    assert composite[rows["div"]] == pytest.approx(7.5 * np.log(15 * 2) / np.log(base))
    assert composite[rows["li"]] < composite[rows["div"]] / 3
    assert kept(TextDensity(), page) == ["1234567890", "12345"]


def test_baselines_have_one_setting_and_a_place_in_history() -> None:
    for name in BASELINES:
        kind = EXTRACTORS[name]
        assert find_extractor(name, setting="published") == kind()
        assert f"`{name}`" in (baselines.__doc__ or "")
