"""Metadata as YAML above a Markdown text."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, fields, is_dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dehusk.metadata import Metadata

# What JSON may hold as it is and YAML may not.
_UNPRINTABLE = "[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
# Where front matter is not known, it is a heading: what would begin a tag, code, a link, a note, a
# formula or emphasis there.
_MARKS = (
    r"<(?=[A-Za-z/!?]|[^\s<>]*@)|[`*]|~(?=~)|(?<=~)~|(?<![^\W_])_|_(?![^\W_])"
    r"|\](?=\()|\[(?=\^)|\^(?=\[)|\$(?!\d)"
)
_ESCAPED = re.compile(f"{_UNPRINTABLE}|{_MARKS}")


def front_matter(metadata: Metadata) -> str:
    """The fields that a page has a value for, one a line between two rules."""
    lines = [
        f"{field.name}: {_value(value)}"
        for field in fields(metadata)
        if field.name != "sources" and (value := getattr(metadata, field.name))
    ]
    return "\n".join(("---", *lines, "---")) + "\n" if lines else ""


def _value(value: Any) -> str:
    # JSON is YAML. A quoted string is never taken for a number, a date or a comment.
    if is_dataclass(value) and not isinstance(value, type):
        value = {name: one for name, one in asdict(value).items() if one}
    text = json.dumps(value, ensure_ascii=False, default=str)
    return _ESCAPED.sub(lambda odd: f"\\u{ord(odd[0]):04x}", text)
