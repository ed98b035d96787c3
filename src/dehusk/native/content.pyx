# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""From a page and what is kept of it to the rows of its content, in one native walk.

`dehusk.content.walk` is the door to this module, `dehusk.content.table` says what the rows mean. The
walk is mechanical: it knows what tags, classes and white space do. What takes judgement (is this
picture one, is that frame a player, which formula is drawn there) Python decides before, for the few
positions that are `asked`, and hands in as verdicts; what it takes to finish a row (the title of a link,
the language of code) Python adds after. Nothing here touches Python objects between the first
row and the last, and nothing recurses.

A *position* is the number of a row of the page among those that are kept or stand above one.

The parts, in `content/`: `vocabulary` has tags and class names as numbers, `addresses` makes those of links
absolute, `state` is what the walk remembers, `attributes` looks up what elements say, `scope` finds the rows
that matter, `window` those that completion looks at, `kept` reads them, `line` makes lines of text, `boxes`
the blocks that hold blocks, `tables` and `code` what their names say, `elements` what each element does, and `rows` puts it all in order.
"""

from dehusk.budget import out_of_time, seconds_left
from dehusk.native.codes import TAG_IDS

import numpy as np

from libc.stdint cimport INT32_MAX, UINT32_MAX, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

from dehusk.native.arrays cimport cleared, column_of, mask_of, memory_of, own_mask, places_in
from dehusk.native.buffer cimport grow as grow_items
from dehusk.native.characters cimport (
    BYTE_CLASS, PLAIN, count_ink, decode, decode_last, has_ink, has_visible,
    ink_of, is_blank, is_cjk, is_collapsible, is_invisible, is_meaningless, is_space, lowered,
    next_meaningful, separates_words, starts_with, strip,
)
from dehusk.native.codes cimport (
    FIRST_CUSTOM, T_BASE, T_BLOCKQUOTE, T_BR, T_BUTTON, T_CAPTION, T_CODE, T_H1, T_IFRAME, T_INPUT, T_LI, T_OL, T_PRE, T_SCRIPT,
    T_TABLE, T_TD, T_TEXT, T_TH, T_THEAD, T_TR,
    SPACE_BEFORE, STARTS_BLOCK, BREAK_ROW, CAPTION_ROW, CELL_ROW, CODE_BLOCK_ROW, CODE_ROW, DEFINITIONS_ROW,
    DEFINITION_ROW, EMBED_ROW, EMPHASIS_ROW, FIGURE_ROW, FOOTNOTE_ROW, HEADING_ROW, IMAGE_ROW, INERT,
    VISIBLE, ITEM_ROW, LINE_ROW, LINK_ROW, LIST_ROW, MATH_BLOCK_ROW, MATH_ROW, MEANING_ROW, NUMBERED_ROW,
    PARAGRAPH_ROW, QUOTE_ROW, REFERENCE_ROW, RULE_ROW, STRIKETHROUGH_ROW, STRONG_ROW, SUBSCRIPT_ROW,
    SUPERSCRIPT_ROW, TABLE_ROW, TERM_ROW, TEXT_ROW,
    BACKLINK_KIND, CALLOUT_IF_NAMED_KIND, CALLOUT_KIND, CAPTION_KIND, CHROME_KIND, CITATION_KIND, CODE_KIND,
    CODE_LINE_KIND, CODE_TOOLS_KIND, FIGURE_KIND, FORMULA_KIND, FORMULA_PREVIEW_KIND, GUTTER_KIND,
    HEADING_KIND, LATEX_IMAGE_KIND, LAYOUT_KIND, NOTES_KIND, NOTE_LABEL_KIND, NOTE_REFERENCE_KIND,
    OPENER_KIND, PERMALINK_KIND, QUOTE_KIND, SIGNATURE_KIND, TITLE_KIND,
)
from dehusk.native.page_columns cimport Columns, columns_of, first_attribute
from dehusk.native.roles cimport Roles, role_of, roles_in
from dehusk.native.scan cimport is_shown, row_flags_of
from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch

include "content/vocabulary.pxi"
include "content/addresses.pxi"
include "content/state.pxi"
include "content/attributes.pxi"
include "content/scope.pxi"
include "content/kept.pxi"
include "content/line.pxi"
include "content/boxes.pxi"
include "content/tables.pxi"
include "content/window.pxi"
include "content/code.pxi"
include "content/elements.pxi"
include "content/rows.pxi"
