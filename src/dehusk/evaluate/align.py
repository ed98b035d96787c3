"""Find a text again in another: which token of one is which token of the other.

>>> align("the end now the tale begins the end".split(), [["the", "tale", "begins"]]).tolist()
[-1, -1, -1, 0, 1, 2, -1, -1]

`align(page, gold)` says for each token of the page which token of the gold text, given as lines, it
is, -1 for none. No token is used twice. The steps:

1. Runs of tokens that stand once in both texts pin them together (`_anchors`).
2. Between the pins a longest common subsequence finds what is in order (`_common_subsequence`).
3. A subsequence is indifferent to distance: of two places for a word it takes any. So long runs
   take over what continues them (`_gather`), and short runs move to the place that is next to
   their neighbours (`_settle`).
4. What is left of both sides is in another order: runs of tokens find each other (`_match_runs`).
5. Words of a passage that is not on the page at all are still found here and there: such strays
   are given up (`_drop_strays`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import MissingExtra

Numbers = NDArray[np.int64]
Gap = tuple[int, int, int, int]
"""A stretch of the page and a stretch of the gold text: page start and end, gold start and end."""

_NONE = -1
_ANCHOR_SIZES = (8, 5, 3)
_MOST_MOVED = 20
"""Longer runs stand where they stand."""

_SAFE = 4
"""So many tokens in a row are no accident."""

_AROUND = 6
"""How far on both sides of a short match the gold text is looked at."""

_MOST_CELLS = 400_000_000
"""The largest table, in bits, that a subsequence is looked for in: 50 MB."""


def align(page: Sequence[str], lines: Sequence[Sequence[str]]) -> Numbers:
    """For each token of the page the number of the gold token that it is, -1 for none."""
    gold = [token for line in lines for token in line]
    page_ids, gold_ids = _numbered(page, gold)
    matches = np.full(len(page), _NONE, np.int64)
    for gap in _pin(page_ids, gold_ids, matches):
        _common_subsequence(page_ids, gold_ids, matches, gap)
    _gather(page_ids, gold_ids, matches)
    _settle(page_ids, matches)
    _match_runs(page_ids, gold_ids, matches)
    _drop_strays(matches, np.repeat(np.arange(len(lines)), [len(line) for line in lines]))
    return matches


def _numbered(page: Sequence[str], gold: Sequence[str]) -> tuple[Numbers, Numbers]:
    """Both texts as numbers; tokens that the other side does not have get -1 and -2."""
    common = set(page) & set(gold)
    numbers = {token: number for number, token in enumerate(common)}
    return (
        np.array([numbers.get(token, -1) for token in page], np.int64),
        np.array([numbers.get(token, -2) for token in gold], np.int64),
    )


def _pin(page: Numbers, gold: Numbers, matches: Numbers) -> list[Gap]:
    """Match what stands once in both; the gaps that remain are returned."""
    gaps = [(0, len(page), 0, len(gold))]
    for size in _ANCHOR_SIZES:
        gaps = [smaller for gap in gaps for smaller in _split(page, gold, matches, gap, size)]
    return gaps


def _split(page: Numbers, gold: Numbers, matches: Numbers, gap: Gap, size: int) -> list[Gap]:
    page_start, page_end, gold_start, gold_end = gap
    if min(page_end - page_start, gold_end - gold_start) < size:
        return [gap]
    pairs = _anchors(page[page_start:page_end], gold[gold_start:gold_end], size)
    gaps: list[Gap] = []
    at_page, at_gold = page_start, gold_start
    for index, (page_at, gold_at) in enumerate(pairs):
        length = size
        if index + 1 < len(pairs):
            next_page, next_gold = pairs[index + 1]
            length = min(size, next_page - page_at, next_gold - gold_at)
        p, g = page_start + page_at, gold_start + gold_at
        matches[p : p + length] = np.arange(g, g + length)
        if p > at_page and g > at_gold:
            gaps.append((at_page, p, at_gold, g))
        at_page, at_gold = p + length, g + length
    if page_end > at_page and gold_end > at_gold:
        gaps.append((at_page, page_end, at_gold, gold_end))
    return gaps


def _anchors(page: Numbers, gold: Numbers, size: int) -> list[tuple[int, int]]:
    """The places of the runs of `size` tokens that stand once in both, in the order of both."""
    page_at, page_runs = _single_runs(page, size)
    gold_at, gold_runs = _single_runs(gold, size)
    _, in_page, in_gold = np.intersect1d(
        page_runs, gold_runs, assume_unique=True, return_indices=True
    )
    page_places, gold_places = page_at[in_page], gold_at[in_gold]
    order = np.argsort(page_places)
    chain = _longest_increasing(gold_places[order].tolist())
    places = page_places[order].tolist()
    golds = gold_places[order].tolist()
    return [(places[index], golds[index]) for index in chain]


def _single_runs(ids: Numbers, size: int) -> tuple[Numbers, Numbers]:
    """Where the runs start that stand once, and the runs as numbers."""
    runs = _run_numbers(ids, size)
    whole = _whole_runs(ids, size)
    distinct, first, counts = np.unique(runs, return_index=True, return_counts=True)
    once = (counts == 1) & whole[first]
    return first[once].astype(np.int64), distinct[once]


def _run_numbers(ids: Numbers, size: int) -> Numbers:
    """A number for each run of `size` tokens; 64 bits make two runs with one number a rarity."""
    mixed = (ids.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    count = len(ids) - size + 1
    total = np.zeros(max(count, 0), np.uint64)
    for offset in range(size):
        total = total * np.uint64(0xBF58476D1CE4E5B9) + mixed[offset : offset + count]
    return total.astype(np.int64)


def _whole_runs(ids: Numbers, size: int) -> NDArray[np.bool_]:
    """The runs of which every token stands on both sides."""
    missing = np.concatenate(([0], np.cumsum(ids < 0)))
    whole: NDArray[np.bool_] = missing[size:] == missing[:-size]
    return whole


def _longest_increasing(values: list[int]) -> list[int]:
    """The indexes of a longest increasing subsequence.

    >>> _longest_increasing([3, 1, 2, 9, 4])
    [1, 2, 4]
    """
    tails: list[int] = []
    tail_indexes: list[int] = []
    before = [_NONE] * len(values)
    for index, value in enumerate(values):
        place = bisect_left(tails, value)
        before[index] = tail_indexes[place - 1] if place else _NONE
        tails[place : place + 1] = [value]
        tail_indexes[place : place + 1] = [index]
    chain: list[int] = []
    index = tail_indexes[-1] if tail_indexes else _NONE
    while index != _NONE:
        chain.append(index)
        index = before[index]
    return chain[::-1]


def _common_subsequence(page: Numbers, gold: Numbers, matches: Numbers, gap: Gap) -> None:
    """Match the longest common subsequence of a gap, unless the gap is too large for memory."""
    page_start, page_end, gold_start, gold_end = gap
    here, there = page[page_start:page_end], gold[gold_start:gold_end]
    page_at = np.flatnonzero(np.isin(here, there))
    gold_at = np.flatnonzero(np.isin(there, here))
    if not len(page_at) or len(page_at) * len(gold_at) > _MOST_CELLS:
        return
    for page_from, gold_from, length in _equal_stretches(here[page_at], there[gold_at]):
        pages = page_at[page_from : page_from + length]
        matches[page_start + pages] = gold_start + gold_at[gold_from : gold_from + length]


def _equal_stretches(one: Numbers, other: Numbers) -> Iterator[tuple[int, int, int]]:
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError:
        raise MissingExtra(
            "Labelling leaves needs rapidfuzz; install it with: pip install 'dehusk[evaluate]'."
        ) from None
    for step in LCSseq.opcodes(one.tolist(), other.tolist()):
        if step.tag == "equal":
            yield step.src_start, step.dest_start, step.src_end - step.src_start


def _gather(page: Numbers, gold: Numbers, matches: Numbers) -> None:
    """Let long runs take over the tokens that continue them from shorter runs."""
    owner = np.full(len(gold), _NONE, np.int64)
    matched = np.flatnonzero(matches >= 0)
    owner[matches[matched]] = matched
    runs = sorted(_runs(matches), key=lambda run: run[0] - run[1])
    for start, end in runs:
        if matches[start] < 0 or matches[end - 1] < 0:
            continue
        _extend(page, gold, matches, owner, start, -1)
        _extend(page, gold, matches, owner, end - 1, 1)


def _extend(
    page: Numbers, gold: Numbers, matches: Numbers, owner: Numbers, at: int, step: int
) -> None:
    """Walk from the end of a run and take each token that continues it."""
    here, there = at + step, int(matches[at]) + step
    while (
        0 <= here < len(page)
        and 0 <= there < len(gold)
        and matches[here] < 0
        and page[here] == gold[there]
    ):
        if owner[there] >= 0:
            matches[owner[there]] = _NONE
        matches[here], owner[there] = there, here
        here, there = here + step, there + step


def _settle(page: Numbers, matches: Numbers) -> None:
    """Move short runs to the place nearest to a neighbour, where the page has them several times.

    From the last to the first, since what stands twice (a name, a date, a title) mostly belongs to
    the text that follows it.
    """
    places: dict[int, list[int]] = defaultdict(list)
    for place, token in enumerate(page.tolist()):
        places[token].append(place)
    runs = _runs(matches)
    after = len(page)
    for index in range(len(runs) - 1, -1, -1):
        start, end = runs[index]
        before = runs[index - 1][1] if index else 0
        if end - start <= _MOST_MOVED:
            moved = _nearest_copy(page, places, (start, end), (before, after), index > 0)
            if moved != start:
                golds = matches[start:end].copy()
                matches[start:end] = _NONE
                matches[moved : moved + len(golds)] = golds
                start = moved
        after = start


def _nearest_copy(
    page: Numbers,
    places: dict[int, list[int]],
    run: tuple[int, int],
    room: tuple[int, int],
    has_before: bool,
) -> int:
    """Where between its neighbours a run's tokens stand closest to one of them."""
    start, end = run
    before, after = room
    length = end - start
    tokens = page[start:end]

    def distance(place: int) -> tuple[int, int]:
        to_next = after - place - length if after < len(page) else len(page)
        return min(to_next, place - before if has_before else len(page)), to_next

    best = start
    starts = places[int(tokens[0])]
    for place in starts[bisect_left(starts, before) : bisect_right(starts, after - length)]:
        if distance(place) < distance(best) and (page[place : place + length] == tokens).all():
            best = place
    return best


def _drop_strays(matches: Numbers, line_of: Numbers) -> None:
    """Take back short matches around which the gold text was not found on the page.

    A line of the gold that was found as a whole is no stray, unless it is one word.
    """
    found = np.zeros(len(line_of), bool)
    found[matches[matches >= 0]] = True
    sums = np.concatenate(([0], np.cumsum(found)))
    edges = np.concatenate(([True], np.diff(line_of) != 0, [True]))
    for start, end in _runs(matches):
        first, last = int(matches[start]), int(matches[end - 1]) + 1
        is_line = last - first > 1 and edges[first] and edges[last]
        if is_line or last - first >= _SAFE:
            continue
        low, high = max(0, first - _AROUND), min(len(line_of), last + _AROUND)
        around = (high - low) - (last - first)
        if 2 * (int(sums[high] - sums[low]) - (last - first)) < around:
            matches[start:end] = _NONE


def _runs(matches: Numbers) -> list[tuple[int, int]]:
    """The stretches of the page that continue one another in the gold text."""
    matched = matches >= 0
    joined = np.zeros(len(matches) + 1, bool)
    joined[1:-1] = matched[1:] & matched[:-1] & (np.diff(matches) == 1)
    starts = np.flatnonzero(matched & ~joined[:-1])
    ends = np.flatnonzero(matched & ~joined[1:]) + 1
    return list(zip(starts.tolist(), ends.tolist(), strict=True))


def _match_runs(page: Numbers, gold: Numbers, matches: Numbers, size: int = 4) -> None:
    """Match runs of at least `size` tokens that neither side has matched, in any order."""
    if min(len(page), len(gold)) < size:
        return
    free_gold = np.ones(len(gold), bool)
    free_gold[matches[matches >= 0]] = False
    places: dict[int, list[int]] = defaultdict(list)
    gold_runs = _run_numbers(gold, size)
    for place in np.flatnonzero(_all_in(free_gold & (gold >= 0), size)).tolist():
        places[int(gold_runs[place])].append(place)
    page_runs = _run_numbers(page, size)
    for start in np.flatnonzero(_all_in((matches < 0) & (page >= 0), size)).tolist():
        if (matches[start : start + size] >= 0).any():
            continue
        candidates = places.get(int(page_runs[start]), ())
        for place in candidates:
            if free_gold[place : place + size].all():
                _claim(page, gold, matches, free_gold, start, place)
                break


def _claim(
    page: Numbers, gold: Numbers, matches: Numbers, free: NDArray[np.bool_], start: int, place: int
) -> None:
    """Match from a pair of places on for as long as both sides are free and equal."""
    while (
        start < len(page)
        and place < len(gold)
        and free[place]
        and matches[start] < 0
        and page[start] == gold[place]
    ):
        matches[start], free[place] = place, False
        start, place = start + 1, place + 1


def _all_in(mask: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    """The starts of the runs of `size` that lie wholly in the mask."""
    outside = np.concatenate(([0], np.cumsum(~mask)))
    inside: NDArray[np.bool_] = outside[size:] == outside[:-size]
    return inside
