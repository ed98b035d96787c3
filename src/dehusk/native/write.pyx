# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""A content as text, HTML, JSON and Markdown, and the head that may come before it; `dehusk.writers` is the door.

The parts, in `write/`: `content` is what every writer stands on, `text`, `html`, `json` and `markdown` are a
writer each; that of Markdown has parts of its own in `write/markdown/`.
"""

import numpy as np

from dehusk.budget import Meter, out_of_time, seconds_left

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport int32_t, uint32_t, uint8_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free
from libc.string cimport memcmp, memchr, memcpy, memmove, memset, strlen

from dehusk.native.arrays cimport integers_of, memory_of
from dehusk.native.buffer cimport (
    Buffer, as_str, close_buffer, grow, put, put_byte, put_number, put_str, reserve, taken,
)
from dehusk.native.characters cimport decode, decode_last, is_blank, is_space, lowered, strip
from dehusk.native.codes cimport (
    BREAK_PIECE, BREAK_ROW, CAPTION_ROW, CELL_ROW, CLOSE_PIECE, CODE_BLOCK_ROW, CODE_PIECE, CODE_ROW,
    DEFINITIONS_ROW, DEFINITION_ROW, EMBED_ROW, EMPHASIS_ROW, ENDS_ADDRESS, FIGURE_ROW, FIRST_IN_LINE,
    FOOTNOTE_ROW, HEADING_ROW, IMAGE_ROW, IN_ADDRESS, IN_CODE, IN_TITLE, IN_WORDS, ITEM_ROW, LINK_ROW, LIST_ROW,
    MATH_BLOCK_ROW, MATH_PIECE, MATH_ROW, NUMBERED_ROW, OPEN_PIECE, PARAGRAPH_ROW, POST_ROW, QUOTE_ROW, RAW_PIECE,
    REFERENCE_ROW, REPLIES_ROW, RULE_ROW, STRIKETHROUGH_ROW, STRONG_ROW, SUBSCRIPT_ROW, SUPERSCRIPT_ROW,
    TABLE_ROW, TERM_ROW, TEXT_PIECE, TEXT_ROW,
)
from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch
from dehusk.native.xpath cimport Above, Locations, SourceSpan

include "write/content.pxi"
include "write/text.pxi"
include "write/html.pxi"
include "write/json.pxi"
include "write/markdown.pxi"
