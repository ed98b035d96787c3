"""What markup calls the things that rules look for: each in a pass over the window, for who asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dehusk.native.find import Names

_CLASS = ("class",)
_ANY = ("class", "id", "itemprop")

# Plain text has no need of the others.
_FOR_TEXT = Names(
    {
        "caption": (_CLASS, (b"caption", b"img_descr")),
        "panel": (_CLASS, (b"accordion", b"faq", b"collaps", b"question", b"answer")),
    }
)
_OTHERS = Names(
    {
        "portrait": (
            _CLASS,
            (b"avatar", b"author", b"byline", b"logo", b"icon", b"portrait", b"profile"),
        ),
        "icon": (("class", "src"), (b"icon", b"/ico_", b"sprite", b"spacer")),
        "tool": (_CLASS, (b"copy", b"clipboard", b"toolbar", b"lang")),
        "recipe": (
            _ANY,
            (b"ingredient", b"instruction", b"direction", b"recipestep", b"recipe-step"),
        ),
        "price": (_ANY, (b"price",)),
        "specification": (
            _ANY,
            (b"specification", b"specs", b"product-attributes", b"product-detail", b"prod-detail"),
        ),
    }
)
_PICTURES = Names(
    {
        "signed": (("rel",), (b"author",)),
        "picture": (_CLASS, (b"image", b"photo", b"picture")),
        "lead": (
            _CLASS,
            (b"hero", b"featured", b"main-im", b"main_im", b"lead-im", b"lead_im", b"cover-im"),
        ),
    }
)
_RECIPES = Names(
    {
        "ingredient": (_ANY, (b"ingredient",)),
        "recipe fact": (
            _ANY,
            (
                *(b"preptime", b"prep-time", b"prep_time", b"cooktime", b"cook-time", b"cook_time"),
                *(b"totaltime", b"total-time", b"total_time", b"recipeyield", b"recipe-yield"),
                *(b"servings", b"nutrition"),
            ),
        ),
    }
)
_ALL = (_FOR_TEXT, _OTHERS, _PICTURES, _RECIPES)
NAMES: Final[Mapping[str, Names]] = {group: names for names in _ALL for group in names.groups}
"""The names that have a group."""
