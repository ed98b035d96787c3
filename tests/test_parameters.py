"""Parameters by name: what fits the fields of a method, and what is told of the rest."""

from __future__ import annotations

import pytest

from dehusk import EXTRACTORS, Extractor, WrongParameter
from dehusk.extractors.cnr import CharsNodesRatio
from dehusk.extractors.dana import Dana
from dehusk.extractors.gce import GridCenteringExpanding
from dehusk.extractors.zones import ZonesSemantic
from dehusk.parameters import form, settable, with_parameters
from dehusk.pipeline import find_extractor


@pytest.mark.parametrize(
    ("method", "name", "given", "expected"),
    [
        (CharsNodesRatio(), "share", "0.25", 0.25),
        (CharsNodesRatio(), "share", 1, 1.0),
        (CharsNodesRatio(), "lone_parents", "No", False),
        (CharsNodesRatio(), "lone_parents", False, False),
        (Dana(), "gap", "40", 40),
        (Dana(), "gap", "k-means", "k-means"),
        (Dana(), "line_length", "none", None),
        (Dana(), "line_length", None, None),
        (GridCenteringExpanding(), "rows", "8", 8),
        (ZonesSemantic(), "tags", "main,article", ("main", "article")),
        (ZonesSemantic(), "tags", ["main"], ("main",)),
    ],
)
def test_values_become_those_of_the_field(
    method: Extractor, name: str, given: object, expected: object
) -> None:
    value = getattr(with_parameters(method, {name: given}), name)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("method", "name", "given", "told"),
    [
        (CharsNodesRatio(), "share", "much", "share is a number from 0 to 1, and not 'much'"),
        (CharsNodesRatio(), "share", "nan", "share is a number"),
        (CharsNodesRatio(), "share", 2, "from 0 to 1, and not 2"),
        (CharsNodesRatio(), "share", True, "share is a number"),
        (CharsNodesRatio(), "lone_parents", "2", "lone_parents is true or false"),
        (GridCenteringExpanding(), "rows", "7.5", "rows is a whole number from 1 to 100"),
        (GridCenteringExpanding(), "rows", "1e999", "rows is a whole number from 1 to 100"),
        (GridCenteringExpanding(), "rows", 0, "from 1 to 100"),
        (GridCenteringExpanding(), "containers", "all", "'same text' or 'only child'"),
        (Dana(), "gap", "far", "gap is a whole number or 'auto' or 'k-means'"),
        (ZonesSemantic(), "tags", 3, "words with commas between"),
        (CharsNodesRatio(), "shares", "1", "did you mean 'share'?"),
        (CharsNodesRatio(), "alpha", "1", "it has share, lone_parents"),
        (CharsNodesRatio(), "amount", "1", "'cnr' has no parameter 'amount'"),
    ],
)
def test_what_does_not_fit_is_told(method: Extractor, name: str, given: object, told: str) -> None:
    with pytest.raises(WrongParameter) as error:
        with_parameters(method, {name: given})
    assert told in str(error.value)


def test_models_and_templates_are_no_parameters() -> None:
    assert not settable(EXTRACTORS["default"])
    with pytest.raises(WrongParameter, match="The method 'default' has no parameters"):
        find_extractor("default", parameters={"model": "default"})


def test_the_names_of_the_paper_are_known() -> None:
    given = {"alpha": "2.5", "beta": "0.4", "delta_w": "1.5"}
    method = GridCenteringExpanding(scroll=2.5, link_density=0.4, widening=1.5)
    assert find_extractor("gce", parameters=given) == method


def test_parameters_go_on_top_of_a_setting() -> None:
    method = find_extractor("gce", setting="published", parameters={"bottom_edge": "off"})
    assert method == GridCenteringExpanding(
        least_text=0, containers="only child", decides="any element", climb="every parent"
    )


def test_a_tag_that_html_does_not_know_is_in_no_zone() -> None:
    from tests.layouts.by_hand import laid_out

    page = laid_out("<p>Some text</p>")
    assert ZonesSemantic(tags=("my-article",)).select(page).problem is not None


def test_every_parameter_that_can_be_set_is_a_field_of_a_form() -> None:
    for name, kind in EXTRACTORS.items():
        told = form(kind)
        assert list(told) == list(settable(kind)), name
        assert all(one["said"] and (one["choices"] or one["others"]) for one in told.values()), name
    assert form(CharsNodesRatio)["lone_parents"]["choices"] == ["true", "false"]
    assert form(Dana)["line_length"]["choices"] == ["source", "none"]
