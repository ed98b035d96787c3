"""Letter statistics for `dehusk.page.encoding`, counted over this machine's gettext catalogues.

    python -m training.encodings      # rewrites src/dehusk/page/spelling.json

The catalogues under /usr/share/locale are the one text in sixty languages that every Linux has. For
each language we count how often a letter follows another; only those counts, rounded to whole bits,
leave this file. A count is kept when it is common enough to matter; what is left out is scored by
the script's backoff in `dehusk.page.encoding`.
"""

from __future__ import annotations

import gettext
import itertools
import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

CATALOGUES = Path("/usr/share/locale")
SPELLING = Path(__file__).parents[1] / "src/dehusk/page/spelling.json"
SMOOTHING = 30  # how many pairs we must have seen to trust them rather than single letters

ALPHABETIC = (  # the models in dehusk.page.encoding_models say which encodings each is written in
    *("de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is", "ca", "ga", "sq"),
    *("pl", "cs", "sk", "hu", "ro", "hr", "sl", "tr", "lt", "lv", "et", "vi"),
    *("ru", "bg", "uk", "be", "sr", "mk", "el", "he", "ar", "fa", "th"),
)
IDEOGRAPHIC = ("zh_CN", "zh_TW", "ja", "ko")
ALSO = {"pt": ["pt_BR"], "nb": ["nn", "no"], "zh_TW": ["zh_HK"], "hr": ["bs"]}

# What the legacy encodings of a language never had, and what its writers used in its place.
RESPELLED = {
    "ro": str.maketrans("șțȘȚ", "şţŞŢ"),
    "fa": str.maketrans("یەۀ", "يهه"),
}
VIETNAMESE_TONES = "\u0300\u0301\u0303\u0309\u0323"

DIRECTIVE = re.compile(r"%[-+ #0-9.*]*[a-z]+|\{[^}]*\}|<[^>]*>|&\w+;|\$\w+|\\.|--?\w[\w-]*")
MARKS = "\u0300-\u036f\u064b-\u0652\u0e31-\u0e4e"  # \\w has no combining marks: Thai vowels
NOT_LETTERS = re.compile(rf"(?:[^\w{MARKS}]|[\d_])+")


def messages(language: str) -> Iterator[str]:
    """Every translated message of a language, once."""
    seen: set[str] = set()
    for name in [language, *ALSO.get(language, [])]:
        for path in sorted(CATALOGUES.glob(f"{name}/LC_MESSAGES/*.mo")):
            for key, text in read_catalogue(path).items():
                if text and key != text and text not in seen:
                    seen.add(text)
                    yield text


def read_catalogue(path: Path) -> dict[object, str]:
    try:
        with path.open("rb") as file:
            catalogue: dict[object, str] = vars(gettext.GNUTranslations(file))["_catalog"]
    except (OSError, ValueError, UnicodeError):
        return {}
    return {key: text for key, text in catalogue.items() if key != ""}


def words(language: str, text: str) -> str:
    """`"_Datei %s öffnen"` -> `" datei öffnen "`: lower case, letters and single spaces only."""
    text = DIRECTIVE.sub(" ", text).replace("_", "").replace("&", "")
    text = unicodedata.normalize("NFC", text).translate(RESPELLED.get(language, {})).lower()
    if language == "vi":
        text = detach_tones(text)
    return f" {NOT_LETTERS.sub(' ', text)} "


def detach_tones(text: str) -> str:
    """Vietnamese as windows-1258 writes it: a letter, then its tone as a combining mark."""
    return "".join(map(detach_tone, text))


def detach_tone(letter: str) -> str:
    try:
        letter.encode("cp1258")
    except UnicodeEncodeError:
        marks = unicodedata.normalize("NFD", letter)
        tones = [mark for mark in marks if mark in VIETNAMESE_TONES]
        base = "".join(mark for mark in marks if mark not in VIETNAMESE_TONES)
        return unicodedata.normalize("NFC", base) + "".join(tones)
    return letter


def bits(part: float, whole: float) -> int:
    return max(0, round(-math.log2(part / whole)))


def pair_levels(texts: Iterable[str], share: float = 0.985) -> dict[int, list[str]]:
    """Bits of each letter given the one before, for the pairs that have a letter beyond ASCII.

    After an ASCII letter the question is which letter beyond ASCII follows, not whether one does:
    else a language that seldom uses accents would lose to one that often does. `*é` is the letter
    whatever stands before.
    """
    pairs: Counter[str] = Counter()
    for text in texts:
        pairs.update(map("".join, itertools.pairwise(text)))
    pairs = Counter({pair: count for pair, count in pairs.items() if not pair.isascii()})
    before: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for pair, count in pairs.items():
        before[pair[0]] += count
        if not pair[1].isascii():
            alone[f"*{pair[1]}"] += count
    levels = {pair: bits(alone[pair], alone.total()) for pair in most_common(alone, 0.999)}
    for pair in most_common(pairs, share):
        expected = SMOOTHING * alone[f"*{pair[1]}"] / alone.total()
        levels[pair] = bits(pairs[pair] + expected, before[pair[0]] + SMOOTHING)
    return by_level(levels)


def character_levels(texts: Iterable[str], share: float = 0.97) -> dict[int, list[str]]:
    """Bits of each character beyond ASCII among those."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(character for character in text if character > "\x7f")
    whole = counts.total()
    return by_level({c: bits(counts[c], whole) for c in most_common(counts, share)})


def most_common(counts: Counter[str], share: float) -> list[str]:
    wanted, left = [], share * counts.total()
    for item, count in counts.most_common():
        if left <= 0 or count < 3:
            break
        wanted.append(item)
        left -= count
    return wanted


def by_level(levels: dict[str, int]) -> dict[int, list[str]]:
    grouped: dict[int, list[str]] = {}
    for item in sorted(levels, key=lambda item: (levels[item], item)):
        grouped.setdefault(levels[item], []).append(item)
    return grouped


def written(levels: dict[int, list[str]]) -> str:
    """The table of a language: a word for each number of bits."""
    rows = ["".join(levels.get(bits, ["."])) for bits in range(max(levels) + 1)]
    return " ".join(row.replace(" ", "_") for row in rows)


def main() -> None:
    tables = {
        "pairs": {
            name: written(pair_levels([words(name, text) for text in messages(name)]))
            for name in ALPHABETIC
        },
        "characters": {name: written(character_levels(messages(name))) for name in IDEOGRAPHIC},
    }
    SPELLING.write_text(json.dumps(tables, ensure_ascii=False, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
