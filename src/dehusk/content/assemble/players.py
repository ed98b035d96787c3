"""Embedded video and sound, as an address that a reader can open."""

from __future__ import annotations

import re

from dehusk.content.assemble.classifier import Classifier, Handler
from dehusk.page.tags import Tag

_SOURCES = ("src", "data-src", "data-lazy-src", "data-litespeed-src", "data-url", "data-original")
_PLAYER = re.compile(
    r"^https?://(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com/(?:embed|v|shorts|live)/|youtu\.be/"
    r"|vimeo\.com/|dailymotion\.com/|dai\.ly/|wistia\.(?:com|net)/|brightcove\.(?:com|net)/"
    r"|jwplayer\.com/|jwplatform\.com/|twitch\.tv/|tiktok\.com/|rutube\.ru/|bilibili\.com/"
    r"|vk\.com/video|streamable\.com/|loom\.com/|vidyard\.com/|ted\.com/|soundcloud\.com/"
    r"|spotify\.com/|podcasts\.apple\.com/|facebook\.com/plugins/video|ooyala\.com/|kaltura\.com/"
    r"|aparat\.com/|youku\.com/|v\.qq\.com/)"
    r"|^https?://[^?#]*(?:[/._-]|\b)(?:video|videos|videoplayer|player|audio|podcast)(?:[/._?-]|$)"
    r"|\.(?:mp4|webm|m4v|ogv|mp3|m4a|ogg)(?:$|[?#])",
    re.IGNORECASE,
)
_PAGES = (
    (
        re.compile(
            r"youtube(?:-nocookie)?\.com/(?:embed|v)/videoseries\?(?:[^?]*&)?list=([\w-]+)", re.I
        ),
        "https://www.youtube.com/playlist?list={}",
    ),
    (
        re.compile(
            r"(?:youtube(?:-nocookie)?\.com/(?:embed|v|shorts|live)|youtu\.be)/([\w-]{5,20})", re.I
        ),
        "https://www.youtube.com/watch?v={}",
    ),
    (re.compile(r"player\.vimeo\.com/video/(\d+)", re.I), "https://vimeo.com/{}"),
    (
        re.compile(r"(?:dailymotion\.com/(?:embed/)?video|dai\.ly)/(\w+)", re.I),
        "https://www.dailymotion.com/video/{}",
    ),
)
_NUMBER = re.compile(r"[\w-]{1,30}")
_MOST_SOURCES = 20
_IDLE_TITLES = frozenset(
    (
        "youtube video player",
        "video player",
        "embedded video",
        "iframe",
        "video",
        "vimeo video player",
    )
)


def watch_page(url: str) -> str:
    """The page to watch a video on, where the address of its player tells it.

    >>> watch_page("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0")
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    """
    for pattern, page in _PAGES:
        found = pattern.search(url)
        if found:
            return page.format(found[1])
    return url


def _frame(classifier: Classifier, position: int) -> int:
    """`iframe` and `embed`: a player, or nothing."""
    for name in _SOURCES:
        url = _address(classifier, classifier.kept.attribute(position, name))
        if url is not None and _PLAYER.search(url):
            _add(classifier, position, url)
            break
    return classifier.kept.ends[position]


def _object(classifier: Classifier, position: int) -> int:
    """`object`: a player, or else what is inside of it."""
    url = _address(classifier, classifier.kept.attribute(position, "data"))
    if url is None or not _PLAYER.search(url):
        return position + 1
    _add(classifier, position, url)
    return classifier.kept.ends[position]


def _media(classifier: Classifier, position: int) -> int:
    """`video` and `audio`: their own source or the first that they name; never their fallback."""
    kept = classifier.kept
    page = kept.page
    addresses = [kept.attribute(position, name) for name in _SOURCES]
    for row in page.first_children(kept.rows[position], _MOST_SOURCES):
        if page.tag_name(row) == "source":
            addresses.extend(page.attribute(row, name) for name in ("src", "data-src"))
    urls = (_address(classifier, address) for address in addresses)
    url = next((url for url in urls if url is not None), None)
    if url is not None:
        _add(classifier, position, url)
    return kept.ends[position]


def _lite_player(page: str) -> Handler:
    def handle(classifier: Classifier, position: int) -> int:
        for name in ("videoid", "data-videoid"):
            number = classifier.kept.attribute(position, name)
            if number and _NUMBER.fullmatch(number):
                _add(classifier, position, page.format(number))
                return classifier.kept.ends[position]
        return position + 1

    return handle


def _address(classifier: Classifier, address: str | None) -> str | None:
    url = classifier.addresses.resolve(address) if address else None
    return None if url is None or url.startswith("#") else url


def _add(classifier: Classifier, position: int, url: str) -> None:
    kept = classifier.kept
    names = (kept.attribute(position, name) for name in ("title", "aria-label", "playlabel"))
    title = next((" ".join(name.split()) for name in names if name and name.strip()), None)
    if title is not None and title.lower() in _IDLE_TITLES:
        title = None
    classifier.player(watch_page(url), title)


PLAYER_TAGS: dict[int, Handler] = {
    Tag.IFRAME: _frame,
    Tag.EMBED: _frame,
    Tag.OBJECT: _object,
    Tag.VIDEO: _media,
    Tag.AUDIO: _media,
}
PLAYER_NAMES: dict[str, Handler] = {
    "lite-youtube": _lite_player("https://www.youtube.com/watch?v={}"),
    "amp-youtube": _lite_player("https://www.youtube.com/watch?v={}"),
    "lite-vimeo": _lite_player("https://vimeo.com/{}"),
    "amp-vimeo": _lite_player("https://vimeo.com/{}"),
}
