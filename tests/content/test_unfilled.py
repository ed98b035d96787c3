"""What stands on a page until a script fills it is no content."""

from __future__ import annotations

import pytest

import dehusk

REASON = "A script fills the page: render it first."
APP = "<div id=root></div><script src=/app.js></script>"


@pytest.mark.parametrize("method", ["default", "cnr"])
@pytest.mark.parametrize(
    "shell",
    [
        "<noscript>You need to enable JavaScript to run this app.</noscript>",
        "<noscript><p>Включите JavaScript, чтобы открыть эту страницу.</p></noscript>",
        "<a href=#main class=button>Skip to the main content of this page</a><main id=main></main>",
        "<a href=/tea#main>Skip to the main content of this page</a><main id=main></main>",
        "<span class=sr-only>Skip to the main content of this page</span>",
        "<button class=c-skip>Aller au contenu principal de la page</button>",
        "<a href=#main>Skip to the main content</a><div id=app>Loading this page for you</div>",
        "<main><p role=status>Please wait a moment, the page is loading now.</p></main>",
        "<main aria-busy=true><p>Proszę czekać, trwa wczytywanie tej strony.</p></main>",
        "<div class='page-loader'><p>请稍候，页面正在加载中，谢谢您的耐心等待。</p></div>",
        "<div id=outdated-browser><p>Dein Browser ist leider veraltet. Lade einen neueren.</p></div>",
        "<div hidden><h1>Shop</h1><p>I am shopping for something nice today.</p></div>",
    ],
)
def test_a_stand_in_is_no_content(shell: str, method: str) -> None:
    document = dehusk.extract(f"<title>Tea</title><body>{shell}{APP}", method=method)
    assert document.text == ""
    assert document.reason


def test_the_reason_says_what_to_do() -> None:
    notice = "<noscript>You need to enable JavaScript to run this app.</noscript>"
    assert dehusk.extract(f"<body>{notice}{APP}").reason == REASON


@pytest.mark.parametrize(
    "page",
    [
        "<noscript><p>{}</p></noscript>",
        "<main class=loading><p>{}</p></main>",
        "<html class=no-js><body class=no-js><p>Boil water, then wait for a while.</p>",
        "<p>Boil water, then wait for a while.</p><noscript>Turn scripts on.</noscript>",
        "<div id=root><p>Boil water, then wait for a while.</p></div>",
        "<p class=usr-only>Boil water, then wait for a while.</p>",
        "<p class=payload>Boil water, then wait for a while.</p>",
        "<p>Boil water, <a href=/tea#green>then</a> wait for a while.</p>",
    ],
)
def test_content_stays(page: str) -> None:
    text = "Boil water, then wait for a while. " * 8
    assert "Boil water" in dehusk.extract(page.format(text), method="cnr").text


def test_the_data_of_the_script_is_the_content() -> None:
    body = "Bread needs flour, water and salt. " * 20
    data = f'<script type="application/ld+json">{{"articleBody": "{body}"}}</script>'
    notice = "<noscript>You need to enable JavaScript to run this app.</noscript>"
    document = dehusk.extract(f"<body>{notice}{data}")
    assert document.reason is None
    assert document.text.startswith("Bread needs flour")
