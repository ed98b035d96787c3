# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""Questions about a page that its rules ask: which attributes hold some words, what markup calls its elements,
what its lines say.

The parts, in `find/`: `names` and `attributes` look for words in attributes, `lines` reads text as a reader does.
"""

import numpy as np

from cpython.bytearray cimport PyByteArray_AsString
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memchr, memcmp, memset

from dehusk.native.arrays cimport mask_of, memory_of, own_mask
from dehusk.native.buffer cimport grow
from dehusk.native.characters cimport (
    BYTE_CLASS, SPACE as WHITE, decode, is_blank, is_space, is_unspaced,
)
from dehusk.native.codes cimport INERT, INERT_TAG, LINE_TAG, SPACE_TAG, TEXT_TAG
from dehusk.native.hiding cimport is_ascii_space, past_word
from dehusk.native.page_columns cimport Columns, columns_of, first_attribute
from dehusk.native.roles cimport Roles, role_of, roles_in
from dehusk.native.scan cimport row_flags_of

include "find/names.pxi"
include "find/attributes.pxi"
include "find/lines.pxi"
