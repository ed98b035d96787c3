"""What the text blocks of a page can be there for; `dehusk.roles` says which of them is what."""

ROLES = (
    *("main", "title", "byline", "caption", "comment", "related", "menu", "advertisement"),
    *("form", "legal", "other"),
)
