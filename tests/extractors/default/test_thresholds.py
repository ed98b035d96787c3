"""Where the decision of `default` and its reasons begin and end."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import dehusk
from dehusk.extractors.default.features import NAMES
from dehusk.extractors.default.features.reasons import (
    GROUPS,
    SUBJECTS,
    _after_text,
    _before_text,
    _is_list,
    _words_of,
)
from dehusk.extractors.default.method import (
    Decision,
    Default,
    _said_of_runs,
    best_expected,
    decide,
    lend_to_alike,
)
from dehusk.extractors.default.templates import Evidence, template_of
from dehusk.views.blocks import Blocks as PageBlocks


class Blocks:
    """Blocks of ten words each, one below the other in one parent, all different."""

    def __init__(self, count: int, words: float = 10.0, said: list[int] | None = None) -> None:
        self.features = np.zeros((count, len(NAMES)), np.float32)
        self.features[:-1, NAMES.index("+1 same parent")] = 1
        self.words = np.full(count, words)
        self.template_id = np.arange(count)
        self.text_id = np.array(said if said is not None else range(count))


@pytest.mark.parametrize(("probability", "kept"), [(0.11, True), (0.09, False)])
def test_what_is_improbable_is_never_kept(probability: float, kept: bool) -> None:
    keep, *_ = best_expected(np.array([0.9, probability]), np.array([50.0, 50.0]), beta=16.0)
    assert keep.tolist() == [True, kept]


def test_a_page_of_which_little_is_expected_is_empty() -> None:
    for probability, empty in ((0.11, True), (0.3, False)):
        keep, in_words, _ = best_expected(np.full(9, probability), np.full(9, 20.0))
        assert (not keep.any()) == empty
        assert (in_words < 0.2) == empty


def test_a_block_between_others_goes_with_them() -> None:
    logits = np.array([3.0, -0.5, 3.0])
    # All eight ways to keep some of three blocks: it costs .7 to keep only one of two neighbours.
    ways = np.array(list(itertools.product([0, 1], repeat=3)))
    weight = np.exp(ways @ logits - 0.7 * np.abs(np.diff(ways, axis=1)).sum(axis=1))
    expected = weight @ ways / weight.sum()
    decision = decide(logits, Blocks(3), np.zeros(3, bool))
    assert decision.probability == pytest.approx(expected, abs=1e-6)
    assert decision.keep.all()


def test_half_of_a_probability_is_that_of_the_likes() -> None:
    mixed = lend_to_alike(
        np.array([0.8, 0.2, 0.6]), np.array([10.0, 30.0, 5.0]), np.array([0, 0, 1])
    )
    assert mixed == pytest.approx([0.5 * 0.8 + 0.5 * 0.35, 0.5 * 0.2 + 0.5 * 0.35, 0.6])


@pytest.mark.parametrize(("words", "kept"), [(8.0, [True, False]), (7.0, [True, True])])
def test_a_text_of_eight_words_is_kept_once(words: float, kept: list[bool]) -> None:
    decision = decide(np.array([4.0, 4.0]), Blocks(2, words, [1, 1]), np.zeros(2, bool))
    assert decision.keep.tolist() == kept


def test_what_is_said_of_runs() -> None:
    decision = Decision(np.array([True, True, False, False]), np.zeros(4), 1.0, 1.0)
    said = _said_of_runs(np.array([0.51, 0.45, 0.55, 0.5]), decision)
    assert [bool(one) for one in said] == [False, True, True, False]
    assert said[1] == ", kept with what stands around it"
    assert said[2] == ", left out with what stands around it"


def evidence(*texts: int, place: int = 7, log_odds: float = 1.0) -> Evidence:
    count = len(texts)
    return Evidence(
        np.array(texts, np.uint64),
        np.full(count, place, np.uint64),
        np.full(count, log_odds),
        np.full(count, 10.0),
    )


def test_a_template_wants_ten_pages() -> None:
    pages = [evidence(number) for number in range(10)]
    assert template_of(pages).pages == 10
    assert template_of(pages[:-1]).pages == 0


def test_a_text_on_a_tenth_of_the_pages_is_repeated() -> None:
    for pages, repeated in ((30, True), (31, False)):
        own = [evidence(1 if number < 3 else 100 + number) for number in range(pages)]
        assert (1 in template_of(own).texts) == repeated
    assert (
        1 in template_of([evidence(1 if number < 2 else number + 5) for number in range(10)]).texts
    )
    assert 5 not in template_of([evidence(number + 5) for number in range(10)]).texts


def test_a_place_is_known_from_three_pages_on() -> None:
    for pages, known in ((3, True), (2, False)):
        own = [evidence(number, place=9 if number < pages else number + 50) for number in range(10)]
        assert (9 in template_of(own).places) == known


def facts(**values: float) -> dict[str, float]:
    return dict.fromkeys(NAMES, 0.0) | {
        name.replace("_", " "): value for name, value in values.items()
    }


def test_before_and_after_the_text() -> None:
    assert _after_text(facts(good_before=0.98))
    assert not _after_text(facts(good_before=0.97))
    assert not _after_text(facts(good_before=0.98, good=1))
    assert _before_text(facts(good_before=0.02))
    assert not _before_text(facts(good_before=0.03))
    assert not _before_text(facts(good_before=0.02, good=1))


def test_a_list_of_links() -> None:
    assert _is_list(facts(link_share=0.6, in_ul=1))
    assert _is_list(facts(link_share=0.6, in_ol=1))
    assert not _is_list(facts(link_share=0.6))
    assert not _is_list(facts(link_share=0.5, in_ul=1))
    assert round(_words_of(facts(words=np.log1p(12)))) == 12


def test_the_three_features_that_moved_each_block_most() -> None:
    page = dehusk.parse(
        "<h1>Tea</h1><p>Boil water, then wait for a while.</p><nav><a href=/>Home</a></nav>"
    )
    told = Default().explain_blocks(PageBlocks.of(page))["features"]
    assert len(told) == 3
    for line in told:
        moved = [abs(float(part.rpartition(" ")[2])) for part in str(line).split(", ")]
        assert len(moved) == 3
        assert moved == sorted(moved, reverse=True)


def test_text_that_a_page_embeds_is_taken_where_its_markup_has_none() -> None:
    body = "Bread needs flour, water, salt and time, and a baker who can wait. " * 6
    data = (
        f'<script type="application/ld+json">{{"@type":"Article","articleBody":"{body}"}}</script>'
    )
    empty = Default().select(dehusk.parse(f"<title>Bread</title>{data}<div id=root></div>"))
    assert empty.embedded is not None
    shown = Default().select(
        dehusk.parse(f"<title>Bread</title>{data}<article><p>{body}</p></article>")
    )
    assert shown.embedded is None
    assert shown.keep.any()


@pytest.mark.parametrize(
    ("count", "length"),
    [(14, "short"), (16, "of some length"), (39, "of some length"), (41, "long")],
)
def test_how_long_a_block_is_called(count: int, length: str) -> None:
    own = facts(words=np.log1p(count))
    (lengths,) = (group for group in GROUPS if "words" in group.starts)
    assert next(phrase.text for phrase in lengths.phrases if phrase.holds(own)) == length


ALL = [*SUBJECTS, *(phrase for group in GROUPS for phrase in group.phrases)]


@pytest.mark.parametrize(
    ("said", "facts", "holds"),
    [
        ("some words", {"words": np.log1p(14)}, True),
        ("some words", {"words": np.log1p(15) + 1e-9}, False),
        ("one of many alike", {"alike": np.log1p(5)}, False),
        ("one of many alike", {"alike": np.log1p(6) + 1e-9}, True),
        ("one of a row of alike parts", {"card number": np.log1p(2)}, False),
        ("one of a row of alike parts", {"card number": np.log1p(3) + 1e-9}, True),
    ],
)
def test_where_a_phrase_holds(said: str, facts: dict[str, float], holds: bool) -> None:
    [phrase] = [one for one in ALL if one.text == said]
    assert bool(phrase.holds(dict.fromkeys(NAMES, 0.0) | facts)) is holds
