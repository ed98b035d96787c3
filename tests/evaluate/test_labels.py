"""Gold labels on leaves: a text found again on its page."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import parse
from dehusk.evaluate.align import align
from dehusk.evaluate.labels import gold_leaves
from dehusk.evaluate.leaves import LeafTokens

TEXT = (
    "Bread needs only flour, water, salt and time. Mix everything in a large bowl until no dry flour"
    " is left, cover it and wait for twelve hours."
)
MORE = (
    "Then shape the dough, let it rest for an hour and bake it in a very hot oven until it is dark."
)


def kept(html: str, gold: str) -> list[str]:
    """The text leaves that are content, without those of white space."""
    page = parse(html)
    mask = gold_leaves(page, gold)
    assert not (mask & ~page.leaves).any()
    assert not (mask & page.is_inert).any()
    texts = [page.text_of(row).strip() for row in mask.nonzero()[0] if page.is_text[row]]
    return [text for text in texts if text]


def test_content_and_nothing_else() -> None:
    html = f"<nav>Home News</nav><h1>Bread</h1><p>{TEXT}</p><p>{MORE}</p><footer>Imprint</footer>"
    assert kept(html, f"Bread\n\n{TEXT}\n{MORE}") == ["Bread", TEXT, MORE]


def test_inline_markup_and_words_cut_in_two() -> None:
    assert kept("<nav>Menu</nav><p>Br<b>ea</b>d needs <i>time</i>.</p>", "Bread needs time.") == [
        "Br",
        "ea",
        "d needs",
        "time",
        ".",
    ]


def test_a_title_that_the_menu_repeats_is_the_one_before_the_text() -> None:
    html = f"<nav><a>Bread</a> <a>Tea</a></nav><div>All recipes</div><h1>Bread</h1><p>{TEXT}</p>"
    page = parse(html)
    mask = gold_leaves(page, f"Bread\n{TEXT}")
    assert [page.tag_name(int(page.parent[row])) for row in mask.nonzero()[0]] == ["h1", "p"]


def test_a_name_that_stands_twice_is_the_one_next_to_its_text() -> None:
    html = (
        f"<p>{TEXT}</p><ul><li>Top posters</li><li>Ann Baker</li><li>Bob Miller</li></ul>"
        f"<p>Ann Baker</p><p>{MORE}</p>"
    )
    page = parse(html)
    mask = gold_leaves(page, f"{TEXT}\nAnn Baker\n{MORE}")
    assert [page.tag_name(int(page.parent[row])) for row in mask.nonzero()[0]] == ["p", "p", "p"]


def test_of_a_text_that_stands_twice_one_copy_is_content() -> None:
    copy = f"<div><h2>Bread</h2><p>{TEXT}</p><p>{MORE}</p></div>"
    page = parse(f"<nav>Home</nav>{copy}<p>For telephones:</p>{copy}<footer>Imprint</footer>")
    mask = gold_leaves(page, f"Bread\n{TEXT}\n{MORE}")
    rows = mask.nonzero()[0]
    assert len(rows) == 3
    assert page.parent[page.parent[rows[0]]] == page.parent[page.parent[rows[-1]]]


def test_text_in_another_order_is_found() -> None:
    html = f"<p>{MORE}</p><nav>Home</nav><p>{TEXT}</p>"
    assert kept(html, f"{TEXT}\n{MORE}") == [MORE, TEXT]


def test_words_of_a_passage_that_is_not_there_are_no_content() -> None:
    html = f"<nav><a>Water</a><a>Salt and time</a><a>Oven</a></nav><p>{TEXT}</p>"
    assert kept(html, f"Only the best oven and some water make it.\n{TEXT}") == [TEXT]


def test_half_of_the_tokens_is_enough_and_less_is_not() -> None:
    html = f"<p>{TEXT}</p><p>one two three four five six seven eight</p><p>{MORE}</p>"
    half = "one two three four nine ten eleven twelve"
    assert len(kept(html, f"{TEXT}\n{half}\n{MORE}")) == 3
    less = "one two three nine ten eleven twelve thirteen"
    assert len(kept(html, f"{TEXT}\n{less}\n{MORE}")) == 2


def test_leaves_without_words_follow_their_neighbours() -> None:
    page = parse(f"<img id=a><p>{TEXT}</p><img id=b><p>{MORE}<br>—</p><img id=c><p>Imprint</p>")
    mask = gold_leaves(page, f"{TEXT}\n{MORE}")
    pictures = {page.attribute(row, "id") for row in mask.nonzero()[0]} - {None}
    assert pictures == {"b"}


def test_an_empty_gold_keeps_nothing() -> None:
    assert kept(f"<p>{TEXT}</p>", "") == []
    assert kept(f"<p>{TEXT}</p>", " \n ") == []
    assert kept("", TEXT) == []


def test_scripts_and_hidden_heads_are_never_content() -> None:
    assert kept(f"<title>{TEXT}</title><script>{TEXT}</script><p>{TEXT}</p>", TEXT) == [TEXT]


def test_noscript_can_be_content() -> None:
    assert kept(f"<body><noscript><p>{TEXT}</p></noscript><p>Enable scripts</p>", TEXT) == [TEXT]


@pytest.mark.parametrize(
    ("html", "gold", "expected"),
    [
        (
            "<nav>首页 新闻</nav><p>面包需要面粉、水、盐和时间。</p>",
            "面包需要面粉、水、盐和时间。",
            1,
        ),
        ("<nav>หน้าแรก</nav><p>ขนมปังต้องใช้แป้ง น้ำ เกลือ</p>", "ขนมปังต้องใช้แป้ง น้ำ เกลือ", 1),
    ],
)
def test_scripts_without_spaces(html: str, gold: str, expected: int) -> None:
    assert len(kept(html, gold)) == expected


@pytest.mark.timed
@pytest.mark.slow
def test_a_long_page_of_few_words_takes_seconds_at_most() -> None:
    """The worst case for a subsequence: long, repetitive, nothing stands once."""
    draw = random.Random(1)
    words = [draw.choice(("tea", "milk", "sugar", "water")) for _ in range(60_000)]
    page = parse("".join(f"<p>{' '.join(words[at : at + 20])}</p>" for at in range(0, 60_000, 20)))
    start = time.perf_counter()
    gold_leaves(page, " ".join(words[20_000:50_000]))
    assert time.perf_counter() - start < 20


# Alignment

short_texts = st.lists(st.sampled_from("abcdefg"), max_size=60)


@settings(max_examples=200)
@given(short_texts, st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8), max_size=6))
def test_alignment_matches_equal_tokens_once(page: list[str], lines: list[list[str]]) -> None:
    gold = [token for line in lines for token in line]
    matches = align(page, lines).tolist()
    used = [match for match in matches if match >= 0]
    assert len(matches) == len(page)
    assert len(used) == len(set(used))
    assert all(page[at] == gold[match] for at, match in enumerate(matches) if match >= 0)


@given(short_texts)
def test_a_text_is_all_of_itself(text: list[str]) -> None:
    assert align(text, [text]).tolist() == list(range(len(text)))


# The tokens of leaves


def test_leaf_tokens_of_a_script_between_two_paragraphs() -> None:
    assert LeafTokens.of(parse("<p>a</p><script>x</script>b")).tokens == ["a", "b"]


def test_leaf_tokens_of_an_empty_page() -> None:
    assert LeafTokens.of(parse("")).tokens == []
