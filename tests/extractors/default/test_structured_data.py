"""What a page states of its own body, and where its blocks stand to that."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dehusk import parse
from dehusk.extractors.default.features import NAMES, block_features
from dehusk.extractors.default.features.structured_data import BODY_LIMIT, MEANINGS

STORY = "Bread needs flour, water and salt, and then a lot of time."
LINES = [f"Line {number} of the story: {STORY}" for number in "one two three".split()]
PAGE = "<nav>Home and all the other pages</nav>{}<p>{}</p><footer>Read next: {}</footer>"


def columns_of(html: str) -> dict[str, list[float]]:
    features = block_features(parse(html))[1]
    return {name: features[:, NAMES.index(name)].round(3).tolist() for name in MEANINGS}


def script(**fields: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@graph": [fields]})}</script>'


def page(before: str = "") -> str:
    return PAGE.format(before, "</p><p>".join(LINES), "how bricks are made of clay and straw")


def test_a_page_that_states_nothing() -> None:
    columns = columns_of(page())
    assert set(columns["in body"]) == set(columns["in description"]) == {-1.0}
    assert set(columns["body length"]) == set(columns["marked as body"]) == {0.0}
    assert set(columns["after body"]) == {-1.0}


def test_blocks_that_are_in_the_body() -> None:
    columns = columns_of(script(articleBody="\n".join(LINES)) + page())
    assert columns["in body"] == [0, 1, 1, 1, 0]
    assert columns["before body"][:2] == [pytest.approx(np.log1p(1), abs=1e-3), 0]
    assert columns["after body"][3:] == [0, pytest.approx(np.log1p(1), abs=1e-3)]
    assert set(columns["body found"]) == {1.0}


def test_runs_that_differ_in_two_letters_are_told_apart() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    runs = [f"breadan{one}butteri{other}" for one in letters for other in letters]
    said = f"<meta name=description content='{' '.join(runs[::2])}'>"
    columns = columns_of(said + "".join(f"<p>{run}</p>" for run in runs))
    assert columns["in description"] == [1, 0] * (len(runs) // 2)


@pytest.mark.parametrize(
    "text",
    [
        "Тесто и вода, и соль, и много времени",
        "面包需要面粉、水和盐，还要很多时间",
        "L’été, «le pain» — c’est\u00a0l’œuvre",
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_any_script_escaped_or_not(text: str, ascii_only: bool) -> None:
    body = json.dumps({"articleBody": f"{text}. “Ja”, said he."}, ensure_ascii=ascii_only)
    straight = text.replace("’", "'").replace("\u00a0", " ")
    columns = columns_of(
        f"<script type=application/ld+json>{body}</script><p>{straight}<p>Ends here"
    )
    assert columns["in body"][0] == 1
    assert columns["in body"][1] <= 0


def test_of_two_bodies_the_longer_counts() -> None:
    html = script(articleBody="A teaser.") + script(articleBody="\n".join(LINES)) + page()
    assert columns_of(html)["in body"] == [0, 1, 1, 1, 0]


def test_other_scripts_do_not_count() -> None:
    html = f'<script>var x = {{"articleBody": "{STORY}"}}</script><p>{STORY}'
    assert columns_of(html)["in body"] == [-1]


def test_descriptions() -> None:
    meta = f'<meta property="og:description" content="{LINES[0]}"><meta name=description content=Short>'
    columns = columns_of(meta + page())
    assert columns["in description"][1] == 1
    assert columns["in description"][4] == 0


def test_marked_bodies() -> None:
    columns = columns_of(f"<p>Before<div itemprop=articleBody><p>{STORY}<p>And more</div><p>After")
    assert columns["marked as body"] == [0, 1, 1, 0]
    assert columns["page marks body"] == [1, 1, 1, 1]


def test_templates_that_no_script_has_filled() -> None:
    assert columns_of("<p>Hello {{ name }}<p>Hello Ann")["braces"] == [1, 0]


def test_endless_bodies_are_read_in_part() -> None:
    body = "".join(f"word{number} " for number in range(BODY_LIMIT // 5))
    columns = columns_of(
        script(articleBody=body) + "<p>word1 word2 word3 word4</p><p>" + body[-60:]
    )
    assert columns["in body"] == [1, 0]


@pytest.mark.parametrize("end", ["", '"', "\\", "\\u", "\\u12", '\\"', "\\ud83d"])
def test_bodies_that_are_cut_off(end: str) -> None:
    html = f'<script type=application/ld+json>{{"articleBody": "{STORY}{end}</script><p>{STORY}'
    assert columns_of(html)["in body"] == [1]
