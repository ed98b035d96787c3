"""What encodings are called: the labels of https://encoding.spec.whatwg.org, and what is none.

>>> encoding_of_label("Latin1"), believed_label("UTF8"), believed_label("rot13")
('windows-1252', 'UTF8', None)
"""

from __future__ import annotations

from functools import cache
from typing import Final

from dehusk.errors import PageError
from dehusk.page.encoding_tables import LABELS_OF


@cache
def _labels() -> dict[str, str]:
    return {label: name for name, labels in LABELS_OF.items() for label in labels.split()}


def encoding_of_label(label: str) -> str | None:
    """The encoding that browsers mean by a label: `"Latin1"` is windows-1252, `"nonsense"` None.

    The labels of the "replacement" encoding (hz-gb-2312, iso-2022-kr) count as unknown: it exists
    to show nothing of a page, and we would rather look at the bytes.
    """
    name = _labels().get(label.strip("\t\n\f\r ").lower())
    return None if name == "replacement" else name


_NO_CHARACTERS: Final = frozenset(
    "rot13 zlib zip bz2 hex base64 uu quopri quotedprintable unicodeescape rawunicodeescape"
    " unicodeinternal stringescape charmap idna punycode undefined mbcs ansi dbcs oem".split()
)
"""What Python calls encodings and no page is in: of bytes, of literals, of host names, of a system."""
_LONGEST_LABEL: Final = 100


def check_label(label: object) -> None:
    """Refuse what a caller cannot have from a server: codecs of Python that are no encodings of text.

        >>> check_label("rot13")
        Traceback (most recent call last):
        dehusk.errors.PageError: 'rot13' is no encoding of pages; leave it out, or try utf-8.

    Servers say all kinds of nonsense: other labels that are unknown are ignored by `decode`.
    """
    if label is None:
        return
    if not isinstance(label, str):
        raise PageError(f"encoding is a name, such as 'utf-8', and not {type(label).__name__}.")
    bare = label.strip().lower().replace("-", "").replace("_", "").replace(" ", "")
    is_name = len(label) <= _LONGEST_LABEL and label.isascii() and "\0" not in label
    if not is_name or bare.removesuffix("codec") in _NO_CHARACTERS:
        raise PageError(f"{label[:40]!r} is no encoding of pages; leave it out, or try utf-8.")


def believed_label(label: str | None) -> str | None:
    """The label of a header, None where it names no encoding that browsers know."""
    return label if label and encoding_of_label(label) else None
