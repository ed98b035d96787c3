"""Every regular expression of the package takes linear time, whatever the text.

`pattern_list` finds the patterns, `pumps` attacks them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.pattern_list import PACKAGE, faults, listed, unlisted
from tests.pumps import LIMIT, Finding, attack

pytestmark = pytest.mark.timed


def described(finding: Finding) -> str:
    prefix, pump, suffix = finding.attack
    return (
        f"{prefix!r} + {pump!r} * {finding.pumps} + {suffix!r} takes {finding.seconds:.3f} s, "
        f"{finding.growth:.1f} times as long as half of it"
    )


def cases() -> Iterator[object]:
    for name, pattern, ways in listed():
        for way in sorted(ways):
            yield pytest.param(pattern, way, id=f"{name}-{way}")


@pytest.mark.parametrize(("pattern", "way"), list(cases()))
def test_a_pattern_is_linear(pattern: re.Pattern[str], way: str) -> None:
    finding = attack(pattern, way)
    assert finding is None, described(finding)


def test_no_pattern_is_hidden() -> None:
    assert unlisted() == []


def test_native_code_has_no_patterns() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.pyx")]
    assert sources
    assert not any(
        re.search(r"^\s*c?import re\b|\bfrom re ", text, re.MULTILINE) for text in sources
    )


@pytest.mark.parametrize(
    "source",
    [
        "from re import compile",
        "import re as regex",
        "import regex",
        "import re\nre.sub('a+$', '', text)",
        "import re\ndef found(text): return re.compile('a+$').search(text)",
        "import re\ndef made(word): return re.compile(word)",
        "import re\nmake = getattr(re, 'compile')",
    ],
)
def test_a_hidden_pattern_is_seen(source: str) -> None:
    assert list(faults(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "import re\n_WORD = re.compile(r'\\w+', re.ASCII)",
        "import re\n_WORDS: dict = {'a': re.compile('a')}",
        "import re\n@cache\ndef _words(): return [re.compile(word) for word in WORDS]",
    ],
)
def test_a_listed_pattern_is_no_fault(source: str) -> None:
    assert not list(faults(ast.parse(source)))


TITLE = (
    r"\s+(?:[|–—\-»«·/\\<>*+]|::?)+\s+"
    r"|\s*[|»«]+\s*|\s*::+\s*|(?P<colon>:\s+|\s*：\s*)|\s+[—–-]|[—–-]\s+|_+"
)
SUPERLINEAR = [
    (TITLE, "finditer"),
    (r"%\s*<!\[CDATA\[|%?\s*\]\]>", "finditer"),
    (r"[.!?…]+[\"')]*(?=\s|$)", "finditer"),
    (r"\S*[^\W_]\S*", "finditer"),
    (r"</?(?:p|div|h[1-6])\b[^>]*>", "finditer"),
    (r"(a|a)*b", "match"),
    (r"(a|b|ab)*c", "match"),
    (r"(\w+\s?)*:", "search"),
    (r"(?:\w+\.)*(?:\w+\.)*@", "fullmatch"),
    (r"([a-z]+)*[0-9]", "fullmatch"),
    (r"\s+$", "search"),
    (r"\s*,", "finditer"),
    (r"<p [^>]*>", "search"),
    (r"<!--(?:.*?)-->", "finditer"),
    (r".*?foo", "search"),
    (r"(?i:begin)[^;]*;", "search"),
    (r"\d+(?=.*x)", "finditer"),
    (r"a(?=[^!]*!)", "finditer"),
    (r"(?:<!d[^>\[]*+(?:\[[^\]]*+\])?+[^>]*+>)*+<x", "match"),
    (r"x*x*x*y", "match"),
    (r"^(?:(?:\d{1,3}\.?)+)+$", "match"),
]
LINEAR = [
    (r"(?<!\s)\s++$", "search"),
    (r"\s+", "finditer"),
    (r"<p [^<>]*>", "search"),
    (r"a*+b", "match"),
    (r"\s*,", "match"),
    (r"[\w.-]{1,80}@", "finditer"),
    (r"(?:[^\"\\]|\\.)*\"", "match"),
    (r"(?:ab|cd)+$", "match"),
    (r"\[(?:\\.|[^\\\[\]])*\]:", "match"),
    (r"<!--.{0,40}?-->", "search"),
]


@pytest.mark.parametrize(("pattern", "way"), SUPERLINEAR)
def test_what_is_not_linear_is_found(pattern: str, way: str) -> None:
    finding = attack(re.compile(pattern, re.DOTALL), way)
    assert finding is not None
    assert finding.growth > LIMIT


@pytest.mark.parametrize(("pattern", "way"), LINEAR)
def test_what_is_linear_is_not_found(pattern: str, way: str) -> None:
    finding = attack(re.compile(pattern, re.DOTALL), way)
    assert finding is None, described(finding)


def test_bytes_are_attacked_alike() -> None:
    assert attack(re.compile(rb"<p [^>]*>"), "search") is not None
    assert attack(re.compile(rb"<p [^<>]*>"), "search") is None


def test_a_scanner_that_goes_on_from_each_match() -> None:
    assert attack(re.compile(r"x|<(?=[^>]*>)"), "walk") is not None
    assert attack(re.compile(r"x|<(?=[^<>]*>)"), "walk") is None
