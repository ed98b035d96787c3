"""The default: a learned method of our own, and what is learned of the same columns.

`method.py` decides, by `features/` and a forest; `page_types.py` tells what kind of page it is,
`block_roles.py` what each block is there for, `templates.py` what pages of one site have in common.
"""

from __future__ import annotations

from dehusk.extractors.default.method import Default

__all__ = ["Default"]
