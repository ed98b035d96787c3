"""What every writer of a content stands on, and the head that may come before a content."""

import numpy as np
from numpy.typing import NDArray

from dehusk.content.table import Content

class ContentWriter:
    """Opens the columns of a content, and keeps to the limits at hand."""

class Opening:
    """A content, to read its beginning and to put something in front of it.

    Spans of it, whole blocks, are given by their first row and the row after their last.
    """

    def __init__(self, content: Content) -> None: ...
    def blocks(self, most: int, longest: int) -> list[tuple[int, int, int, bool, str]]:
        """The first blocks: row and row after the last, kind, whether all inside is one link, and the
        words, text by text until they have more than `longest` characters.
        """

    def has_picture_or_post(self, spans: list[tuple[int, int]], most: int) -> bool:
        """Whether a picture or a post is among the first rows of some spans."""

    def has_first_level(self, spans: list[tuple[int, int]]) -> bool:
        """Whether a heading of the first level is in some spans, outside of all blocks but posts."""

    def with_head(
        self,
        taken: tuple[int, int] | None,
        head: list[tuple[int, int, int, int, int, int]],
        spans: list[tuple[int, int]],
        lowest: int,
    ) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """The columns of the content with a head: the kinds, and as rows of one array the others.

        First comes the span `taken`, if it is not None, as a heading of the first level, then the head,
        then some spans. The head are blocks from no place of the page, with one piece in each: the kind
        and number of the block, and of the piece the kind, the start and end of its text, and its
        argument. Headings in the spans go one level down, but not below `lowest`; 0 lets them stay.
        """
