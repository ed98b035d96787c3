"""The language of code, as its markup says it.

Known names are needed only where a class says more than that: a new language is found by the form
of its mark, such as `language-` before it.
"""

from __future__ import annotations

import re

from dehusk.content.kept_rows import KeptRows
from dehusk.page.tags import Tag

_ATTRIBUTE = re.compile(r"data-(?:\w{1,20}-)?lang(?:uage)?")
_NAMED = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|source-code|src)-|lang(?:uage)?:\s?)"
    r"([\w+#.-]{1,30})"
)
_BRUSH = re.compile(r"(?:^|[\s;])brush:\s?([\w+#.-]{1,30})")
_NAME = re.compile(r"[\w+#.-]{1,30}")
_NATURAL = re.compile(r"[A-Za-z]{2,3}(?:[-_]\w{2,8}){0,2}")
_ONE_MORE = re.compile(
    r"(?:hljs|sourceCode)\s+([A-Za-z][\w+#]{0,20})|([A-Za-z][\w+#]{0,20})\s+hljs"
)
_SPHINX = re.compile(r"(?:^|\s)highlight-([\w+#.-]{1,30})")
_SETS_APART = re.compile(
    r"(?:^|\s)(?:highlight|hljs|codehilite|sourceCode|prettyprint|src|rouge|chroma|code)(?=\s|$)"
)
_NO_LANGUAGE = frozenset(
    (
        "none",
        "plain",
        "plaintext",
        "text",
        "txt",
        "nohighlight",
        "no-highlight",
        "default",
        "plain-text",
        "auto",
        "notranslate",
        "undefined",
        "unknown",
        "null",
        "code",
    )
)
_LANGUAGES = frozenset(
    "abap ada apache apl applescript arduino asm assembly awk bash basic bat batch bibtex c c# c++"
    " clojure cmake cobol coffeescript console cpp crystal csharp css csv cuda cython d dart delphi"
    " diff docker dockerfile elixir elm erlang f# fish fortran fsharp gherkin glsl go golang gradle"
    " graphql groovy haml handlebars haskell hcl html http ini java javascript js json json5 jsonc"
    " jsx julia kotlin latex less lisp lua makefile markdown mathematica matlab md mysql nginx nim"
    " nix objc objective-c ocaml pascal perl pgsql php plsql postgresql powershell prolog properties"
    " protobuf ps1 puppet py python python3 r racket rb reasonml rs rst ruby rust sass scala scheme"
    " scss sed sh shell smalltalk solidity sparql sql stata svelte swift tcl terraform tex toml ts"
    " tsql tsx twig typescript vala vb vbnet verilog vhdl vim vue wasm x86asm xml xquery yaml yml"
    " zig zsh".split()
)
_LEVELS_ABOVE = 6
_LONGEST_CLASS = 1_000
_LONGEST_TITLE = 100
_TOO_FAR = frozenset((Tag.BODY, Tag.HTML, Tag.ARTICLE, Tag.MAIN, Tag.SECTION, Tag.BLOCKQUOTE))


def language_of(kept: KeptRows, position: int) -> str | None:
    """The language that a code block, the code in it or something around it names."""
    language = _own_language(kept, position) or _language_around(kept, position)
    return None if language in _NO_LANGUAGE else language


def _own_language(kept: KeptRows, position: int) -> str | None:
    inside = _code_inside(kept, position)
    for at in (*inside, position):
        if language := _named_language(kept, at) or _by_lang(kept, at):
            return language
    return None


def _language_around(kept: KeptRows, position: int) -> str | None:
    boxes = _boxes_of(kept, position)
    for at in _around(kept, position):
        language = _named_language(kept, at)
        if language in _LANGUAGES or (language and _is_for_code(kept, at)):
            return language
        if language and at in boxes and not _NATURAL.fullmatch(language):
            return language
    return None


def _boxes_of(kept: KeptRows, position: int) -> list[int]:
    """The elements around code that hold little else, from the inside out."""
    most, boxes = kept.visible_chars(position) + _LONGEST_TITLE, []
    for above in _around(kept, position):
        if kept.visible_chars(above) > most:
            break
        boxes.append(above)
    return boxes


def _code_inside(kept: KeptRows, position: int) -> list[int]:
    """The first `code` of a block, if it stands near its start."""
    last = min(kept.ends[position], position + 4)
    return [at for at in range(position + 1, last) if kept.tag(at) == Tag.CODE][:1]


def _around(kept: KeptRows, position: int) -> list[int]:
    around: list[int] = []
    above = kept.parents[position]
    while above >= 0 and len(around) < _LEVELS_ABOVE and kept.tag(above) not in _TOO_FAR:
        around.append(above)
        above = kept.parents[above]
    return around


def _is_for_code(kept: KeptRows, position: int) -> bool:
    if position not in kept.for_code:
        classes = (kept.attribute(position, "class") or "")[:_LONGEST_CLASS]
        kept.for_code[position] = "highlight" in classes or "code" in classes.lower()
    return kept.for_code[position]


def _by_lang(kept: KeptRows, position: int) -> str | None:
    """What `lang` says on code itself, unless that is a language that people speak."""
    value = (kept.attribute(position, "lang") or "").strip().lower()
    is_code = value in _LANGUAGES or not _NATURAL.fullmatch(value)
    return value if is_code and _NAME.fullmatch(value) else None


def _named_language(kept: KeptRows, position: int) -> str | None:
    """What an element says; remembered, for all blocks of a page may be in the same one."""
    if position not in kept.languages:
        classes = (kept.attribute(position, "class") or "")[:_LONGEST_CLASS]
        kept.languages[position] = _in_attributes(kept, position) or _in_classes(classes)
    return kept.languages[position]


def _in_attributes(kept: KeptRows, position: int) -> str | None:
    for name, value in kept.attributes(position).items():
        if _ATTRIBUTE.fullmatch(name) and (found := _NAME.match(value[:_LONGEST_CLASS].lstrip())):
            return _plain_name(found[0])
    return None


def _in_classes(classes: str) -> str | None:
    for pattern in (_NAMED, _BRUSH):
        if found := pattern.search(classes):
            return _plain_name(found[1])
    if _SETS_APART.search(classes):
        for token in classes.lower().split():
            if token in _LANGUAGES:
                return token
    if found := _ONE_MORE.fullmatch(classes.strip()):
        return _plain_name(found[1] or found[2])
    found = _SPHINX.search(classes)
    if found and (found[1].lower() in _LANGUAGES or "notranslate" in classes):
        return _plain_name(found[1])
    return None


def _plain_name(name: str) -> str:
    return name.lower().rstrip(".-").removesuffix("-basic")
