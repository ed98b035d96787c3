"""Attacks on a regular expression, made from its own parse tree, and how its time grows under them.

>>> finding = attack(re.compile(r"\\s+$"), "search")
>>> finding is not None and finding.growth > LIMIT
True

An attack is a text `prefix + pump * n + suffix`. If a pattern is not linear there is a pump that leads
a repetition back to itself in two ways, or that both goes on with a match and begins another. Such
pumps are short, or made of what the pattern itself asks for: so each character that the pattern tells
apart is tried, each pair, and words that the parts of the pattern match, whole and cut off.
"""

from __future__ import annotations

import random
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice, product
from math import log2
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

LIMIT = 2.6
"""The most that time may grow when a text doubles: linear is 2, quadratic is 4."""

AnyPattern = re.Pattern[str] | re.Pattern[bytes]
Call = Callable[[str], Callable[[], object]]
Node = tuple[Any, Any]
Nodes = tuple[Node, ...]

_SINGLE = {_constants.LITERAL, _constants.NOT_LITERAL, _constants.IN, _constants.ANY}
_REPEATS = {_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT}
_COMMON = "xX0 _-.,:;!?/<>\"'()[]{}=&#%$*+@~^|\\`\n\t\r\x00\x1b\x7f"
_BEYOND = "é\xa0\xad\u0301\u0661\u200b\u3000\u4e2d\u0e01\U0001f600"
_FEW, _MANY = 4, 24
_FIRST_COUNTS = (4, 8, 12, 16, 20, 24, 32)
_SIZES = (64, 256, 1024)
_SUSPICIOUS, _SLOW, _FLOOR, _LONG = 30e-6, 2e-3, 4e-3, 50e-3
_SUSPECTED = 5
_LARGEST = 1 << 18
_CONFIRMATIONS = 5


class Attack(NamedTuple):
    """A text of any length: `prefix + pump * n + suffix`."""

    prefix: str
    pump: str
    suffix: str

    def text(self, pumps: int) -> str:
        return self.prefix + self.pump * pumps + self.suffix


class Finding(NamedTuple):
    """An attack under which a pattern takes more than linear time."""

    attack: Attack
    growth: float
    pumps: int
    seconds: float


def attack(pattern: AnyPattern, way: str) -> Finding | None:
    """The first attack found that makes a call take more than linear time, if there is one."""
    call = _call(pattern, way)
    for one in attacks(pattern):
        found = _judged(call, one)
        if found is not None and _is_confirmed(call, found):
            return found
    return None


def _call(pattern: AnyPattern, way: str) -> Call:
    """What calls a pattern with a text: a method of it, or `walk`, by which scanners go on."""
    method = _walk(pattern) if way == "walk" else getattr(pattern, way)
    is_bytes = isinstance(pattern.pattern, bytes)

    def call(text: str) -> Callable[[], object]:
        subject = text.encode("latin-1") if is_bytes else text
        if way == "finditer":
            return lambda: deque(method(subject), 0)
        return lambda: method(subject)

    return call


def _walk(pattern: Any) -> Callable[[str | bytes], int]:
    def walk(text: str | bytes) -> int:
        at = 0
        while (found := pattern.match(text, at)) and found.end() > at:
            at = found.end()
        return at

    return walk


# --- Time ----------------------------------------------------------------------------------------


def _judged(call: Call, one: Attack) -> Finding | None:
    """From few pumps to many, so that what is exponential shows before it takes minutes."""
    for pumps in _FIRST_COUNTS:
        if _once(call(one.text(pumps))) > _SLOW:
            return _steep(call, one, pumps)
    for characters in _SIZES:
        fewer = max(1, characters // len(one.pump))
        less, more = call(one.text(fewer)), call(one.text(fewer * 4))
        # Up to the limit of a repetition, such as {1,80}, time grows faster than it does later.
        last = characters == _SIZES[-1] or _once(more) > _SLOW
        if last and _is_suspicious(less, more):
            return _grown(call, one, fewer)
    return None


def _is_suspicious(less: Callable[[], object], more: Callable[[], object]) -> bool:
    """Does four times the text take too long, three times over? Once may be the machine's doing."""
    for _ in range(3):
        seconds = _once(more)
        if seconds < _SUSPICIOUS or seconds < _SUSPECTED * _once(less):
            return False
    return True


def _steep(call: Call, one: Attack, pumps: int) -> Finding | None:
    """The growth of what takes long with few pumps, in a small step: it may be exponential."""
    more = pumps + max(1, pumps // 8)
    before, after = _best(call(one.text(pumps))), _best(call(one.text(more)))
    growth = (after / before) ** (1 / log2(more / pumps))
    return Finding(one, growth, more, after) if growth > LIMIT and before > _SLOW else None


def _grown(call: Call, one: Attack, pumps: int) -> Finding | None:
    """The growth where time can be measured, confirmed by another doubling."""
    seconds = _best(call(one.text(pumps)))
    growth = 0.0
    for _ in range(2):
        while seconds < _FLOOR:
            pumps, seconds = pumps * 2, _best(call(one.text(pumps * 2)))
            if pumps * len(one.pump) > _LARGEST:
                return None
        before, pumps, seconds = seconds, pumps * 2, _best(call(one.text(pumps * 2)))
        growth = seconds / before
        if growth <= LIMIT:
            return None
    return Finding(one, growth, pumps, seconds)


def _is_confirmed(call: Call, found: Finding) -> bool:
    """Does it grow so in the best of several turns too? A busy machine may look like growth once."""
    less, more = call(found.attack.text(found.pumps // 2)), call(found.attack.text(found.pumps))
    turns = [(_once(less), _once(more)) for _ in range(_CONFIRMATIONS)]
    return min(more for _, more in turns) > LIMIT * min(less for less, _ in turns)


def _once(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def _best(call: Callable[[], object]) -> float:
    """The shortest of three times, or a time so long that nothing can disturb it much."""
    best = _once(call)
    for _ in range(2):
        best = best if best > _LONG else min(best, _once(call))
    return best


# --- Attacks -------------------------------------------------------------------------------------


def attacks(pattern: AnyPattern) -> Iterator[Attack]:
    """The attacks on a pattern, always the same and in the same order."""
    tree = _nodes(_parser.parse(pattern.pattern, pattern.flags))
    words = _Words(tree, pattern)
    places = list(_repeats(tree, (), ()))
    seen: set[Attack] = set()
    for one in (*_short(words, places), *_long(words, places, tree)):
        if one.pump and one not in seen:
            seen.add(one)
            yield one


def _short(words: _Words, places: list[_Place]) -> Iterator[Attack]:
    """Pumps of one character, after all that leads to a repetition, and of two."""
    leads = dict.fromkeys(["", *(words.word(place.before) for place in places for _ in range(2))])
    ends = ("", words.foreign, " ")
    for lead, pump, end in product(islice(leads, _MANY), words.alphabet, ends):
        yield Attack(lead, pump, end)
    pairs = [one + other for one, other in product(words.alphabet, repeat=2) if one != other]
    words.random.shuffle(pairs)
    for pump, end in product(pairs[: 8 * _MANY], ("", words.foreign)):
        yield Attack("", pump, end)


def _long(words: _Words, places: list[_Place], tree: Nodes) -> Iterator[Attack]:
    """Pumps of what a repetition, what leads to it, or a part of the whole pattern asks for."""
    for place in islice(places, 2 * _MANY):
        for _ in range(_FEW):
            before, body, after = (words.word(nodes) for nodes in place)
            ends = ("", words.foreign, after[:-1], after + words.foreign)
            pumps = (body, body + words.word(place.body), before + body, before + body + after[:-1])
            for lead, pump in product(("", before), pumps):
                yield Attack(lead, pump, words.random.choice(ends))
                yield Attack(lead, pump, words.random.choice(ends))
        for pump in words.disturbed(place.body):
            yield Attack(words.word(place.before), pump, words.random.choice(("", words.foreign)))
    for _ in range(4 * _MANY):
        whole = words.word(tree)
        cut = whole[: words.random.randint(1, max(1, len(whole)))]
        lead = words.random.choice(("", whole, words.word(tree)))
        yield Attack(lead, cut, words.random.choice(("", words.foreign, whole)))


class _Place(NamedTuple):
    """A repetition: what leads to it, what it repeats, what comes after it."""

    before: Nodes
    body: Nodes
    after: Nodes


def _nodes(parsed: Any) -> Nodes:
    return tuple(parsed)


def _repeats(nodes: Nodes, before: Nodes, after: Nodes) -> Iterator[_Place]:
    """All repetitions with no small limit, the outer ones first."""
    for index, (kind, value) in enumerate(nodes):
        lead, rest = before + nodes[:index], nodes[index + 1 :] + after
        if kind in _REPEATS:
            body = _nodes(value[2])
            if value[1] > 8:
                yield _Place(lead, body, rest)
            yield from _repeats(body, lead, rest)
        else:
            for inner in _inside(kind, value):
                yield from _repeats(inner, lead, rest)


def _inside(kind: Any, value: Any) -> list[Nodes]:
    """The parts of a node that are no repetition."""
    if kind is _constants.BRANCH:
        return [_nodes(one) for one in value[1]]
    if kind is _constants.SUBPATTERN:
        return [_nodes(value[3])]
    if kind is _constants.ATOMIC_GROUP:
        return [_nodes(value)]
    if kind in (_constants.ASSERT, _constants.ASSERT_NOT):
        return [_nodes(value[1])]
    if kind is _constants.GROUPREF_EXISTS:
        return [_nodes(one) for one in value[1:] if one is not None]
    return []


class _Words:
    """Words that parts of a pattern match, of one character for each set it tells apart."""

    def __init__(self, tree: Nodes, pattern: AnyPattern) -> None:
        self.random = random.Random(len(tree))
        self._flags = pattern.flags
        self._state = _parser.State()
        self._state.flags, self._state.str = pattern.flags, pattern.pattern
        self._is_bytes = isinstance(pattern.pattern, bytes)
        singles = list(dict.fromkeys(_singles(tree)))
        tests = [self._test(node) for node in singles]
        kinds: dict[tuple[bool, ...], str] = {}
        for character in self._candidates(singles):
            kinds.setdefault(tuple(test(character) for test in tests), character)
        self.alphabet = list(kinds.values())
        self.foreign = kinds[min(kinds, key=sum)]
        self._members = {
            repr(node): [c for kind, c in kinds.items() if kind[index]]
            for index, node in enumerate(singles)
        }

    def word(self, nodes: Nodes, more: tuple[int, ...] = (0, 1)) -> str:
        """A word; `more` are the numbers of times that a repetition may go beyond its least."""
        return "".join(self._part(kind, value, more) for kind, value in nodes)

    def disturbed(self, nodes: Nodes) -> list[str]:
        """The shortest word of some nodes with one character more, which another part may take."""
        word = self.word(nodes, more=(0,))
        places = range(len(word) + 1) if len(word) > 1 else ()
        found = [word[:at] + one + word[at:] for at, one in product(places, self.alphabet)]
        self.random.shuffle(found)
        return found[: 3 * _MANY]

    def _part(self, kind: Any, value: Any, more: tuple[int, ...]) -> str:
        if kind in _SINGLE:
            members = self._members[repr(_hashable((kind, value)))]
            return self.random.choice(members) if members else ""
        if kind in _REPEATS:
            least, most, body = value
            times = min(most, least + self.random.choice(more))
            return "".join(self.word(_nodes(body), more) for _ in range(times))
        inner = [] if kind is _constants.ASSERT_NOT else _inside(kind, value)
        if not inner or (kind is _constants.ASSERT and self.random.random() < 0.5):
            return ""
        return self.word(self.random.choice(inner), more)

    def _test(self, node: Node) -> Callable[[str], bool]:
        parsed = _parser.SubPattern(self._state, [_as_parsed(node)])
        pattern = _compiler.compile(parsed, self._flags)
        if self._is_bytes:
            return lambda character: bool(pattern.match(character.encode("latin-1")))
        return lambda character: bool(pattern.match(character))

    def _candidates(self, singles: list[Node]) -> list[str]:
        codes = [code for node in singles for code in _codes(node)]
        mentioned = [character for code in codes for character in _with_cases(chr(code))]
        found = dict.fromkeys([*_COMMON, *mentioned, *_BEYOND])
        return [one for one in found if len(one) == 1 and (not self._is_bytes or ord(one) < 256)]


def _with_cases(character: str) -> tuple[str, str, str]:
    return character, character.lower(), character.upper()


def _singles(nodes: Nodes) -> Iterator[Node]:
    for kind, value in nodes:
        if kind in _SINGLE:
            yield _hashable((kind, value))
        elif kind in _REPEATS:
            yield from _singles(_nodes(value[2]))
        else:
            for inner in _inside(kind, value):
                yield from _singles(inner)


def _hashable(node: Node) -> Node:
    kind, value = node
    return (kind, tuple(value)) if isinstance(value, list) else node


def _as_parsed(node: Node) -> Node:
    kind, value = node
    return (kind, list(value)) if isinstance(value, tuple) else node


def _codes(node: Node) -> Iterator[int]:
    """The characters that a set mentions: its members, the ends of its ranges and their neighbours."""
    kind, value = node
    for inner, code in [(kind, value)] if kind is not _constants.IN else value:
        if inner is _constants.LITERAL or inner is _constants.NOT_LITERAL:
            yield code
        elif inner is _constants.RANGE:
            yield from (code[0], code[1], max(0, code[0] - 1))
