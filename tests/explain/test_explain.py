"""The report: every block is there with its decision, nothing from outside gets in or is loaded."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from dehusk import extract, parse
from dehusk.explain import explain, verdicts
from dehusk.explain.listing import MOST_LISTED
from dehusk.extractors.default.method import Default
from dehusk.selection import NOT_SELECTED, Selection
from dehusk.views.blocks import Blocks
from tests.conftest import PAGES

PAGE = """<title>Tea &amp; time</title><nav><a href=/>Home</a></nav>
<div><h1>Tea &amp; time</h1><p>Boil <b>water</b>, then wait.</p><p>Pour it.</p>one<br><br>two</div>
<pre>  brew()
    stir()</pre><footer>© Nobody</footer>"""


def selection_of(html: str, *kept: str) -> Selection:
    """The texts that hold one of the words are kept."""
    page = parse(html)
    mask = np.array(
        [
            bool(page.is_text[row]) and any(word in page.text_of(row) for word in kept)
            for row in range(len(page))
        ]
    )
    return Selection.of_leaves(page, mask, reason="has a good word", score=mask * 2.5)


# Verdicts


def test_every_block_has_a_verdict() -> None:
    page = parse(PAGE)
    found = verdicts(Blocks.of(page), selection_of(PAGE, "Boil", "water", ", then", "one"))
    assert [(verdict.tag, verdict.state) for verdict in found] == [
        ("nav", "dropped"),
        ("h1", "dropped"),
        ("p", "kept"),
        ("p", "dropped"),
        ("div", "kept"),
        ("div", "dropped"),
        ("pre", "dropped"),
        ("footer", "dropped"),
    ]
    assert [verdict.reasons for verdict in found[2:4]] == [("has a good word",), (NOT_SELECTED,)]
    assert [verdict.score for verdict in found[2:4]] == [2.5, 0.0]
    assert [verdict.words for verdict in found] == [1, 2, 4, 2, 1, 1, 2, 1]


def test_a_block_that_was_kept_in_part() -> None:
    page = parse(PAGE)
    verdict = verdicts(Blocks.of(page), selection_of(PAGE, "water"))[2]
    assert verdict.state == "partly"
    assert [(run.text, run.kept) for run in verdict.runs] == [
        ("Boil ", False),
        ("water", True),
        (", then wait.", False),
    ]
    assert (verdict.words_kept, verdict.words) == (1, 4)
    assert verdict.reasons == (NOT_SELECTED, "has a good word")


def test_white_space_is_kept_in_code_only() -> None:
    page = parse(PAGE)
    found = verdicts(Blocks.of(page), Selection.nothing(page, "No."))
    assert found[6].runs[0].text == "  brew()\n    stir()"
    assert found[6].is_preformatted


def test_a_path_leads_to_the_element_or_to_the_text_where_others_share_it() -> None:
    page = parse(PAGE)
    found = verdicts(Blocks.of(page), Selection.nothing(page, "No."))
    assert [verdict.xpath for verdict in found[2:6]] == [
        "/html/body/div/p[1]",
        "/html/body/div/p[2]",
        "/html/body/div/text()[1]",
        "/html/body/div/text()[2]",
    ]


# The report


class Elements(HTMLParser):
    """The tags, attributes and text of a report."""

    def __init__(self, report: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(report)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


def test_the_report_shows_the_blocks_in_order() -> None:
    page = parse(PAGE, url="https://example.org/tea")
    report = explain(
        page,
        replace(selection_of(PAGE, "Boil", "water", ", then", "one"), confidence=0.875),
        method="words",
        parameters={"words": ("Boil",)},
        seconds={"parse": 0.0012, "select": 0.0004},
    )
    elements = Elements(report)
    states = [(attributes["class"] or "").split()[0] for attributes in elements.named("li")]
    assert states == ["dropped", "dropped", "kept", "dropped", "kept", *["dropped"] * 3]
    for part in ("Tea & time", "words = ('Boil',)", "has a good word", "/html/body/div/p[1]"):
        assert part in elements.text
    for figure in ("5 of 14 · 36 %", "2 of 8 · 25 %", "0.88 of 1", "1.6 ms parse 1.2 · select 0.4"):
        assert figure in elements.text
    assert {"href": "https://example.org/tea", "rel": "noopener noreferrer"} in elements.named("a")


def test_text_runs_its_own_way() -> None:
    page = parse("<title>شاي</title><p>الشاي ساخن</p>")
    elements = Elements(explain(page, Selection.nothing(page, "No.")))
    assert {"dir": "auto"} in elements.named("h1")
    assert {"class": "text", "dir": "auto"} in elements.named("div")


def test_a_problem_is_told() -> None:
    page = parse("<p>Tea")
    report = explain(page, Selection.nothing(page, "There is <no> content."))
    assert "Nothing was kept. There is &lt;no&gt; content." in report


@pytest.mark.parametrize("html", ["", "<script>1</script>", "<img>"])
def test_a_page_without_text(html: str) -> None:
    page = parse(html)
    report = explain(page, Selection.nothing(page, "No text."))
    assert "The page has no text." in report
    assert "A page without a title" in report


HOSTILE = """<title>&lt;/title>&lt;script>alert(1)&lt;/script></title>
<p>&lt;script>alert(2)&lt;/script> &lt;img src=x onerror=alert(3)> "quoted" 'too' &amp;amp;</p>
<p>\x01\x08\x1b[2J\u202eevil</p><x-&quot;onload=alert(4)>custom</x-&quot;onload=alert(4)>
<p>--> ]]> &lt;/style> &lt;/li></p>"""


def test_nothing_of_the_page_gets_out_of_its_text() -> None:
    page = parse(HOSTILE, url='javascript:alert("5")')
    name = '"><script>alert(6)</script>'
    report = explain(
        page,
        Selection.of_leaves(page, page.is_text, reason=name),
        method=name,
        parameters={name: name},
        seconds={name: 1.0},
        columns={name: [name] * len(Blocks.of(page))},
    )
    elements = Elements(report)
    assert len(elements.named("script")) == 1
    assert not elements.named("img")
    assert not any(key.startswith("on") for _, attributes in elements.tags for key in attributes)
    links = [attributes["href"] or "" for attributes in elements.named("a")]
    assert all(link.startswith("#") for link in links)
    assert not set(report) & {chr(code) for code in range(32) if chr(code) not in "\n"}


def test_the_report_loads_nothing() -> None:
    page = parse(PAGE, url="https://example.org/")
    elements = Elements(explain(page, selection_of(PAGE, "Boil")))
    loading = {"src", "srcset", "style", "data", "action", "poster", "background", "xlink:href"}
    assert not {key for _, attributes in elements.tags for key in attributes} & loading
    assert not elements.named("link")
    assert not elements.named("base")


def test_the_policy_admits_our_own_style_and_script_only() -> None:
    page = parse(PAGE)
    report = explain(page, selection_of(PAGE, "Boil"))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', report)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; ")
    assert "unsafe" not in policy[1]
    for name in ("style", "script"):
        content = re.search(f"<{name}>(.*?)</{name}>", report, re.DOTALL)
        assert content is not None
        digest = b64encode(sha256(content[1].encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy[1]


def test_further_columns() -> None:
    page = parse(PAGE)
    count = len(Blocks.of(page))
    report = explain(
        page,
        selection_of(PAGE, "Boil"),
        columns={
            "Probability": np.linspace(0, 1, count).tolist(),
            "Odds": [float("nan")] * (count - 1) + [float("inf")],
            "Features": [f"feature {index}" for index in range(count)],
        },
    )
    heads = re.search(r'<div class="heads">(.*)</div></div>', report)
    assert heads is not None
    assert re.findall("<span>(.*?)</span>", heads[1]) == ["Tag", "Text", "Score", "Probability"]
    assert "<dt>Features</dt><dd>feature 3</dd>" in report
    with pytest.raises(ValueError, match="'Odds': 1 values for 8 blocks"):
        explain(page, selection_of(PAGE, "Boil"), columns={"Odds": [1]})


# Large and strange pages


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize(
    "html",
    [
        "<p>Tea is ready." * 30_000,
        "<div>" * 5_000 + "deep" + "<p>and deeper</p>" * 2_000,
        "<p>" + "tea " * 1_000_000,
        "<i>t</i><b>e</b>" * 50_000,
    ],
    ids=["long", "deep", "one text", "inline"],
)
def test_large_pages(html: str) -> None:
    page = parse(html)
    start = time.process_time()
    report = explain(page, Selection.of_leaves(page, page.is_text, reason="all"))
    assert time.process_time() - start < 8
    assert len(report) < 60_000_000


def test_a_long_list_is_in_sections() -> None:
    page = parse("<p>Tea is ready." * 1_050)
    elements = Elements(explain(page, Selection.nothing(page, "No.")))
    assert {"class": "long"} in elements.named("main")
    assert len(elements.named("ol")) == 11
    assert len(elements.named("li")) == 1_050


def test_long_texts_are_cut() -> None:
    page = parse("<p>" + "tea " * 50_000)
    report = explain(page, Selection.nothing(page, "No."))
    assert "characters more" in report
    assert len(report) < 60_000


@pytest.mark.browser
def test_a_browser_shows_it_and_asks_for_nothing(tmp_path: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium")
    page = parse(PAGE)
    (tmp_path / "report.html").write_text(explain(page, selection_of(PAGE, "Boil", "one")))
    result = subprocess.run(
        [
            chromium,
            *("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"),
            *("--enable-logging=stderr", "--dump-dom", (tmp_path / "report.html").as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert '<span class="search">' in result.stdout, "the script has run and shows the search"
    assert "Content Security Policy" not in result.stderr
    assert "CONSOLE" not in result.stderr


def test_blocks_have_their_bytes() -> None:
    page = parse("<h1>Tea</h1><p>Boil water.</p>")
    found = verdicts(Blocks.of(page), Selection.nothing(page, "No."))
    sources = [page.source[slice(*verdict.source)] for verdict in found]
    assert sources == [b"<h1>Tea</h1>", b"<p>Boil water.</p>"]
    assert "<dt>Bytes</dt><dd>12–30</dd>" in explain(
        page, Selection.nothing(page, "No."), method="none"
    )


def test_a_report_lists_no_more_blocks_than_a_browser_shows() -> None:
    page = parse("<p>x" * (MOST_LISTED + 7))
    report = explain(page, Selection.of_subtrees(page, [0], reason="all of it"))
    assert report.count("<li id=") == MOST_LISTED
    assert "7 more blocks are not listed." in report
    assert f"{MOST_LISTED + 7:,}" in report
    assert f'href="#b{MOST_LISTED}' not in report


def test_pictures_stand_among_the_texts() -> None:
    page = parse(
        "<article><p>Tea is here.</p><img src=/pot.jpg alt='A <b>pot</b>'><p>Boil it.</p></article>"
        "<img src='https://example.org/banner.png'><img>"
    )
    selection = extract(page, method="semantic").selection
    report = explain(page, selection, columns={"because": ["first", "last"]})
    order = [
        report.index(text) for text in ("Tea is here.", "A &lt;b&gt;pot", "Boil it.", "banner.png")
    ]
    assert order == sorted(order)
    assert "<dt>Pictures kept</dt><dd>1 <small>of 2" in report
    assert "<dt>Blocks kept</dt><dd>2 <small>of 2" in report
    assert report.index(">first<") < report.index("A &lt;b&gt;pot") < report.index(">last<")
    assert report.count("<dt>Because</dt>") == 2
    assert "<img" not in report


def test_a_score_is_shown_once_and_reasons_in_words() -> None:
    page = parse((PAGES / "news" / "page.html").read_bytes())
    method = Default()
    columns = method.explain_blocks(Blocks.of(page))
    report = explain(page, method.select(page), columns=columns)
    assert "robability" not in report
    assert report.count("<dt>Score</dt>") == len(Blocks.of(page))
    facts = report[report.index("<dt>Because</dt>") :]
    assert facts.index("a link to another page, above the title") < facts.index('class="detail"')
