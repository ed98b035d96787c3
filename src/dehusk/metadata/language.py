"""The language of a text, for pages that declare none: by its script, else by its small words.

>>> language_of_text("The water is hot, and that is what the leaves of this tea are waiting for.")
'en'
>>> language_of_text("お湯を沸かして、それから三分待ちます。"), language_of_text("Tee 1 2 3") is None
('ja', True)

Small words tell languages of one script apart within a few sentences. Where two languages have
nearly as many, nothing is said.
"""

from __future__ import annotations

import re
from collections import Counter

LETTERS_READ = 6_000
"""How much of a text is looked at."""
_LEAST_LETTERS = 12
_LEAST_WORDS, _LEAD = 4, 1.25
_WORD = re.compile(r"[^\W\d_]+")

_SCRIPTS = {
    "ja": "\u3040-\u30ff",
    "ko": "\uac00-\ud7a3",
    "zh": "\u4e00-\u9fff",
    "th": "\u0e00-\u0e7f",
    "he": "\u0590-\u05ff",
    "el": "\u0370-\u03ff",
    "ka": "\u10a0-\u10ff",
    "hy": "\u0530-\u058f",
    "ta": "\u0b80-\u0bff",
    "te": "\u0c00-\u0c7f",
    "bn": "\u0980-\u09ff",
    "gu": "\u0a80-\u0aff",
    "hi": "\u0900-\u097f",
    "ar": "\u0600-\u06ff",
    "ru": "\u0400-\u04ff",
    "la": "A-Za-zÀ-ÖØ-öø-\u024f\u1e00-\u1eff",
}
"""The letters of a script, by the language that most texts in it are of."""
_LETTERS = {name: re.compile(f"[{letters}]+") for name, letters in _SCRIPTS.items()}
_ASCII = bytes(range(128))
_SIGNS = bytes(code for code in _ASCII if not chr(code).isalpha())
_KANA_SHARE = 0.1
"""Japanese has Chinese letters, too; this much of a text in kana tells it."""

_SMALL_WORDS = {
    "ar": "في من على إلى أن هذا التي الذي كان مع عن ما لا هذه ذلك بعد قد كل",
    "fa": "در به از که این را با است برای آن های می یک خود تا شد بود کرد",
    "ur": "کے کی میں ہے اور سے کا کو نے پر یہ ہیں کر بھی نہیں اس ہو تھا",
    "ru": "и в не на что с как по это из к у за от для его но она они был он который так же при или бы",
    "uk": "і в не на що з як та до це у за від для його але вона вони був є",
    "bg": "и в не на че с как за от да се са той но тя те беше ще си това",
    "sr": "и у не на да се је са за од као су то али који они био",
    "en": "the of and to in is that for it was on with as are this be at by from have not you",
    "de": "der die und das ist in den von zu mit nicht auf für ein eine sich dem auch es im wie",
    "fr": "le la les des et en un une est que dans pour qui pas sur du au plus par avec ce il",
    "es": "el la los de que y en un una es se por con para no su las del al lo como más",
    "pt": "o a os de que e em um uma é se por com para não sua as do da no na mais como",
    "it": "il la di che e in un una è per con non si sono del della le i al più come da",
    "nl": "de het een van en in is dat op te voor met zijn niet aan er ook als om bij door",
    "sv": "och i att det som en på är av för med den till inte har de ett om var jag",
    "da": "og i at det som en på er af for med den til ikke har de et om var jeg der",
    "no": "og i at det som en på er av for med den til ikke har de et om var jeg ble",
    "fi": "ja on ei se että oli hän en mutta ovat niin kun joka myös mitä kuin tai sen",
    "pl": "i w nie na z się do to że jest jak o po za od dla są przez ale był oraz",
    "cs": "a v se na je že to s z do o ve k za by ale jako jsem byl který podle pro",
    "sk": "a v sa na je že to s z do o vo k za by ale ako som bol ktorý podľa pre",
    "hu": "a az és hogy nem is egy ez van volt meg de csak már vagy mint ha lehet",
    "ro": "și de în la a cu pe nu că din este o un mai care pentru sunt au fost prin",
    "tr": "ve bir bu da de için ile çok olarak daha olan gibi ne kadar sonra en değil var",
    "vi": "và của là có không được cho trong một với những các này đã người khi để",
    "id": "yang dan di dengan untuk ini dari pada tidak itu dalam akan adalah ke juga oleh",
    "hr": "i u je na se da su za od s kao koji nije ali bio biti sa ili što te",
}
_WORDS = {name: frozenset(words.split()) for name, words in _SMALL_WORDS.items()}
_OF_SCRIPT = {"ar": ("ar", "fa", "ur"), "ru": ("ru", "uk", "bg", "sr")}
_OF_LATIN = tuple(name for name in _WORDS if name not in "ar fa ur ru uk bg sr".split())


def language_of_text(text: str) -> str | None:
    """The language of a text as BCP 47 writes it, None where that is not clear."""
    text = text[:LETTERS_READ]
    letters = _letters(text)
    total = sum(letters.values())
    if total < _LEAST_LETTERS:
        return None
    script = max(letters, key=letters.__getitem__)
    if script in ("ja", "zh"):
        return "ja" if letters["ja"] > _KANA_SHARE * total else "zh"
    if script == "la":
        return _by_small_words(text, _OF_LATIN)
    return _by_small_words(text, _OF_SCRIPT[script]) if script in _OF_SCRIPT else script


def _letters(text: str) -> dict[str, int]:
    """How many letters of each script a text has. Each takes its own away: little is looked at often."""
    octets = text.encode(errors="replace")
    rest = octets.translate(None, _ASCII).decode()
    letters = {}
    for name, script in _LETTERS.items():
        others = script.sub("", rest) if rest else rest
        letters[name] = len(rest) - len(others)
        rest = others
    letters["la"] += len(octets.translate(None, _SIGNS)) - len(octets.translate(None, _ASCII))
    return letters


def _by_small_words(text: str, languages: tuple[str, ...]) -> str | None:
    counts = Counter(_WORD.findall(text.lower()))
    found = sorted(
        (
            (sum([counts[word] for word in _WORDS[name] & counts.keys()]), name)
            for name in languages
        ),
        reverse=True,
    )
    (most, best), (second, _) = found[:2]
    return best if most >= _LEAST_WORDS and most >= _LEAD * second else None
