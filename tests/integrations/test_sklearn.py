from __future__ import annotations

from .conftest import PAGE, adapter

sklearn = adapter("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402


def test_pages_become_text() -> None:
    texts = sklearn.MainContent().transform([PAGE, PAGE.encode(), b"%PDF-1.7 \x00\x01"])
    assert texts[0] == texts[1]
    assert "Imprint" not in texts[0]
    assert texts[2] == ""


def test_parameters_are_those_of_an_estimator() -> None:
    step = clone(sklearn.MainContent(amount=1).set_params(format="markdown"))
    assert step.get_params() == {"format": "markdown", "method": "default", "amount": 1}


def test_a_pipeline_learns_from_pages() -> None:
    coffee = PAGE.replace("tea", "coffee").replace("leaves", "beans")
    model = make_pipeline(sklearn.MainContent(), TfidfVectorizer(), LogisticRegression())
    model.fit([PAGE, coffee] * 5, ["tea", "coffee"] * 5)
    assert model.predict([coffee]).tolist() == ["coffee"]
