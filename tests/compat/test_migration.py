"""What `dehusk migrate` says of files."""

from __future__ import annotations

import pytest

from dehusk.compat.migration import changes
from dehusk.errors import DehuskError


def advice(code: str, package: str | None = None) -> list[str]:
    return [str(change) for change in changes(code, package)]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("import trafilatura", "1: import trafilatura -> from dehusk.compat import trafilatura"),
        (
            "import trafilatura as t",
            "1: import trafilatura as t -> from dehusk.compat import trafilatura as t",
        ),
        (
            "from readability import Document",
            "1: from readability import Document -> from dehusk.compat.readability import Document",
        ),
        (
            "from resiliparse.extract.html2text import extract_plain_text",
            "1: from resiliparse.extract.html2text import extract_plain_text"
            " -> from dehusk.compat.resiliparse import extract_plain_text",
        ),
        (
            "from trafilatura import *",
            "1: from trafilatura import * -> from dehusk.compat.trafilatura import *",
        ),
        ("from trafilatura import spider", "1: spider of trafilatura has no replacement"),
        ("import trafilatura.feeds", "1: import trafilatura.feeds has no replacement"),
    ],
)
def test_imports(code: str, wanted: str) -> None:
    assert advice(code) == [wanted]


def test_parameters_without_effect_are_named_where_the_package_is_used() -> None:
    call = "extract(page, prune_xpath='//nav', include_links=True)"
    assert advice(call) == []
    assert advice(f"from trafilatura import extract\n{call}")[1:] == [
        "2: prune_xpath of extract has no effect: remove the elements before"
    ]


def test_one_package_at_a_time() -> None:
    code = "import trafilatura\nimport justext\n"
    assert len(advice(code)) == 2
    assert len(advice(code, "justext")) == 1


def test_what_is_no_python_is_an_error_of_ours() -> None:
    with pytest.raises(DehuskError, match="no Python"):
        changes("def tea(:")
