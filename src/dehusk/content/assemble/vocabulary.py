"""What class names and roles say about an element: the one place that knows them.

>>> KIND_OF_TOKEN[b"headerlink"]
<ElementKind.PERMALINK: 2>
"""

from __future__ import annotations

from typing import Final

from dehusk.content.notes import BACKLINK_CLASSES, MARK_CLASSES, NOTES_CLASSES
from dehusk.native.codes import ElementKind as ElementKind

_CLASSES: Final[dict[ElementKind, str]] = {
    ElementKind.CHROME: (
        "mw-editsection mw-editsection-like mw-cite-backlink material-icons material-icons-outlined"
        " material-icons-round material-icons-sharp material-icons-two-tone"
        " material-symbols-outlined material-symbols-rounded material-symbols-sharp"
        " google-material-icons fn-bracket quoteExpand bbCodeBlock-expandLink bbCodeBlock-shrinkLink"
    ),
    ElementKind.PERMALINK: (
        "headerlink header-anchor header-link heading-anchor heading-link heading-permalink"
        " heading__anchor anchor anchor-link anchorjs-link permalink hash-link headline-anchor"
        " section-link sl-anchor-link toc-anchor"
    ),
    ElementKind.BACKLINK: BACKLINK_CLASSES,
    ElementKind.NOTE_REFERENCE: MARK_CLASSES,
    ElementKind.NOTES: NOTES_CLASSES,
    ElementKind.FORMULA: (
        "katex katex-display mwe-math-element MathJax MathJax_Display MathJax_CHTML MathJax_SVG"
        " MathJax_SVG_Display MathJax_MathML mjx-chtml MJXc-display math math-tex math-inline math-block"
    ),
    ElementKind.FORMULA_PREVIEW: "MathJax_Preview",
    ElementKind.LATEX_IMAGE: (
        "latex tex mwe-math-fallback-image-inline mwe-math-fallback-image-display ql-img-inline"
    ),
    ElementKind.EMOJI: "emoji wp-smiley emojione twemoji smiley smilie",
    ElementKind.GUTTER: (
        "linenos lineno linenodiv linenumber linenumbers line-number line-numbers lines-numbers"
        " line-numbers-rows gutter blob-num hljs-ln-numbers hljs-ln-n rouge-gutter ln lnt"
        " code-line-number react-syntax-highlighter-line-number react-line-number crayon-nums"
        " crayon-num line-numbers-wrapper line-num linenum lineNumber lineNumbers"
    ),
    ElementKind.CODE_LINE: (
        "line code-line codeline view-line token-line CodeMirror-line ace_line hljs-ln-line"
        " blob-code codeblock-line crayon-line react-file-line"
    ),
    ElementKind.CODE_TOOLS: (
        "copy-button copy-btn copybtn btn-copy copy-code-button copy-to-clipboard-button"
        " zeroclipboard-container clipboard-button toolbar-item code-copy code-copy-button"
        " copy-code btn-clipboard"
    ),
    ElementKind.CODE: "syntaxhighlighter js-file-line-container react-code-lines crayon-table",
    ElementKind.SIGNATURE: "sig sig-object",
    ElementKind.CALLOUT: "admonition theme-admonition markdown-alert starlight-aside",
    ElementKind.CALLOUT_IF_NAMED: (
        "admonitionblock custom-block callout alert-info alert-success alert-warning alert-danger"
    ),
    ElementKind.TITLE: (
        "admonition-title markdown-alert-title custom-block-title callout-title"
        " starlight-aside__title"
    ),
    ElementKind.FIGURE: "wp-caption thumbinner",
    ElementKind.CAPTION: (
        "wp-caption-text thumbcaption caption caption-text figure-caption image-caption img-caption"
        " image__caption photo-caption picture-caption media-caption img_descr"
    ),
    ElementKind.CITATION: "citation",
    ElementKind.QUOTE: "bbCodeBlock--quote bbCodeQuote bbcode_quote",
    ElementKind.OPENER: (
        "accordion accordion-button accordion-btn accordion-header accordion-heading"
        " accordion-title accordion-toggle accordion-trigger accordion__button accordion__header"
        " accordion__heading accordion__title accordion__toggle accordion__trigger collapsible"
        " collapsible-header faq-button faq-header faq-question faq-title faq-toggle faq__question"
        " faq__title faq-item__question question tab tab-title"
    ),
}
KIND_OF_TOKEN: Final = {
    token.encode(): kind for kind, tokens in _CLASSES.items() for token in tokens.split()
}
KIND_OF_ROLE: Final = {
    b"heading": ElementKind.HEADING,
    b"presentation": ElementKind.LAYOUT,
    b"none": ElementKind.LAYOUT,
    b"doc-noteref": ElementKind.NOTE_REFERENCE,
    b"doc-backlink": ElementKind.BACKLINK,
    b"doc-endnotes": ElementKind.NOTES,
}

PERMALINK_TEXTS: Final = frozenset(
    (
        "",
        "¶",
        "#",
        "§",
        "🔗",
        "⚓",
        "⚓︎",
        "∞",
        "link",
        "permalink",
        "anchor",
        "direct link",
        "[link]",
        "link to this heading",
        "permalink to this headline",
        "copy link",
        "top",
        "to top",
        "back to top",
        "nach oben",
        "haut de page",
        "volver arriba",
    )
)
"""What the anchor of a heading says, or a link beside it to the top; none of it is text."""

BACKLINK_TEXTS: Final = frozenset(("↩", "↩︎", "↩️", "⏎", "↑", "^", "⬆", "↵", "⤴"))
"""What leads back from a footnote."""
