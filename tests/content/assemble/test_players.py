from __future__ import annotations

import pytest

from dehusk.content import Embed
from dehusk.content.assemble.players import watch_page
from tests.content.assemble import R, content, p


def embed(url: str, title: str | None = None) -> Embed:
    return Embed(url, R, title)


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("https://www.youtube.com/embed/abc_DEF-123?rel=0", "https://www.youtube.com/watch?v=abc_DEF-123"),
        ("https://www.youtube-nocookie.com/embed/abc_DEF-123", "https://www.youtube.com/watch?v=abc_DEF-123"),
        ("http://www.youtube.com/v/abc_DEF-123&hl=en", "https://www.youtube.com/watch?v=abc_DEF-123"),
        ("https://youtu.be/abc_DEF-123", "https://www.youtube.com/watch?v=abc_DEF-123"),
        ("https://www.youtube.com/embed/videoseries?list=PL123", "https://www.youtube.com/playlist?list=PL123"),
        ("https://www.youtube.com/embed/videoseries?rel=0&list=PL1", "https://www.youtube.com/playlist?list=PL1"),
        ("https://player.vimeo.com/video/76979871?h=1", "https://vimeo.com/76979871"),
        ("https://www.dailymotion.com/embed/video/x7tgad0", "https://www.dailymotion.com/video/x7tgad0"),
        ("https://fast.wistia.net/embed/iframe/abc", "https://fast.wistia.net/embed/iframe/abc"),
    ],
)  # fmt: skip
def test_the_page_to_watch_a_video_on(url, page):
    assert watch_page(url) == page
    assert content(f'<iframe src="{url}"></iframe>') == [embed(page)]


def test_titles():
    html = '<iframe src="//player.vimeo.com/video/1" title=" A  film "></iframe>'
    assert content(html) == [embed("https://vimeo.com/1", "A film")]
    html = '<iframe src="//youtube.com/embed/abcdefg" title="YouTube video player"></iframe>'
    assert content(html) == [embed("https://www.youtube.com/watch?v=abcdefg")]


def test_lazy_players():
    html = '<iframe src="about:blank" data-src="https://www.youtube.com/embed/abcdefg"></iframe>'
    assert content(html) == [embed("https://www.youtube.com/watch?v=abcdefg")]
    html = (
        '<lite-youtube videoid="abcdefg" playlabel="Play: X"><a href="/x">Play</a></lite-youtube>'
    )
    assert content(html) == [embed("https://www.youtube.com/watch?v=abcdefg", "Play: X")]


def test_other_players():
    url = "https://cdn.example.com/videos/player.html?id=7"
    assert content(f'<p>a</p><iframe src="{url}">fallback</iframe>') == [p("a"), embed(url)]


@pytest.mark.parametrize(
    "src",
    ["https://www.google.com/maps/embed?pb=1", "https://ads.example.com/frame", "", "javascript:x"],
)
def test_frames_that_play_nothing(src):
    assert content(f'<p>a</p><iframe src="{src}">fallback</iframe>') == [p("a")]


def test_video_and_audio():
    html = (
        '<video poster="/p.jpg" title="T"><source src="/v.webm"><source src="/v.mp4">No video.</video>'
        '<audio src="/a.mp3" aria-label="Listen"></audio><video src="blob:x"></video>'
    )
    assert content(html) == [
        embed("https://example.org/v.webm", "T"),
        embed("https://example.org/a.mp3", "Listen"),
    ]


def test_flash_of_old():
    html = '<object><param name="movie" value="x"><embed src="http://www.youtube.com/v/abcdefg"></object>'
    assert content(html) == [embed("https://www.youtube.com/watch?v=abcdefg")]


def test_the_same_player_twice_in_a_row_is_one():
    frame = '<iframe src="https://www.youtube.com/embed/abcdefg"></iframe>'
    assert content(f"{frame}<noscript>{frame}</noscript>") == [
        embed("https://www.youtube.com/watch?v=abcdefg")
    ]


def test_players_part_paragraphs():
    html = '<p>a <audio src="/a.mp3"></audio> b'
    assert content(html) == [p("a"), embed("https://example.org/a.mp3"), p("b")]
