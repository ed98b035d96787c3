from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np
import pytest

from dehusk import Page, extract, parse
from dehusk.extractors.cnr import CharsNodesRatio, Ratios, join_siblings, lone_parents

EXAMPLE_3_2 = """<body>
  <h1 id="firstHeading" class="firstHeading"> Information retrieval</h1>
  <div id="content">
    <p><b>Information retrieval</b>
      (IR) is the science of searching for documents, for information within documents,
      and for metadata about documents (...)</p>
  </div>
  <div class="portal" id="p-lang">
    <h5>Languages</h5> (...)</div>
  <div id="footer">
    <li id="footer-info-lastmod"> This page was last modified on 15 April 2011 at 23:32.</li>
    <li id="footer-info-copyright">Text is available under the
      <a rel="license"> Creative Commons Attribution-ShareAlike License</a>
      additional terms may apply. See Terms of Use for (...)</li>
  </div>
</body>"""

ARTICLE = (
    "<body><div id=menu><a href=1>One</a><a href=2>Two</a><a href=3>Three</a></div>"
    "<div id=main><h1>Title of it</h1><p>A first paragraph with a good many characters in it.</p>"
    "<p>A second paragraph, also with a good many characters in it.</p></div>"
    "<div id=foot><p>Copyright by somebody</p></div>"
)


def row_of(page: Page, mark: str) -> int:
    rows, values = page.with_attribute("id")
    return int(rows[values.index(mark)])


def test_ratio_by_hand() -> None:
    page = parse("<div><p>abcd</p><p>ab <b>c d</b></p></div>")
    ratio, chars = Ratios.of(page).ratio, Ratios.of(page).chars
    # div, p, text(4), p, text(2), b, text(2): 8 characters over 7 nodes.
    assert chars[3] == 8
    assert ratio[3] == pytest.approx(8 / 7)
    assert ratio[4] == pytest.approx(4 / 2)
    assert ratio[5] == pytest.approx(4)
    assert ratio[6] == pytest.approx(4 / 4)


def test_white_space_between_elements_does_not_matter() -> None:
    tight = parse("<div><p>ab</p><p>cd</p></div>")
    loose = parse("<div>\n\n  <p>ab</p>\n\n  <p>c d</p>\n</div>")
    assert Ratios.of(tight).ratio[3] == pytest.approx(Ratios.of(loose).ratio[3])


def test_a_node_that_is_no_content_weighs_one_and_has_no_text() -> None:
    page = parse("<div><p>abcd</p><nav><ul><li>menu</li></ul></nav></div>")
    ratio, chars = Ratios.of(page).ratio, Ratios.of(page).chars
    # div, p, text, nav; what is below nav is not counted.
    assert (chars[3], ratio[3]) == (4, pytest.approx(4 / 4))


def test_a_lone_child_stands_for_its_parent() -> None:
    page = parse("<div><p><b>only</b></p></div><p>text <b>x</b></p>")
    highest = lone_parents(page, Ratios.of(page))
    text, bold = 6, 10
    assert page.tag_name(highest[text]) == "div"
    assert highest[bold] == 9


def test_the_numbers_of_example_3_2() -> None:
    page = parse(EXAMPLE_3_2)
    ratios = Ratios.of(page)
    found = {
        mark: (int(ratios.chars[row_of(page, mark)]), int(ratios.nodes[row_of(page, mark)]))
        for mark in ("firstHeading", "content", "p-lang", "footer")
    }
    # Counted by hand: characters without white space, and the nodes of each subtree. The link of the
    # footer weighs one and has no text.
    assert found == {
        "firstHeading": (20, 2),
        "content": (20 + 103, 5),
        "p-lang": (9 + 5, 4),
        "footer": (44 + 23 + 45, 7),
    }
    assert ratios.ratio[row_of(page, "content")] == pytest.approx(123 / 5)


def test_example_4_2_gives_the_content_and_drops_the_footer() -> None:
    page = parse(EXAMPLE_3_2)
    published = CharsNodesRatio.as_published()
    assert published.blocks(page)[0] == row_of(page, "content")
    text = extract(page, method=published).as_selected().text
    assert text.startswith("Information retrieval (IR) is the science")
    assert "last modified" not in text
    assert "License" not in text


def test_our_setting_takes_the_body_of_that_example() -> None:
    page = parse(EXAMPLE_3_2)
    (block,) = CharsNodesRatio().blocks(page, most=1)
    assert page.tag_name(block) == "body", "docs/cnr.md says why; change it there, too"


def test_as_published_has_no_lone_parents() -> None:
    page = parse("<div id=d><p><b>only</b></p></div><p>text <b>x</b></p>")
    ratios = Ratios.of(page)
    assert 6 in CharsNodesRatio.as_published().seeds(page, ratios)
    assert 6 not in CharsNodesRatio().seeds(page, ratios)
    assert row_of(page, "d") in CharsNodesRatio().seeds(page, ratios)


def test_joining_follows_the_example_of_the_paper() -> None:
    # Nodes 7 and 8 become 6, then 5 and 6 become 2, then 2 and 3 become 1; node 4 stays.
    page = parse(
        "<div id=n1><div id=n2><p id=n5>a</p><div id=n6><p id=n7>b</p><p id=n8>c</p></div></div>"
        "<p id=n3>d</p></div><section><p id=n4>e</p></section>"
    )
    seeds = np.array([row_of(page, mark) for mark in ("n3", "n4", "n5", "n7", "n8")])
    assert join_siblings(page, seeds) == {row_of(page, "n1"), row_of(page, "n4")}


def test_descendants_of_a_seed_are_dropped_first() -> None:
    page = parse("<div id=a><p id=b>x</p></div>")
    assert join_siblings(page, np.array([row_of(page, "a"), row_of(page, "b")])) == {
        row_of(page, "a")
    }


def algorithm_2(page: Page, seeds: set[int], choose: Callable[[list[int]], int]) -> set[int]:
    """The paper's text, line by line; `choose` takes one of the nodes that line (2) could mean."""
    parent = page.parent.tolist()

    def is_below(row: int, others: set[int]) -> bool:
        return any(above in others for above in page.ancestors(row))

    blocks = {row for row in seeds if not is_below(row, seeds)}
    while True:
        parents = [parent[row] for row in blocks if parent[row] >= 0]
        crowded = sorted({row for row in parents if parents.count(row) > 1})
        if not crowded:
            return blocks
        chosen = choose(crowded)
        blocks = {row for row in blocks if parent[row] != chosen} | {chosen}


def random_page(random: Random) -> Page:
    def element(depth: int) -> str:
        inner = [element(depth + 1) for _ in range(random.randint(0, 3))] if depth < 6 else []
        return f"<div>{random.choice(['', 'text'])}{''.join(inner)}</div>"

    return parse("".join(element(0) for _ in range(random.randint(1, 3))))


@pytest.mark.parametrize("start", range(4))
def test_joining_is_algorithm_2_on_random_trees(start: int) -> None:
    random = Random(start)
    for _ in range(150):
        page = random_page(random)
        count = random.randint(1, min(len(page), 12))
        seeds = set(random.sample(range(len(page)), count))
        bottom_up = algorithm_2(page, seeds, partial(max, key=page.depth.item))
        found = join_siblings(page, np.array(sorted(seeds)))
        assert found == bottom_up
        in_any_order = algorithm_2(page, seeds, random.choice)
        assert outermost(page, found) == outermost(page, in_any_order), "the order does not matter"


def outermost(page: Page, rows: set[int]) -> set[int]:
    return {row for row in rows if not rows & set(page.ancestors(row))}


def test_nodes_as_good_as_the_last_are_top_rated_too() -> None:
    page = parse("<div><p>abc</p></div><section><p>abc</p></section>" + "<i></i>" * 5)
    seeds = CharsNodesRatio(share=0.01, lone_parents=False).seeds(page, Ratios.of(page))
    assert [page.text_of(row) for row in seeds] == ["abc", "abc"]


def test_the_main_block_is_found() -> None:
    page = parse(ARTICLE)
    selection = CharsNodesRatio().select(page)
    kept = {page.text_of(row) for row in selection.rows}
    assert any("second paragraph" in text for text in kept)
    assert "Copyright by somebody" not in kept
    assert "One" not in kept


def test_amount_climbs_to_the_parent_and_descends_to_the_best_child() -> None:
    page = parse(ARTICLE)
    words = [
        sum(len(page.text_of(row)) for row in CharsNodesRatio(amount=amount).select(page).rows)
        for amount in (-2, -1, 0, 1, 9)
    ]
    assert words == sorted(words)
    assert words[1] < words[2] < words[3]
    assert words[-1] == len(page.text_of(0))


def test_labels_of_drawings_and_controls_are_no_step() -> None:
    article = "".join(f"<p>A paragraph of some length, the {n}th.</p>" for n in range(4))
    around = "<svg><title>Facebook</title></svg><button>Save this story</button>"
    page = parse(f"<div id=out>Outside<div id=mid>{around}<div id=in>{article}</div></div></div>")
    selection = CharsNodesRatio(amount=1).select(page)
    assert "Outside" in "".join(page.text_of(row) for row in selection.rows)


@pytest.mark.parametrize("amount", [1, -1])
def test_every_step_changes_the_content_or_says_that_it_cannot(amount: int) -> None:
    page = parse(f"<body><section><div>{ARTICLE}</div></section><aside><p>Aside</p></aside>")
    kept = CharsNodesRatio().select(page).keep
    for step in range(1, 12):
        selection = CharsNodesRatio(amount=amount * step).select(page)
        says_so = "and there is no" in " ".join(selection.reasons)
        assert (selection.keep == kept).all() == says_so
        kept = selection.keep
    assert says_so


def test_blocks_in_order_of_relevance_cover_all_counted_text_once() -> None:
    page = parse(ARTICLE)
    blocks = CharsNodesRatio().blocks(page)
    assert blocks[0] == row_of(page, "main")
    text = [row for row in np.flatnonzero(page.is_text) if page.tag_name(page.parent[row]) != "a"]
    for row in text:
        assert sum(block <= row < page.end[block] for block in blocks) == 1
    assert len(CharsNodesRatio().blocks(page, most=1)) == 1


@pytest.mark.parametrize("method", [CharsNodesRatio(), CharsNodesRatio(lone_parents=False)])
def test_no_block_holds_another(method: CharsNodesRatio) -> None:
    random = Random(5)
    for _ in range(40):
        page = random_page(random)
        covered = np.zeros(len(page), int)
        for block in method.blocks(page):
            covered[page.subtree(block)] += 1
        assert covered.max() <= 1


LINKS = "<li><a href=1>Home</a><li><a href=2>News</a><li><a href=3>Sport</a>"
PROSE = (
    "<p>Text with <a href=4>a link</a> and <a href=5>another</a> and <a href=6>more</a> in it,"
    " but far more text than links, as articles have.</p>"
)


def test_menus() -> None:
    page = parse(f"<body><ul id=menu>{LINKS}</ul>{PROSE}")
    assert CharsNodesRatio().menus(page) == [row_of(page, "menu")]


def test_of_two_equal_menus_both_are_found() -> None:
    page = parse(f"<body><ul id=top>{LINKS}</ul>{PROSE}<ul id=bottom>{LINKS}</ul>")
    expected = [row_of(page, "top"), row_of(page, "bottom")]
    for share in (0.05, 0.3, 0.9):
        assert CharsNodesRatio(share=share).menus(page) == expected


def test_a_nav_is_a_menu_and_no_menu_is_inside_of_another() -> None:
    page = parse(
        f"<body><nav id=nav><ul>{LINKS}</ul><ul>{LINKS}</ul></nav>{PROSE}"
        "<nav id=small><a href=7>The page before this one</a></nav><nav>No link</nav>"
    )
    assert CharsNodesRatio().menus(page) == [row_of(page, "nav"), row_of(page, "small")]


def test_a_page_of_links_alone_is_empty_with_a_reason() -> None:
    selection = CharsNodesRatio().select(parse("<a href=x>only a link</a>"))
    assert not selection.keep.any()
    assert selection.problem is not None
    assert "no text" in selection.problem


def test_as_published_what_was_around_a_block_may_be_found_next() -> None:
    text = "Some text that is long enough. "
    main = f"<div id=main><p>{text * 3}</p><p>{text * 3}</p></div>"
    page = parse(f"<div id=all>{text}{main}{text}</div><div id=other><p>Short</p></div>")
    published = CharsNodesRatio.as_published()
    # Without the main block, the two texts beside it are rated best, and meet in the div around it.
    found = [page.attribute(row, "id") for row in published.blocks(page)]
    assert found[:2] == ["main", "all"]
    disjoint = replace(published, disjoint=True).blocks(page)
    assert "all" not in [page.attribute(row, "id") for row in disjoint]


def test_the_six_tags_that_the_paper_names() -> None:
    page = parse("<div><label>Name <select><option>One</select></label><a href=x>More</a></div>")
    rows = {page.tag_name(row): row for row in range(len(page))}
    ours, paper = CharsNodesRatio().ratios(page), CharsNodesRatio.as_published().ratios(page)
    # div, label, text, select and a for ours; the option and its text count in the paper.
    assert (ours.nodes[rows["div"]], paper.nodes[rows["div"]]) == (5, 7)
    assert (ours.chars[rows["div"]], paper.chars[rows["div"]]) == (4, 7)
    for tag in ("img", "nav", "a", "script", "video", "svg"):
        one = parse(f"<div>Tea <{tag}>Menu</{tag}></div>")
        assert CharsNodesRatio.as_published().ratios(one).chars[3] == 3 + 4 * (tag == "img"), tag
