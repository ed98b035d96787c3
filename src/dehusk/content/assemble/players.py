"""Embedded video and sound, as an address that a reader can open."""

from __future__ import annotations

import re

from dehusk.content.assemble.judge import Handler, Judge
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


def _frame(judge: Judge, position: int) -> int:
    """`iframe` and `embed`: a player, or nothing."""
    for name in _SOURCES:
        url = _address(judge, judge.kept.attribute(position, name))
        if url is not None and _PLAYER.search(url):
            _add(judge, position, url)
            break
    return judge.kept.ends[position]


def _object(judge: Judge, position: int) -> int:
    """`object`: a player, or else what is inside of it."""
    url = _address(judge, judge.kept.attribute(position, "data"))
    if url is None or not _PLAYER.search(url):
        return position + 1
    _add(judge, position, url)
    return judge.kept.ends[position]


def _media(judge: Judge, position: int) -> int:
    """`video` and `audio`: their own source or the first that they name; never their fallback."""
    kept = judge.kept
    page = kept.page
    addresses = [kept.attribute(position, name) for name in _SOURCES]
    for row in page.first_children(kept.rows[position], _MOST_SOURCES):
        if page.tag_name(row) == "source":
            addresses.extend(page.attribute(row, name) for name in ("src", "data-src"))
    urls = (_address(judge, address) for address in addresses)
    url = next((url for url in urls if url is not None), None)
    if url is not None:
        _add(judge, position, url)
    return kept.ends[position]


def _lite_player(page: str) -> Handler:
    def handle(judge: Judge, position: int) -> int:
        for name in ("videoid", "data-videoid"):
            number = judge.kept.attribute(position, name)
            if number and _NUMBER.fullmatch(number):
                _add(judge, position, page.format(number))
                return judge.kept.ends[position]
        return position + 1

    return handle


def _address(judge: Judge, address: str | None) -> str | None:
    url = judge.addresses.resolve(address) if address else None
    return None if url is None or url.startswith("#") else url


def _add(judge: Judge, position: int, url: str) -> None:
    kept = judge.kept
    names = (kept.attribute(position, name) for name in ("title", "aria-label", "playlabel"))
    title = next((" ".join(name.split()) for name in names if name and name.strip()), None)
    if title is not None and title.lower() in _IDLE_TITLES:
        title = None
    judge.player(watch_page(url), title)


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
