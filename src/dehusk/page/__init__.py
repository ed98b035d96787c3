"""The page: a table in document order, and the ways to one.

`table.py` is `Page` itself, with `Layout` beside it; `tags.py` numbers its tags and `rows.py` writes a
page row by row. `parse.py` makes one of bytes, with `address.py`, `encoding.py`, `labels.py`,
`sniff.py` and `mhtml.py`;
`snapshot/` of a browser's snapshot; `embedded.py` of the data that a page brings for its scripts;
`joined.py` of several pages. `json_ld.py` reads what a page says of itself.
This room knows only `dehusk.native`, and of the rest what a `Selection` is.
"""

from __future__ import annotations

from dehusk.native.codes import LONGEST_XPATH
from dehusk.page.table import Bools, Counts, Ints, Layout, Page, Tags, freeze

__all__ = ["LONGEST_XPATH", "Bools", "Counts", "Ints", "Layout", "Page", "Tags", "freeze"]
