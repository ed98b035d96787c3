"""Ctrl-C is answered at once, in native code as in Python; time is the processor's."""

from __future__ import annotations

import gc
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

import dehusk
from dehusk import Document, Selection
from dehusk.content.walk import content_of
from dehusk.extractors.default.features import block_features
from dehusk.native.page_columns import parse_columns
from dehusk.writers.text import text_of

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="timers that send signals are of Unix"),
    pytest.mark.slow,
    pytest.mark.timed,
]

SECONDS = 0.3


class Interrupted(BaseException):
    """What the handler raises, as that of Python raises KeyboardInterrupt."""


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    def interrupt(signal: int, frame: FrameType | None) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGPROF, interrupt)
    # What Hypothesis does at each garbage collection swallows exceptions, ours among them.
    callbacks, gc.callbacks[:] = gc.callbacks[:], []
    gc.freeze()  # a collection over what other tests left takes half a second
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    gc.unfreeze()
    gc.callbacks[:] = callbacks
    signal.signal(signal.SIGPROF, before)


def delay(work: Callable[[], object], after: float) -> float:
    """How long the work goes on after a signal that comes after so many seconds; 0 if it is done."""
    start = time.process_time()
    try:
        signal.setitimer(signal.ITIMER_PROF, after)
        work()
        signal.setitimer(signal.ITIMER_PROF, 0)
        time.sleep(0.001)  # so that a signal that came just now is answered here
    except Interrupted:
        return time.process_time() - start - after
    return 0


def parsing(source: bytes) -> Callable[[], object]:
    most = 10_000_000
    limits = {"max_rows": most, "max_depth": most, "max_attr_length": most}
    return lambda: parse_columns(source, **limits, is_valid=True)


def one_tag() -> Callable[[], object]:
    return parsing(b"<p" + b" a=&amp;&amp;" * 4_000_000 + b">")


def one_text() -> Callable[[], object]:
    return parsing(b"<p>" + b"&amp;&notin; " * 4_000_000)


def one_script() -> Callable[[], object]:
    return parsing(b"<script>" + b"<" * 60_000_000)


def many_blocks() -> Callable[[], object]:
    page = dehusk.parse("<p>Bread is good. " * 150_000)
    return lambda: block_features(page)


def long_text() -> Callable[[], object]:
    page = dehusk.parse("<p>" + "é x  " * 10_000_000)
    everything = Selection.of_subtrees(page, [0], reason="all of it")
    return lambda: text_of(content_of(page, everything))


def slow_codec() -> Callable[[], object]:
    source = b"a\xe3\x81" * 7_000_000
    return lambda: dehusk.parse(source, encoding="euc-jp")


@pytest.mark.parametrize(
    "prepare", [one_tag, one_text, one_script, many_blocks, long_text, slow_codec]
)
def test_one_call_of_native_code_is_interrupted(
    prepare: Callable[[], Callable[[], object]],
) -> None:
    assert delay(prepare(), 0.05) < SECONDS / 2


OUTPUTS = "text markdown html json metadata comments page_type".split()


@pytest.mark.parametrize("output", OUTPUTS)
def test_every_output_is_interrupted_wherever_it_is(output: str) -> None:
    page = dehusk.parse(
        "<p class='by author'>By Ann <b>Leaf</b>, 3 May 2020"
        "<div class=comment>Good <i>bread</i></div><table><tr><td>x<td>y</table>" * 1_500
    )
    everything = Selection.of_subtrees(page, [0], reason="all of it")

    def work() -> None:
        getattr(Document(page, everything), output)

    work()  # imports what it needs
    start = time.process_time()
    work()
    whole = time.process_time() - start
    moments = [random.uniform(0, whole) for _ in range(3)]
    assert max(delay(work, moment) for moment in moments) < SECONDS
