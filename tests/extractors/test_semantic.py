from __future__ import annotations

import pytest

from dehusk import extract, parse
from dehusk.extractors.semantic import Semantic

NESTED = (
    "<body><main><h1>Site</h1><div><article>Deep article</article></div>"
    "<article>First <p>shallow article</p></article><article>Second</article></main>"
)


def text(html: str, **fields: object) -> str:
    return extract(html, method=Semantic(**fields)).text  # type: ignore[arg-type]


def test_the_shallowest_article_wins_and_of_equals_the_first() -> None:
    assert text(NESTED).split() == ["First", "shallow", "article"]


def test_main_where_there_is_no_article() -> None:
    assert text("<nav>Menu</nav><main>Content</main>") == "Content"


def test_the_preference_is_a_field() -> None:
    assert "Site" in text(NESTED, tags=("main", "article"))
    assert text("<section>A section</section><main>B</main>", tags=("section",)) == "A section"
    assert text("<x-story>Mine</x-story><p>Other", tags=("x-story",)) == "Mine"


def test_elements_without_text_do_not_count() -> None:
    html = "<article><img src=ad.png></article><template><article>No</article></template>"
    assert text(html + "<div><article>Yes</article></div>") == "Yes"
    assert text(html + "<main>Then this</main>") == "Then this"


@pytest.mark.parametrize("html", ["<p>Neither</p>", "<article> </article>", ""])
def test_neither_gives_an_empty_selection_with_a_reason(html: str) -> None:
    selection = Semantic().select(parse(html))
    assert not selection.keep.any()
    assert selection.problem == "The page has no article or main element with text."


def test_amount_climbs_to_the_parent_and_descends_to_the_child_with_most_text() -> None:
    assert "Site" in text(NESTED, amount=1)
    assert text(NESTED, amount=-1) == "shallow article"
    assert text(NESTED, amount=-9) == "shallow article"
    assert "Second" in text(NESTED, amount=9)
