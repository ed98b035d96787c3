# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""The content table as Markdown; `dehusk.writers.markdown` is the door to this module.

How blocks stand below each other, in lists and in quotations, is said here. The rules of what to escape,
where emphasis may stand and how tables and code are written are in `dehusk.writers`, in Python, which also
name the characters for which they are to be asked (`Signs`). What has none of them, as most lines, is put
together here. In others the rules are asked for a picture, an address, or the pieces of a line
or of a link (`Ways`); where that is not enough they write the line.

In `markup/`: `words` knows what has no such character, `pieces` what lines are made of, `lines`
puts them together; `parts` are blocks that are written, `blocks` puts these together.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, realloc
from libc.string cimport memchr, memcpy, memset, strlen

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from dehusk.native.characters cimport decode, decode_last, is_blank, is_space, lowered, strip
from dehusk.native.codes cimport (
    BREAK_PIECE, BREAK_ROW, CAPTION_ROW, CLOSE_PIECE, CODE_BLOCK_ROW, CODE_PIECE, CODE_ROW, DEFINITIONS_ROW,
    EMBED_ROW, EMPHASIS_ROW, ENDS_ADDRESS, FIGURE_ROW, FIRST_IN_LINE, FOOTNOTE_ROW, HEADING_ROW, IMAGE_ROW,
    IN_ADDRESS, IN_CODE, IN_TITLE, IN_WORDS, ITEM_ROW, LINK_ROW, LIST_ROW, MATH_BLOCK_ROW, MATH_ROW,
    NUMBERED_ROW, OPEN_PIECE, PARAGRAPH_ROW, POST_ROW, QUOTE_ROW, RAW_PIECE, REFERENCE_ROW, REPLIES_ROW,
    RULE_ROW, STRIKETHROUGH_ROW, STRONG_ROW, SUBSCRIPT_ROW, SUPERSCRIPT_ROW, TABLE_ROW, TERM_ROW,
    TEXT_PIECE, TEXT_ROW,
)
from dehusk.native.writing cimport (
    Buffer, ContentWriter, as_str, close_buffer, flags_of, put, put_byte, put_str, reserve,
)

include "markup/words.pxi"
include "markup/pieces.pxi"
include "markup/lines.pxi"
include "markup/parts.pxi"
include "markup/blocks.pxi"
