"""Trains the forest that tells the roles of blocks, on names that pages give to their parts.

`python -m training.roles` reads the pages of all sets that may train a model. A block's label is what
the innermost named element around it says, by class, id, `itemprop` or ARIA role; blocks that nothing
names are not learned from. The forest sees none of these names. Figures are out of fold by site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold

from dehusk import Page, parse
from dehusk.errors import PageError
from dehusk.evaluate.datasets import Dataset, Example
from dehusk.extractors.default.block_roles import COLUMNS
from dehusk.extractors.default.features import NAMES, BlockCounts, block_features
from dehusk.page.tags import TagSet
from dehusk.views.roles import ROLES
from dehusk.views.text_counts import words as words_of_texts
from training.domains import registered_domain, site_of_links
from training.export import save_model
from training.forests import to_forest
from training.sets import SOURCES, Source

VOCABULARY = {
    "main": r"articlebody|(article|story|post|entry|page|main)-(body|content|text)|richtext|prose",
    "title": r"headline|(entry|article|post|page|story|main)-title",
    "byline": r"byline|author|dateline|posted-(by|on)|(entry|article|post)-(meta|info|date)",
    "caption": r"(fig)?caption|(photo|image)-credit",
    "comment": r"comments?|commentlist|comment-(body|text|content|list)|disqus|replies",
    "related": r"related|recommend(ed|ations?)|read-(more|next|also)|also-(like|read)|trending|similar"
    r"|popular|(more|latest|most|top)-(from|stories|news|articles|posts|read|viewed)|teasers?",
    "menu": r"nav|navbar|navigation|menus?|submenu|breadcrumbs?|pagination|pager|sitemap",
    "advertisement": r"ads?|adv|advert|advertisement|advertising|adslot|sponsor(ed)?|promo(tion)?"
    r"|taboola|outbrain",
    "form": r"newsletter|subscribe|signup|sign-up|login|search-?(form|box|bar)?|form|filters?",
    "legal": r"copyright|cookies?|consent|gdpr|privacy|legal|disclaimer|terms|imprint|impressum",
    "other": r"share|sharing|social|logo|brand(ing)?|tags?|rating|toolbar|follow|price|weather|counter",
}
"""What an element's name must have to be of a role, words set apart by hyphens."""

ARIA = {"navigation": "menu", "menu": "menu", "menubar": "menu", "search": "form", "form": "form"}
ATTRIBUTES = ("class", "id", "itemprop", "data-testid")
MOST_OF_PAGE = 0.5
"""An element with a larger share of the page's words is a wrapper, whatever it is called."""
MOST_OF_ROLE = 25
"""Blocks of a role that are learned from a page: of a menu of thousands, one is like the other."""
FOLDS = 3
ROUNDS = 30
PARAMETERS: dict[str, Any] = {
    "objective": "multiclass",
    "num_class": len(ROLES),
    "num_leaves": 15,
    "learning_rate": 0.15,
    "min_data_in_leaf": 40,
    "feature_fraction": 0.2,
    "bagging_fraction": 0.5,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "max_bin": 63,
    "seed": 0,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
_WORDS = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+")
_PATTERNS = {
    role: re.compile(rf"(?:^|-)(?:{pattern})(?:-|$)") for role, pattern in VOCABULARY.items()
}
_NEVER = TagSet("html body")


@dataclass(frozen=True)
class Table:
    """Blocks of many pages: features, roles, and the site and the page of each."""

    features: NDArray[np.float32]
    role: NDArray[np.intp]
    site: NDArray[np.intp]


def role_of_name(name: str) -> int:
    """The role that a name gives, -1 for none; where it gives several, none.

    >>> ROLES[role_of_name("site-header mainMenu")], role_of_name("wrapper"), role_of_name("nav-ad")
    ('menu', -1, -1)
    """
    found = set()
    for each in name[:300].split():
        words = "-".join(word.lower() for word in _WORDS.findall(each))
        found |= {role for role, pattern in _PATTERNS.items() if pattern.search(words)}
    return ROLES.index(found.pop()) if len(found) == 1 else -1


def named_roles(page: Page, counts: BlockCounts) -> NDArray[np.intp]:
    """For each block the role that the innermost named element around it gives, -1 for none."""
    role = np.full(len(page), -1, np.intp)
    for attribute in ATTRIBUTES:
        rows, values = page.with_attribute(attribute)
        known = {value: role_of_name(value) for value in set(values)}
        given = np.array([known[value] for value in values], np.intp)
        role[rows[given >= 0]] = given[given >= 0]
    rows, values = page.with_attribute("role")
    for row, value in zip(rows.tolist(), values, strict=True):
        if value in ARIA:
            role[row] = ROLES.index(ARIA[value])
    words = page.subtree_sum(words_of_texts(page))
    is_wrapper = (words > MOST_OF_PAGE * words[0]) & (role != ROLES.index("main"))
    role[is_wrapper | _NEVER.mask(page.tag)] = -1
    around = page.nearest_ancestor(role >= 0)[counts.blocks.first_row]
    return np.append(role, -1)[around]


def sampled(role: NDArray[np.intp], seed: int) -> NDArray[np.intp]:
    """The blocks to learn from: all of the rare roles of a page, some of the frequent ones."""
    random = np.random.default_rng(seed)
    chosen = []
    for number in range(len(ROLES)):
        rows = np.flatnonzero(role == number)
        chosen.append(random.permutation(rows)[:MOST_OF_ROLE])
    return np.sort(np.concatenate(chosen))


def rows_of(source: Source) -> Iterator[tuple[NDArray[np.float32], NDArray[np.intp], str]]:
    """The named blocks of the pages of a set, with the site of each page."""
    wanted = [NAMES.index(name) for name in COLUMNS]
    for number, example in enumerate(Dataset(source.path)):
        if not isinstance(example, Example):
            continue
        try:
            page = parse(example.html, url=example.url)
        except PageError:  # a feed
            continue
        counts, features = block_features(page)
        role = named_roles(page, counts)
        chosen = sampled(role, number)
        site = registered_domain(example.url) if example.url else site_of_links(page, example.id)
        yield features[np.ix_(chosen, wanted)], role[chosen], site


def read_table(sources: list[Source]) -> Table:
    """The named blocks of all sets."""
    pages = [page for source in sources for page in rows_of(source)]
    numbers = {site: number for number, site in enumerate(dict.fromkeys(page[2] for page in pages))}
    return Table(
        np.vstack([features for features, _, _ in pages]),
        np.concatenate([role for _, role, _ in pages]),
        np.concatenate([np.full(len(role), numbers[site]) for _, role, site in pages]),
    )


def fit(features: NDArray[np.float32], role: NDArray[np.intp]) -> lightgbm.Booster:
    data = lightgbm.Dataset(
        features, role, params={"max_bin": PARAMETERS["max_bin"], "verbose": -1}
    )
    return lightgbm.train(PARAMETERS, data, ROUNDS)


def confusion(table: Table) -> NDArray[np.int64]:
    """How many blocks named as each role (lines) a model that saw nothing of their site calls what."""
    told = np.zeros(len(table.role), np.intp)
    for train, test in GroupKFold(FOLDS).split(table.features, groups=table.site):
        model = fit(table.features[train], table.role[train])
        told[test] = np.asarray(model.predict(table.features[test])).argmax(axis=1)
    matrix = np.zeros((len(ROLES), len(ROLES)), np.int64)
    np.add.at(matrix, (table.role, told), 1)
    return matrix


def main() -> None:
    sources = [source for source in SOURCES if source.weight]
    table = read_table(sources)
    print(dict(zip(ROLES, np.bincount(table.role, minlength=len(ROLES)).tolist(), strict=True)))
    matrix = confusion(table)
    forest = to_forest(fit(table.features, table.role))
    right = matrix.trace() / matrix.sum()
    print(f"{right:.3f} right out of fold", matrix.tolist(), flush=True)
    card = {
        "name": "roles",
        "kind": f"{len(forest.roots)} boosted trees over text blocks, softmax over {len(ROLES)} roles",
        "roles": list(ROLES),
        "features": list(COLUMNS),
        "labels": "names that the pages give to their parts, none by hand",
        "trained_on": [{"set": source.name, "licence": source.licence} for source in sources],
        "blocks": len(table.role),
        "sites": int(table.site.max()) + 1,
        "command": "python -m training.roles",
        "parameters": {**PARAMETERS, "rounds": ROUNDS},
        "confusion_out_of_fold_by_site": matrix.tolist(),
    }
    save_model("roles", forest, card)


if __name__ == "__main__":
    main()
