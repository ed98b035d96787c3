"""Parameters of methods by name: what a command or a request gives, as the fields of a dataclass.

>>> from dehusk.extractors.gce import GridCenteringExpanding
>>> with_parameters(GridCenteringExpanding(), {"scroll": "2.5", "climb": "program"}).scroll
2.5
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass, replace
from difflib import get_close_matches
from math import isfinite
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from dehusk.errors import WrongParameter
from dehusk.extractors import EXTRACTORS
from dehusk.selection import Extractor, Within

_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def with_parameters(extractor: Extractor, given: Mapping[str, object]) -> Extractor:
    """A method with other parameters; values are of the type of the field, or text that says them.

    A name may be that of the paper, where the method says which it has (`symbols`). Raises
    `WrongParameter` for a name or a value that the method does not know.
    """
    known, symbols = settable(type(extractor)), getattr(extractor, "symbols", {})
    given = {symbols.get(name, name): value for name, value in given.items()}
    for name in given:
        if name not in known:
            raise WrongParameter(_no_such(extractor, name, list(known)))
    values = {name: _value(name, known[name], value) for name, value in given.items()}
    return replace(extractor, **values) if values else extractor  # type: ignore[type-var]


def settable(kind: type[Extractor]) -> dict[str, Any]:
    """The parameters of a method that can be given as text, each with its type.

    `amount` is none of them: it is asked for by itself.
    """
    if not is_dataclass(kind):
        return {}
    hints = {one.name: _hint(kind, one) for one in fields(kind) if one.name != "amount"}
    return {name: hint for name, hint in hints.items() if _is_plain(hint)}


def form(kind: type[Extractor]) -> dict[str, dict[str, Any]]:
    """The parameters of a method as fields of a form.

    >>> from dehusk.extractors.dana import Dana
    >>> form(Dana)["gap"]
    {'said': "a whole number or 'auto' or 'k-means'", 'choices': ['auto', 'k-means'], 'others': True}

    `choices` are what can be chosen by name; with `others`, something else may be typed.
    """
    return {
        name: {
            "said": _told(hint),
            "choices": [word for one in _kinds(hint) for word in _words(one)],
            "others": any(not _words(one) for one in _kinds(hint)),
        }
        for name, hint in settable(kind).items()
    }


def _words(kind: Any) -> list[str]:
    """The values of a type that has few, as text."""
    if get_origin(kind) is Literal:
        return [str(one) for one in get_args(kind)]
    return {bool: ["true", "false"], type(None): ["none"]}.get(kind, [])


def _hint(kind: type, field: Field[Any]) -> Any:
    """The type of a field; None where only type checkers know it: a template, a model."""
    names = vars(sys.modules[kind.__module__])
    one = type(kind.__name__, (), {"__annotations__": {field.name: field.type}})
    try:
        return get_type_hints(one, names, include_extras=True)[field.name]
    except NameError:
        return None


def _is_plain(hint: Any) -> bool:
    return hint is not None and all(
        get_origin(kind) is Literal or kind in (bool, int, float, tuple[str, ...], type(None))
        for kind in _kinds(hint)
    )


def _kinds(hint: Any) -> tuple[Any, ...]:
    """The types that a field may have, without what is said of its range."""
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return get_args(plain) if get_origin(plain) in (Union, UnionType) else (plain,)


def _value(name: str, hint: Any, value: object) -> object:
    for kind in _kinds(hint):
        read = _read(kind, value)
        if read is not _NOT_OF_IT and all(limit.has(read) for limit in _limits(hint)):
            return read
    raise WrongParameter(f"{name} is {_told(hint)}, and not {value!r}.")


_NOT_OF_IT = object()


def _read(kind: Any, value: object) -> object:
    """A value as one of a type, or `_NOT_OF_IT`."""
    if get_origin(kind) is Literal:
        return next((one for one in get_args(kind) if value in (one, str(one))), _NOT_OF_IT)
    if kind == tuple[str, ...]:
        words = value.split(",") if isinstance(value, str) else value
        is_words = isinstance(words, list) and all(isinstance(word, str) for word in words)
        return tuple(words) if is_words else _NOT_OF_IT  # type: ignore[arg-type]
    if kind is type(None):
        return None if value in (None, "none") else _NOT_OF_IT
    if kind is bool:
        switch = _SWITCHES.get(value.lower()) if isinstance(value, str) else value
        return switch if isinstance(switch, bool) else _NOT_OF_IT
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return _NOT_OF_IT
    try:
        number = float(value)
        read = kind(value) if isfinite(number) and kind(number) == number else _NOT_OF_IT
    except (ValueError, OverflowError):
        return _NOT_OF_IT
    return read


def _limits(hint: Any) -> list[Within]:
    return [one for one in get_args(hint)[1:] if isinstance(one, Within)]


def _told(hint: Any) -> str:
    """What a field may be, in words."""
    names = {bool: "true or false", int: "a whole number", float: "a number"}
    parts = []
    for kind in _kinds(hint):
        if get_origin(kind) is Literal:
            parts += [repr(one) for one in get_args(kind)]
        elif kind == tuple[str, ...]:
            parts.append("words with commas between")
        else:
            parts.append(names.get(kind, "none"))
    said = " or ".join(parts)
    return said + "".join(f" from {one.least:g} to {one.most:g}" for one in _limits(hint))


def _no_such(extractor: Extractor, name: str, known: list[str]) -> str:
    method = EXTRACTORS.name_of(type(extractor))
    if not known:
        return f"The method {method!r} has no parameters."
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}."
    return f"The method {method!r} has no parameter {name!r}; {hint}"
