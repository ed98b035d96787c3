"""cetr: characters by tags, line by line, and the lines that are not near nothing.

T. Weninger, W. H. Hsu, J. Han, "CETR: Content Extraction via Tag Ratios", WWW 2010, after T. Weninger,
W. H. Hsu, "Text Extraction from the Web via Text-to-Tag Ratio", DEXA workshops 2008.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.baselines.tokens import Baseline, keep_texts
from dehusk.extractors.source_lines import characters, outside_markup, tag_starts
from dehusk.page import Bools, Page
from dehusk.selection import Selection, Within
from dehusk.views.text_counts import visible_chars

FEW_LINES = 10
"""A source of fewer lines is broken every `WRAPPED` bytes."""
WRAPPED = 65
ROUNDS = 20
"""After so many rounds k-means stands still, or is stopped."""

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


@dataclass(frozen=True)
class TagRatios(Baseline):
    """Content extraction via tag ratios: lines with much text for their tags (Weninger et al. 2010).

    >>> import dehusk
    >>> menu = "<li><a href=x>News</a></li>\\n" * 9
    >>> text = "<p>Bread needs flour, water, salt and a good deal of time.\\n" * 9
    >>> dehusk.extract(f"<ul>\\n{menu}</ul>\\n{text}", method="cetr").text.split()[0]
    'Bread'

    The tag ratio of a line is its characters outside of tags by its tags, at least one; scripts,
    styles and comments are left out. Ratios are smoothed by a Gaussian (σ = 1), and so are their
    absolute derivatives, the mean of the next `ahead` lines less this one. In the plane of the two,
    k-means finds `clusters` groups of lines, of which one has its mean held at the origin: what is
    in that one is no content, all the rest is.

    What the paper leaves open, and our choice: white space is no character; the means start evenly
    between the origin and the largest values, so that a page always gives the same; a text is kept
    when at least half of it stands in such lines. As the paper says, a source in a few lines has no
    ratios to speak of: it is broken every 65 bytes.
    """

    clusters: Annotated[int, Within(2, 10)] = 3
    ahead: Annotated[int, Within(1, 100)] = 3

    def select(self, page: Page) -> Selection:
        """The texts in lines far from the origin."""
        if not page.source:
            return Selection.nothing(page, "The source of the page is not known.")
        text, line, ratio = tag_ratios(page.source)
        points = np.stack([smoothed(ratio), smoothed(self.derivative(ratio))], axis=1)
        content = far_from_origin(points, self.clusters)
        inside = np.append(0, np.cumsum(text & content[line]))
        every = np.append(0, np.cumsum(text))
        start, end = np.maximum(page.source_start, 0), np.maximum(page.source_end, 0)
        judged = (page.source_start >= 0) & (visible_chars(page) > 0)
        keep = judged & (
            2 * (inside[end] - inside[start]) >= np.maximum(every[end] - every[start], 1)
        )
        score = np.where(judged, points[line[np.minimum(start, len(line) - 1)], 0], 0.0)
        return keep_texts(page, keep, np.flatnonzero(judged), "in lines of few tags", score)

    def derivative(self, ratio: Floats) -> Floats:
        """How far the mean of the next lines is from each."""
        sums = np.append(0, np.cumsum(ratio))
        first = np.minimum(np.arange(len(ratio)) + 1, len(ratio) - 1)
        last = np.minimum(np.arange(len(ratio)) + 1 + self.ahead, len(ratio))
        distance: Floats = np.abs((sums[last] - sums[first]) / np.maximum(last - first, 1) - ratio)
        return distance


def tag_ratios(source: bytes) -> tuple[Bools, Rows, Floats]:
    r"""What of the source is text, the line of each byte, and the tag ratio of each line.

    >>> tag_ratios(b"<p>Boil<b> it\n</b>" + 9 * b"\n")[2].tolist()[:2]
    [3.0, 0.0]
    """
    text, line = characters(source) & outside_markup(source), _line_of(source)
    return (
        text,
        line,
        np.bincount(line, text) / np.maximum(np.bincount(line, tag_starts(source)), 1),
    )


def smoothed(values: Floats) -> Floats:
    """A Gaussian of one line's deviation over the two lines on either side.

    >>> smoothed(np.array([1.0, 1.0, 1.0])).round(3).tolist()
    [1.0, 1.0, 1.0]
    """
    kernel = np.exp(-0.5 * np.arange(-2, 3) ** 2)
    return np.convolve(np.pad(values, 2, mode="edge"), kernel / kernel.sum(), mode="valid")


def far_from_origin(points: Floats, clusters: int) -> NDArray[np.bool_]:
    """k-means with one mean held at the origin: the points that are nearer to another.

    >>> far_from_origin(np.array([[0.0, 0.0], [9.0, 1.0], [1.0, 0.0]]), clusters=2).tolist()
    [False, True, False]
    """
    means = np.linspace(0, 1, clusters)[:, None] * points.max(axis=0)
    nearest: Rows = np.zeros(len(points), np.intp)
    for _ in range(ROUNDS):
        before, nearest = nearest, ((points[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
        for cluster in range(1, clusters):
            if (mine := nearest == cluster).any():
                means[cluster] = points[mine].mean(axis=0)
        if (before == nearest).all():
            break
    return nearest > 0


def _line_of(source: bytes) -> Rows:
    """The line of each byte."""
    breaks = np.frombuffer(source, np.uint8) == ord("\n")
    if np.count_nonzero(breaks) + 1 < FEW_LINES:
        return np.arange(len(source)) // WRAPPED
    line: Rows = np.cumsum(breaks) - breaks
    return line
