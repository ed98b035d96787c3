"""Hints from class names, ids and roles: the one vocabulary of the project.

No hint decides by itself; the model learns what each is worth. Names are cut into words, so that
`articleBody`, `article-body` and `article_body` say the same.
"""

from __future__ import annotations

from functools import cache

ATTRIBUTES = ("class", "id", "role", "itemprop", "data-testid", "data-component")

VOCABULARY = {
    "content": "content entry post body text story article articlebody prose markdown rich richtext"
    " copy main mainentity maincontent description desc summary abstract",
    "comment": "comment comments commentlist disqus discussion reply replies respond response",
    "forum": "thread message messagetext bbcode topic postbody question answer qa username usertext",
    "menu": "nav navbar navigation menu submenu dropdown megamenu toc sitemap tabs tab tablist",
    "footer": "footer foot bottom colophon copyright legal",
    "header": "header masthead banner topbar top hero jumbotron",
    "side": "sidebar side aside rail widget widgets complementary secondary panel",
    "related": "related recommended recommendations more also similar recent popular trending latest"
    " upsell crosssell suggestions next previous prev",
    "share": "share sharing social follow facebook twitter whatsapp pinterest linkedin telegram",
    "advert": "ad ads advert advertisement sponsor sponsored promo promotion promoted taboola outbrain",
    "consent": "cookie cookies consent gdpr privacy modal popup overlay dialog lightbox",
    "subscribe": "newsletter subscribe subscription signup paywall login register cta",
    "byline": "author byline by date time timestamp published updated meta postmeta info",
    "tags": "tag tags category categories label labels keywords topic topics",
    "crumbs": "breadcrumb breadcrumbs pagination pager page pagenav",
    "search": "search filter filters sort facet form input",
    "product": "product price sku cart buy offer rating stars stock variant spec specs specification"
    " features feature gallery",
    "review": "review reviews testimonial testimonials",
    "card": "card cards tile teaser item items grid list listing result results carousel slider slide",
    "title": "title headline heading subtitle kicker lead dek standfirst",
    "figure": "caption figure image img photo gallery media video player credit",
    "code": "code highlight syntax snippet example codehilite pre",
    "table": "table infobox row cell",
    "note": "note tip warning alert notice faq accordion collapse answer",
    "hide": "hidden hide invisible sronly offscreen visuallyhidden collapse print",
}
"""Words by what they hint at."""

MEANINGS = {
    **{f"hint {kind}": f"a name around the block hints at {kind}" for kind in VOCABULARY},
    **{f"near {kind}": f"one of the nearest three names hints at {kind}" for kind in VOCABULARY},
}


@cache
def kinds_of_word() -> dict[str, int]:
    """For each word of the vocabulary a bit for each kind that it hints at."""
    table: dict[str, int] = {}
    for number, words in enumerate(VOCABULARY.values()):
        for word in words.split():
            table[word] = table.get(word, 0) | 1 << number
    return table
