"""What names encodings, and what names none."""

from __future__ import annotations

from typing import Any

import pytest

from dehusk.errors import PageError
from dehusk.page.labels import believed_label, check_label, encoding_of_label

NO_ENCODINGS = [
    *(
        "rot13",
        "ROT_13",
        "rot-13",
        "zlib_codec",
        "zlib",
        "zip",
        "bz2",
        "bz2_codec",
        "hex",
        "hex_codec",
    ),
    *("base64", "base64_codec", "uu", "uu_codec", "quopri", "quoted-printable", "unicode_escape"),
    *(
        "unicode-escape",
        "raw_unicode_escape",
        "string_escape",
        "unicode_internal",
        "idna",
        "punycode",
    ),
    *("undefined", "mbcs", "ansi", "oem", "charmap", " rot13 ", "utf-8\0", "\0", "u\u017ff-8", "é"),
    *("utf-8" * 1000, "\ud800"),
]
"""Codecs of Python that are no encodings of text, and what cannot be a name."""


@pytest.mark.parametrize("label", NO_ENCODINGS)
def test_what_is_no_encoding_is_refused_and_not_believed(label: str) -> None:
    with pytest.raises(PageError, match=r"is no encoding of pages; leave it out, or try utf-8\.$"):
        check_label(label)
    assert encoding_of_label(label) is None
    assert believed_label(label) is None


@pytest.mark.parametrize("label", [b"utf-8", 8, ["utf-8"]])
def test_what_is_no_name_is_refused(label: Any) -> None:
    with pytest.raises(PageError, match=r"^encoding is a name, such as 'utf-8', and not \w+\.$"):
        check_label(label)


@pytest.mark.parametrize("label", ["utf-8", "Latin1", "GB18030", "nonsense", "utf8mb4", "", None])
def test_what_servers_say_is_not_refused(label: str | None) -> None:
    check_label(label)


def test_the_labels_of_the_standard_are_no_codecs() -> None:
    from dehusk.page.labels import LABELS_OF

    for labels in LABELS_OF.values():
        for label in labels.split():
            check_label(label)
