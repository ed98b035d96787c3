"""The standfirst: the block that shows the description, or that is called one."""

import pytest

from dehusk.metadata import read_metadata
from dehusk.page.parse import parse

SAID = "Kettles are singing again in the north."
CALLED = "Why the north boils its water at noon"


def standfirst(body: str, description: str = SAID) -> str | None:
    page = parse(f"<title>Tea</title><meta name=description content='{description}'>{body}")
    return read_metadata(page).standfirst


@pytest.mark.parametrize(
    ("block", "read"),
    [
        (f"<p><b>Leeds.</b> {SAID}</p>", f"Leeds. {SAID}"),
        (f"<p>{SAID} We went to hear them.</p>", f"{SAID} We went to hear them."),
        (f"<p>{SAID} {'We went to hear them. ' * 3}</p>", SAID),
        (f"<p>Leeds<br>{SAID}</p>", SAID),
    ],
)
def test_the_block_that_shows_the_description_and_little_more_is_read_whole(
    block: str, read: str
) -> None:
    assert standfirst(f"<h1>Tea</h1>{block}") == read


@pytest.mark.parametrize("name", ["standfirst", "article__subtitle", "post-dek", "Sub-Head lg"])
def test_a_line_below_the_title_that_is_called_so_is_one(name: str) -> None:
    assert standfirst(f"<h1>Tea</h1><p class='{name}'>{CALLED}</p><p>Text") == CALLED


@pytest.mark.parametrize(
    "body",
    [
        f"<p class=subtitle>{CALLED}</p><h1>Tea</h1>",
        f"<h1>Tea</h1><p class=subtitle><a href=/noon>{CALLED}</a></p>",
        f"<h1>Tea</h1><p class=subtitle>{CALLED}<br>{CALLED}</p>",
        f"<h1>Tea</h1><p class=subtitle>{CALLED * 10}</p>",
        "<h1>Tea</h1><p class=subtitle>Why the north boils water</p>",
        f"<h1>Tea</h1><p class=noexcerpt style='display:none'>{CALLED}</p>",
        f"<h1>Tea</h1><aside class=related><p class=excerpt>{CALLED}</p></aside>",
        f"<h2>Tea</h2><p class=subtitle>{CALLED}</p>",
    ],
    ids="before link lines long few-words hidden related lower-heading".split(),
)
def test_what_is_no_line_of_prose_below_the_title_is_none(body: str) -> None:
    assert standfirst(body) is None
