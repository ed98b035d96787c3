"""A budget for each call: time and size are bounded, and the exception names the stage."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import inf

import numpy as np
import pytest

import dehusk
from dehusk import Document, Limits, OutOfTime, OutputTooLarge, Page, Selection
from dehusk.budget import Meter, budget, check, seconds_left, watched
from dehusk.content.table import table_of
from dehusk.extractors.default.features import NAMES
from dehusk.extractors.forest import load_model
from dehusk.page.parse import DEFAULT_LIMITS

NO_TIME = Limits(seconds=1e-9)
PARAGRAPHS = "<p>Bread needs flour, water, salt and time, as all good things do.</p>" * 40


def whole(page: Page, limits: Limits = DEFAULT_LIMITS) -> Document:
    """A document with all of a page in it."""
    everything = Selection.of_subtrees(page, [0], reason="all of it")
    return Document(page, everything, limits=limits)


@pytest.fixture(scope="module")
def large() -> Page:
    """A page whose every output takes longer than the tests below allow."""
    return dehusk.parse(
        "<p>Bread <b>is</b> <i>good</i>, <a href=/x>Ann</a>.<table><tr><td>x" * 8_000
    )


@pytest.fixture(scope="module")
def many_blocks() -> Document:
    page = dehusk.parse("<p>Bread <b>is</b> <i>good</i>.<ul><li>x<li>y</ul>" * 100)
    return to_be_written(page, times=200)


@pytest.fixture(scope="module")
def one_block() -> Document:
    return to_be_written(dehusk.parse("<p>" + "<b>x</b> and <i>y</i> " * 20_000))


def to_be_written(page: Page, times: int = 1) -> Document:
    """A document of which nothing but the writing takes time."""
    document = whole(page)
    content = table_of(document.blocks * times)
    made = {"content": content, "running_content": content, "metadata": document.metadata}
    vars(document).update(made, text="", page_type=document.page_type, comments=())
    return document


def limited(document: Document, limits: Limits) -> Document:
    """The same document, as far as it is made, with other limits."""
    other = replace(document, limits=limits)
    vars(other).update(vars(document) | {"limits": limits})
    return other


# --------------------------------------------------------------------------------------------------
# The budget itself
# --------------------------------------------------------------------------------------------------


def test_without_a_budget_there_is_no_end() -> None:
    check("waiting")
    assert seconds_left() == inf


def test_an_inner_budget_ends_no_later_than_the_outer_one() -> None:
    with budget(Limits(seconds=5)):
        with budget(Limits(seconds=100)):
            assert seconds_left() <= 5
        with budget(Limits()):
            assert seconds_left() <= 5
        with budget(Limits(seconds=1)):
            assert seconds_left() <= 1
        assert seconds_left() > 1
    assert seconds_left() == inf


def test_the_exception_says_what_took_how_long_and_what_to_do() -> None:
    with budget(NO_TIME), pytest.raises(OutOfTime) as caught:
        check("baking")
    assert caught.value.stage == "baking"
    assert str(caught.value) == (
        "Extracting took longer than 1e-09 s while baking; raise Limits.seconds or --seconds."
    )


@pytest.mark.parametrize("kind", [OutOfTime, OutputTooLarge])
def test_the_exceptions_pickle_with_their_stage(kind: type[OutOfTime | OutputTooLarge]) -> None:
    copy = pickle.loads(pickle.dumps(kind("It was too much.", "baking")))
    assert type(copy) is kind
    assert (str(copy), copy.stage) == ("It was too much.", "baking")


def test_limits_are_checked_and_pickle() -> None:
    with pytest.raises(ValueError, match=r"Limits\.seconds must be more than 0"):
        Limits(seconds=0)
    with pytest.raises(ValueError, match=r"Limits\.seconds must be more than 0"):
        Limits(seconds=float("nan"))
    with pytest.raises(ValueError, match=r"Limits\.output_bytes must be at least 1"):
        Limits(output_bytes=0)
    assert pickle.loads(pickle.dumps(Limits(seconds=2.5))) == Limits(seconds=2.5)


def test_many_items_are_watched_and_none_is_lost() -> None:
    items = list(range(2_345))
    assert watched(items, "counting") is items
    with budget(Limits(seconds=100)):
        assert list(watched(items, "counting")) == items
    with budget(NO_TIME), pytest.raises(OutOfTime):
        list(watched(items, "counting"))


def test_threads_have_budgets_of_their_own() -> None:
    def left(seconds: float | None) -> float:
        with budget(Limits(seconds=seconds)):
            time.sleep(0.05)
            return seconds_left()

    with budget(Limits(seconds=1)), ThreadPoolExecutor(4) as pool:
        lefts = list(pool.map(left, [50, None, 100, 200]))
    assert [round(one, -1) for one in lefts] == [50, inf, 100, 200]


def test_a_document_of_another_thread_is_not_stopped_by_this_one_s() -> None:
    def extracted(seconds: float | None) -> str:
        try:
            return dehusk.extract(PARAGRAPHS, limits=Limits(seconds=seconds)).text[:5]
        except OutOfTime:
            return "late"

    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(extracted, [1e-9, None, 100, 1e-9] * 5))
    assert texts == ["late", "Bread", "Bread", "late"] * 5


# --------------------------------------------------------------------------------------------------
# Stages
# --------------------------------------------------------------------------------------------------

BEGINNINGS: dict[str, Callable[[Document], object]] = {
    "assembling": lambda document: document.blocks,
    "reading metadata": lambda document: document.metadata,
    "judging the page type": lambda document: document.page_type,
    "finding comments": lambda document: document.comments,
    "writing text": lambda document: document.text,
    "writing Markdown": lambda document: document.markdown,
    "writing HTML": lambda document: document.html,
    "writing JSON": lambda document: document.json,
}


@pytest.mark.parametrize("stage", BEGINNINGS)
def test_no_output_begins_without_time_and_each_can_be_asked_again(stage: str) -> None:
    document = whole(dehusk.parse(PARAGRAPHS), NO_TIME)
    for _ in range(2):
        with pytest.raises(OutOfTime) as caught:
            BEGINNINGS[stage](document)
        assert caught.value.stage == stage
    assert BEGINNINGS[stage](replace(document, limits=Limits(seconds=100))) is not None


def test_parsing_does_not_begin_without_time() -> None:
    with pytest.raises(OutOfTime, match="while parsing"):
        dehusk.parse(PARAGRAPHS, limits=NO_TIME)
    with pytest.raises(OutOfTime, match="while parsing"):
        dehusk.extract(PARAGRAPHS, limits=NO_TIME)


@pytest.mark.parametrize(
    "method", sorted({"default", "cnr", "dana", "boilerpipe", "context", "semantic"})
)
def test_selecting_does_not_begin_without_time(method: str) -> None:
    with pytest.raises(OutOfTime, match="while selecting"):
        dehusk.extract(dehusk.parse(PARAGRAPHS), method=method, limits=NO_TIME)


def late(stage: str, seconds: float, work: Callable[[Limits], object]) -> None:
    """Work that takes longer than `seconds` ends soon after them, in this stage."""
    start = time.process_time()
    with pytest.raises(OutOfTime) as caught:
        work(Limits(seconds=seconds))
    assert caught.value.stage == stage
    assert time.process_time() - start < seconds + 0.3


@pytest.mark.timed
def test_parsing_ends_when_its_time_is_over() -> None:
    source = b"<p a=1 b=2>x &amp; y" * 100_000
    late("parsing", 0.003, lambda limits: dehusk.parse(source, limits=limits))


@pytest.mark.timed
def test_decoding_ends_when_its_time_is_over() -> None:
    source = b"a\xe3\x81" * 1_000_000
    late("parsing", 0.02, lambda limits: dehusk.parse(source, encoding="euc-jp", limits=limits))


@pytest.mark.timed
def test_computing_features_ends_when_its_time_is_over(large: Page) -> None:
    late("computing features", 0.01, lambda limits: dehusk.extract(large, limits=limits))


@pytest.mark.timed
def test_deciding_ends_when_its_time_is_over() -> None:
    forest = load_model("default", NAMES).forest
    some = np.random.default_rng(5).normal(size=(100, len(NAMES))).astype(np.float32)
    features = np.tile(some, (350, 1))

    def predict(limits: Limits) -> None:
        with budget(limits):
            forest.predict(features)

    late("deciding", 0.005, predict)


@pytest.mark.timed
def test_assembling_ends_when_its_time_is_over(large: Page) -> None:
    late("assembling", 0.002, lambda limits: whole(large, limits).content)


@pytest.mark.timed
@pytest.mark.parametrize("form", ["text", "Markdown", "HTML", "JSON"])
@pytest.mark.parametrize("blocks", ["many_blocks", "one_block"])
def test_writing_ends_when_its_time_is_over(
    form: str, blocks: str, request: pytest.FixtureRequest
) -> None:
    document = request.getfixturevalue(blocks)
    write = f"to_{form.lower()}"
    late(f"writing {form}", 0.0001, lambda limits: getattr(limited(document, limits), write)())


@pytest.mark.timed
def test_an_extractor_of_one_s_own_can_check(large: Page) -> None:
    class Slow:
        needs_layout = False

        def select(self, page: Page) -> Selection:
            while True:
                check("selecting")

    late("selecting", 0.05, lambda limits: dehusk.extract(large, method=Slow(), limits=limits))


def test_a_generous_budget_changes_nothing() -> None:
    free, bounded = (
        dehusk.extract(PARAGRAPHS, limits=limits) for limits in (Limits(), Limits(seconds=1000))
    )
    for name in ("text", "markdown", "html", "json"):
        assert getattr(free, name) == getattr(bounded, name)
    assert bounded.limits == Limits(seconds=1000)
    assert bounded.with_comments().limits == Limits(seconds=1000)


# --------------------------------------------------------------------------------------------------
# The size of outputs
# --------------------------------------------------------------------------------------------------

FORMS: dict[str, Callable[[Document], str]] = {
    "text": lambda document: document.text,
    "to_text": lambda document: document.to_text(),
    "markdown": lambda document: document.markdown,
    "front matter": lambda document: document.to_markdown(dehusk.Markdown(front_matter=True)),
    "html": lambda document: document.html,
    "html page": lambda document: document.to_html(dehusk.Html(page=True)),
    "json": lambda document: document.json,
    "indented json": lambda document: document.to_json(dehusk.Json(indent=2)),
}


@pytest.mark.parametrize("words", ["Salt and flour", "Мука и соль", "面粉和盐"])
@pytest.mark.parametrize("form", FORMS)
def test_an_output_may_be_as_large_as_it_may_and_no_larger(form: str, words: str) -> None:
    page = dehusk.parse(f"<title>{words}</title><ul><li>{words}<li>{words}</ul><p>{words}.")
    size = len(FORMS[form](whole(page)).encode())
    assert FORMS[form](whole(page, Limits(output_bytes=size)))
    with pytest.raises(OutputTooLarge, match=r"more than [\d,]+ bytes.*raise Limits\.output_bytes"):
        FORMS[form](whole(page, Limits(output_bytes=size - 1)))


@pytest.mark.timed
@pytest.mark.parametrize(
    "html",
    [
        pytest.param(PARAGRAPHS * 20, id="paragraphs"),
        pytest.param("<ul>" + "<li>Salt and flour" * 3_000, id="items"),
        pytest.param("<table>" + "<tr><td>Salt<td>flour" * 3_000, id="cells"),
        pytest.param("<dl>" + "<dt>Salt<dd>and flour" * 3_000, id="terms"),
        pytest.param("<blockquote>" * 30 + "Salt<p>" * 3_000, id="quotes"),
    ],
)
@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_a_writer_stops_where_its_output_is_too_large(form: str, html: str) -> None:
    document = limited(to_be_written(dehusk.parse(html)), Limits(output_bytes=5_000))
    start = time.process_time()
    with pytest.raises(OutputTooLarge) as caught:
        getattr(document, f"to_{form}")()
    assert time.process_time() - start < 0.2
    assert caught.value.stage.lower() == f"writing {form}"


def test_the_meter_replaces_the_parts_of_a_whole() -> None:
    with budget(Limits(output_bytes=10)):
        meter = Meter("baking")
        meter.reach(8)
        meter.reach(5)
        assert meter.size == 5
        assert meter.whole("ééééé") == "ééééé"
        with pytest.raises(OutputTooLarge):
            meter.whole("éééééé")
        with pytest.raises(OutputTooLarge):
            meter.reach(11)


def test_any_size_is_fine_where_no_limit_is_set() -> None:
    document = whole(dehusk.parse(PARAGRAPHS), Limits(output_bytes=None))
    assert len(document.markdown) > 1000


def test_documents_pickle_with_their_limits() -> None:
    document = dehusk.extract(PARAGRAPHS, limits=Limits(seconds=7))
    assert pickle.loads(pickle.dumps(document)).limits.seconds == 7
