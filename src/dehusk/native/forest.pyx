# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""Decision trees, and what is decided by them: which blocks of a page are kept.

The parts, in `forest/`: `trees` runs rows of features through trees, `decision` has the loops around them.
"""

import numpy as np

from dehusk.budget import out_of_time, seconds_left

from libc.math cimport exp, log, pow
from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t, uint8_t
from libc.stdlib cimport free, malloc

from dehusk.native.arrays cimport cleared, column_of, memory_of
from dehusk.native.watch cimport Watch, passed, raise_if_stopped, start_watch

include "forest/trees.pxi"
include "forest/decision.pxi"
