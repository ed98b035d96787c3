"""Templates of sites: what is learned, what it changes, and how it is kept."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import dehusk
from dehusk import Page, Template, learn_templates
from dehusk.errors import MethodError, ModelError
from dehusk.extractors.default.templates import LEAST_PAGES

NOTICE = (
    "Readers who wish to be told of new recipes write to the kitchen, which answers every letter by hand,"
    " and never sells what it learns of them to anybody, whatever is offered for it."
)
BAKING = "The {} loaf rises for {} hours, is folded, rests, and then goes into an oven that has been hot for long."
NAMES = "rye barley oat spelt wheat corn rice millet emmer teff durum bran".split()


def site(count: int) -> list[Page]:
    return [
        dehusk.parse(
            f"<title>{name}</title><div class=text><h1>{name}</h1>"
            f"<p>{BAKING.format(name, name)}</p><p>Of {name}: {BAKING.format('second', name)}</p></div>"
            f"<div class=text><p>{NOTICE}</p></div>"
        )
        for name in NAMES[:count]
    ]


def test_what_stands_on_every_page_is_not_what_one_is_about() -> None:
    pages = site(12)
    template = learn_templates(pages[1:], host="example.org")
    assert NOTICE in dehusk.extract(pages[0]).text
    document = dehusk.extract(pages[0], template=template)
    assert NOTICE not in document.text
    assert "The rye loaf rises" in document.text
    assert "Of rye" in document.text


def test_from_few_pages_nothing_is_learned_and_nothing_changes() -> None:
    pages = site(LEAST_PAGES - 1)
    template = learn_templates(pages)
    assert template.pages == 0
    assert dehusk.extract(pages[0], template=template).text == dehusk.extract(pages[0]).text


def test_pages_of_another_site_and_pages_without_text_are_left_alone() -> None:
    template = learn_templates(site(12))
    other = "<main><p>Tea needs water that boils, leaves, and somebody who waits for it.</p></main>"
    assert dehusk.extract(other, template=template).text == dehusk.extract(other).text
    assert dehusk.extract("<title>Empty", template=template).reason
    assert learn_templates([dehusk.parse("<title>Empty")] * 12).pages == 12


def test_it_does_not_matter_how_often_or_in_which_order_pages_come() -> None:
    pages = site(12)
    assert learn_templates(pages) == learn_templates(pages)
    assert learn_templates(pages).texts == learn_templates(pages[::-1]).texts


def test_a_template_is_a_small_file(tmp_path: Path) -> None:
    template = learn_templates(site(12), host="example.org")
    template.save(tmp_path / "site.json")
    loaded = Template.load(tmp_path / "site.json")
    assert (loaded.host, loaded.pages, loaded.texts) == ("example.org", 12, template.texts)
    assert loaded.json == template.json
    assert (tmp_path / "site.json").stat().st_size < 5_000
    assert pickle.loads(pickle.dumps(template)) == template
    page = site(1)[0]
    assert (
        dehusk.extract(page, template=loaded).text == dehusk.extract(page, template=template).text
    )


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "{}", '{"format": 1, "card": {}}', '{"format": 99}', '"x"', "[" * 100_000),
        *(
            json.dumps(
                {
                    "format": 1,
                    "card": {"host": None, "pages": pages, "model": "default"},
                    "texts": [],
                    "places": {"1f": place},
                }
            )
            for pages, place in (
                (10, [0, 1.0]),
                (10, [-3, 1.0]),
                (10, [10**400, 1.0]),
                (10, [3, float("nan")]),
                (10, [3, float("-inf")]),
                (float("inf"), [3, 1.0]),
            )
        ),
    ],
)
def test_what_is_no_template_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "site.json"
    path.write_text(content)
    with pytest.raises(ModelError, match="learn it again"):
        Template.load(path)


def test_methods_that_do_not_listen_say_so() -> None:
    with pytest.raises(MethodError, match="'cnr' does not listen to templates"):
        dehusk.extract("<p>Tea", method="cnr", template=Template())


def test_a_template_keeps_four_digits_of_a_mean() -> None:
    template = dehusk.Template(host="a", pages=3, places={7: (3, 0.123456)})
    assert json.loads(template.json)["places"] == {f"{7:016x}": [3, 0.1235]}
