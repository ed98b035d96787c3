"""zones: the column of the rendered page with the most paragraph text.

A. Rae, D. Le, J. Kim, G. Thoma, "Main Content Detection in HTML Journal Articles", DocEng 2018.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.exhibits import Exhibit, Table
from dehusk.extractors.zones.column_tree import TOLERANCE, ColumnTree, column_tree, columns_of
from dehusk.extractors.zones.zone_tree import ZoneTree, zone_tree
from dehusk.page import Bools, Page
from dehusk.page.tags import TAG_IDS
from dehusk.selection import Selection, bridged
from dehusk.views.blocks import implied_spaces
from dehusk.views.sentences import WORDS, Verbs, count
from dehusk.views.text_counts import words

_MOST_EXPLAINED = 1_000
"""Columns that a report lists."""

SENTENCES = 2
"""How many sentences make a paragraph."""
Counted = Literal["words", "tokens"]
"""What the length of a paragraph is: its words, or its tokens, punctuation among them."""

_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Zones:
    """The column that holds the most of the page's paragraphs (Rae et al. 2018).

        page = dehusk.render(Path("article.html"))
        dehusk.extract(page, method="zones").text

    The page is cut into zones at the line breaks that a reader sees (`zone_tree.py`), and zones
    that follow each other with the same left and right edges are joined to columns
    (`column_tree.py`). A zone without line breaks is a paragraph when it has two or more
    sentences with a verb. A column's score is its share of all words in paragraphs. From the body
    downwards, always to the child with the highest score, the first column is taken whose score is
    `threshold` above that of the next: below it, the content falls to pieces.

    What the paper leaves open, and our choice:

    - The threshold itself is enough, as in the authors' code; the paper says "greater than", which
      is `strictly`.
    - A column without children has nothing below it: its drop is its own score. Where no column on
      the path reaches the threshold, nothing is found. Where the page has no paragraph at all, all
      that is seen of it is taken. Equal scores: the first child. All as in the authors' code.
    - `verbs`: how to tell that a sentence has a verb. `"any"`, which knows no language, takes every
      sentence of four words, or of eight characters in scripts without spaces; `"english"` asks
      TextBlob's PatternTagger, where modals do not count. See docs/zones.md for both. The authors'
      program asks OpenNLP, whose models nobody ships for Python: the tagger stands in for it.
    - `counted`: the paper counts the words of a zone, its program tokens: punctuation is one of its
      own. Words are counted as everywhere in dehusk.
    - All words of a zone have its label, as in the paper's evaluation; what is hidden is in no zone.
    - Images and other leaves without text belong to the content when the texts before and after do.
    - `amount` above 0 takes the column around that many times, below 0 the best one inside.
    """

    threshold: float = 0.3
    tolerance: float = TOLERANCE
    verbs: Verbs = "any"
    strictly: bool = False
    counted: Counted = "words"
    amount: int = 0

    needs_layout: ClassVar[bool] = True

    @classmethod
    def as_published(cls) -> Zones:
        """English verbs, which need TextBlob, and a drop of more than the threshold."""
        return cls(verbs="english", strictly=True)

    @classmethod
    def as_coded(cls) -> Zones:
        """As the authors' program: tokens are counted, and the threshold itself is enough."""
        return cls(verbs="english", counted="tokens")

    def select(self, page: Page) -> Selection:
        """The leaves of the main content column."""
        zones = zone_tree(page)
        if not zones.shown.texts.any():
            return Selection.nothing(page, "The rendered page shows no text.")
        score = self._score(zones)
        if not score[0]:
            return _selection(zones, np.array([0]), score, "seen on a page without paragraphs")
        columns = columns_of(zones, tolerance=self.tolerance)
        main = self._main(columns, score)
        if main is None:
            return Selection.nothing(
                page, "No column of the page holds enough of its text.", _on_rows(zones, score)
            )
        return _selection(zones, columns.zones_of(main), score, "in the main content column")

    def main_column(self, page: Page) -> tuple[ColumnTree, int | None]:
        """The columns of a page, and the number of the one with the main content."""
        columns = column_tree(page, tolerance=self.tolerance)
        score = self._score(columns.zones)
        return columns, self._main(columns, score) if score[0] else None

    def explain_page(self, page: Page) -> list[Exhibit]:
        """The columns with their scores, and how far each is above the best one inside."""
        columns, main = self.main_column(page)
        zone_score = self._score(columns.zones)
        score = columns.sum(zone_score)
        paragraphs = columns.sum(columns.zones.subtree_sum(self.paragraphs(columns.zones)))
        way, column = [0], _best_child(columns, score, 0)
        while column is not None:
            way.append(column)
            column = _best_child(columns, score, column)
        lines = []
        for number in range(min(len(columns), _MOST_EXPLAINED)):
            child = _best_child(columns, score, number)
            drop = score[number] - (score[child] if child is not None else 0.0)
            row = int(columns.zones.first_row[columns.zones_of(number)[0]])
            mark = "chosen" if number == main else "on the way" if number in way else ""
            x, _, width, _ = columns.box[number].tolist()
            place = ("· " * int(columns.level[number])) + page.xpath(row)
            lines.append(
                (
                    place,
                    x,
                    x + width,
                    int(paragraphs[number]),
                    float(score[number]),
                    float(drop),
                    mark,
                )
            )
        header = ("Column", "Left", "Right", "Paragraphs", "Score", "Drop", "")
        note = (
            "The score is the share of all words in paragraphs, the drop how far it is above that of the"
            f" best column inside; from the top, the first that drops by {self.threshold:g} is chosen."
        )
        return [Table("The columns", header, lines, note)]

    def paragraphs(self, zones: ZoneTree) -> Bools:
        """Which zones are paragraphs."""
        return self._paragraph_words(zones) > 0

    def _score(self, zones: ZoneTree) -> NDArray[np.float64]:
        """The main content score of each zone: its share of all words in paragraphs."""
        inside = zones.subtree_sum(self._paragraph_words(zones))
        return inside / max(int(inside[0]), 1)

    def _paragraph_words(self, zones: ZoneTree) -> NDArray[np.int64]:
        """The words or tokens of each zone that is a paragraph, 0 for all others."""
        page = zones.page
        counts = zones.sum(np.where(zones.shown.texts, words(page), 0)).astype(np.int64)
        # Most zones are menus: too short, whatever is in them.
        fewest = SENTENCES * (WORDS if self.verbs == "any" else 1)
        counts[~zones.leaves | (counts < fewest)] = 0
        texts = _Texts(zones)
        for zone in np.flatnonzero(counts).tolist():
            text = texts.of(zone)
            if count(text, self.verbs, most=SENTENCES) < SENTENCES:
                counts[zone] = 0
            elif self.counted == "tokens":
                counts[zone] = len(_TOKEN.findall(text))
        return counts

    def _main(self, columns: ColumnTree, zone_score: NDArray[np.float64]) -> int | None:
        score = columns.sum(zone_score)
        found = self._search(columns, score)
        return None if found is None else self._adjust(columns, score, found)

    def _search(self, columns: ColumnTree, score: NDArray[np.float64]) -> int | None:
        """The first column on the way down whose score is the threshold above the next."""
        # Shares are sums of fractions: 0.3 should not miss 0.3 by the last digit of a float.
        enough = self.threshold + (1e-9 if self.strictly else -1e-9)
        column = 0
        while True:
            child = _best_child(columns, score, column)
            drop = score[column] - (score[child] if child is not None else 0.0)
            if drop >= enough:
                return column
            if child is None:
                return None
            column = child

    def _adjust(self, columns: ColumnTree, score: NDArray[np.float64], column: int) -> int:
        for _ in range(self.amount):
            column = max(int(columns.parent[column]), 0)
        for _ in range(-self.amount):
            child = _best_child(columns, score, column)
            if child is None or not score[child]:
                break
            column = child
        return column


@dataclass(frozen=True)
class ZonesSemantic:
    """The zone of the first `article` or `main` element (baseline of Rae et al. 2018).

        page = dehusk.render(Path("article.html"))
        dehusk.extract(page, method="zones-semantic").text

    The zone tree of `zones` is searched breadth-first for a zone that contains an element with the
    tag; it and the zones inside it are the content.

    What the paper leaves open, and our choice:

    - The paper takes `article` or `main`, whichever scores better on each page, which no reader of
      a page can know. Ours is a fixed preference, `tags`: the first tag that a zone contains.
    - `which`: the `"first"` such zone, as in the paper, or `"every"` one, as in the authors' code.
    - A zone contains its own elements and, where it has no zones inside, what is in them. Elements
      that show no text are in no zone and do not count.
    - `amount` above 0 takes the zone around that many times, below 0 the one inside with the most
      words.
    """

    tags: tuple[str, ...] = ("article", "main")
    which: Literal["first", "every"] = "first"
    amount: int = 0

    needs_layout: ClassVar[bool] = True

    @classmethod
    def as_published(cls) -> ZonesSemantic:
        """The first zone with an article, else with a main."""
        return cls()

    @classmethod
    def as_coded(cls) -> ZonesSemantic:
        """Every such zone, as in the authors' program."""
        return cls(which="every")

    def select(self, page: Page) -> Selection:
        """The leaves of the preferred zone."""
        zones = zone_tree(page)
        shows = page.subtree_sum(zones.shown.texts) > 0
        for tag in self.tags:
            found = np.unique(zones.zone_of[shows & (page.tag == TAG_IDS.get(tag, -1))])
            found = found[(found > 0) | ((found == 0) & zones.leaves[0])]
            if len(found):
                first = found[np.argmin(zones.level[found])]
                wanted = found if self.which == "every" else np.array([first])
                chosen = np.unique([self._adjusted(zones, int(zone)) for zone in wanted])
                return _selection(zones, chosen, np.zeros(len(zones)), f"in the {tag} zone")
        wanted_tags = " or ".join(self.tags)
        return Selection.nothing(page, f"The page shows no {wanted_tags} element.")

    def _adjusted(self, zones: ZoneTree, zone: int) -> int:
        for _ in range(self.amount):
            zone = max(int(zones.parent[zone]), 0)
        if self.amount < 0:
            inside = zones.subtree_sum(zones.sum(np.where(zones.shown.texts, words(zones.page), 0)))
            for _ in range(-self.amount):
                children = np.flatnonzero(zones.parent == zone)
                if not len(children):
                    break
                zone = int(children[np.argmax(inside[children])])
        return zone


class _Texts:
    """The texts of leaf zones, as a reader sees them."""

    def __init__(self, zones: ZoneTree) -> None:
        self._page = zones.page
        self._spaces = implied_spaces(zones.page)
        rows = np.flatnonzero(zones.shown.texts)
        self._rows = rows[np.argsort(zones.zone_of[rows], kind="stable")]
        self._first = np.searchsorted(zones.zone_of[self._rows], np.arange(len(zones) + 1))

    def of(self, zone: int) -> str:
        rows = self._rows[self._first[zone] : self._first[zone + 1]].tolist()
        pieces = [(" " if self._spaces[row] else "") + self._page.text_of(row) for row in rows]
        return "".join(pieces)


def _best_child(columns: ColumnTree, score: NDArray[np.float64], column: int) -> int | None:
    children = columns.children(column)
    return int(children[np.argmax(score[children])]) if len(children) else None


def _selection(
    zones: ZoneTree, wanted: NDArray[np.intp], score: NDArray[np.float64], reason: str
) -> Selection:
    """Keep what is seen in the given zones, and the images between."""
    page, shown = zones.page, zones.shown
    chosen = zones.rows(wanted) & shown.texts
    if not chosen.any():
        return Selection.nothing(page, "The zone shows no text.", _on_rows(zones, score))
    return Selection.of_leaves(
        page,
        bridged(page, chosen, shown.texts),
        reason=reason,
        score=_on_rows(zones, score),
        unseen=shown.hidden,
    )


def _on_rows(zones: ZoneTree, score: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.append(score, 0.0)[zones.zone_of]
