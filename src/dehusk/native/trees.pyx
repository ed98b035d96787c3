# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Runs rows of features through decision trees, in two ways that give the same sums.

`Trees` walks every row down every tree. `LeafMasks` is for forests of small trees, as boosting
makes them: C. Lucchese et al., "QuickScorer: a Fast Algorithm to Rank Documents with Additive
Ensembles of Regression Trees", SIGIR 2015. A row has a bit for each leaf of a tree. Every question that
it answers with "right" clears the leaves on the left, and the lowest bit that is left is its leaf.
What many rows answer alike is asked once, with thresholds going up column by column; the other
questions of a tree are asked one after the other, of sixteen rows at a time.
"""

import numpy as np

from dehusk.budget import out_of_time, seconds_left

from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t
from libc.stdlib cimport free, malloc

from dehusk.native.arrays cimport column_of, memory_of
from dehusk.native.watch cimport Watch, passed, raise_if_stopped, start_watch

STAGE = "deciding"

cdef enum:
    ROWS_AT_ONCE = 128  # those near each other answer many questions alike


# --------------------------------------------------------------------------------------------------
# Walking
# --------------------------------------------------------------------------------------------------

cdef class Trees:
    """Binary trees in columns that are known to fit together; `dehusk.extractors.forest` explains them.

    They are copied to memory that nobody can write to: a walk goes from node to node until a leaf, and
    looks up columns unasked. Raises `ValueError` for columns that do not fit.
    """

    cdef readonly int columns
    cdef readonly tuple arrays
    cdef Py_ssize_t nodes, count
    cdef const int16_t* feature
    cdef const float* threshold
    cdef const int32_t* left
    cdef const int32_t* right
    cdef const double* value
    cdef const int32_t* root

    def __cinit__(self, feature, threshold, left, right, value, roots):
        cdef Py_ssize_t nodes = len(feature), count = len(roots)
        self.arrays = (
            held(feature, np.int16, nodes), held(threshold, np.float32, nodes),
            held(left, np.int32, nodes), held(right, np.int32, nodes),
            held(value, np.float64, nodes), held(roots, np.int32, count),
        )
        self.feature = <const int16_t*>column_of(self.arrays[0], nodes, sizeof(int16_t))
        self.threshold = <const float*>column_of(self.arrays[1], nodes, sizeof(float))
        self.left = <const int32_t*>column_of(self.arrays[2], nodes, sizeof(int32_t))
        self.right = <const int32_t*>column_of(self.arrays[3], nodes, sizeof(int32_t))
        self.value = <const double*>column_of(self.arrays[4], nodes, sizeof(double))
        self.root = <const int32_t*>column_of(self.arrays[5], count, sizeof(int32_t))
        self.nodes, self.count = nodes, count
        self.check()

    cdef int check(self) except -1:
        cdef Py_ssize_t node, tree
        for tree in range(self.count):
            if not 0 <= self.root[tree] < self.nodes:
                raise ValueError("it points to what is not there")
        for node in range(self.nodes):
            if self.feature[node] < 0:
                continue
            self.columns = max(self.columns, self.feature[node] + 1)
            if not (0 <= self.left[node] < self.nodes and 0 <= self.right[node] < self.nodes):
                raise ValueError("it points to what is not there")
            if self.left[node] <= node or self.right[node] <= node:
                raise ValueError("its nodes go round in a circle")
        return 0

    def sum_of_leaves(self, features):
        """For each row of features the sum of the leaves that it falls into.

        Trees are the outer loop: the nodes of one tree stay in the cache while all rows pass through.
        """
        cdef Py_ssize_t count, width, row, tree
        count, width = features.shape
        cdef const float* matrix = <const float*>column_of(features, count * width, sizeof(float))
        cdef int32_t node
        cdef Watch watch
        if width < self.columns:
            raise ValueError(f"The forest wants {self.columns} columns.")
        total = np.zeros(count)
        cdef double* sums = <double*>memory_of(total)
        start_watch(&watch, seconds_left())
        with nogil:
            for tree in range(self.count):
                if passed(&watch, count):
                    break
                for row in range(count):
                    node = self.root[tree]
                    while self.feature[node] >= 0:
                        if matrix[row * width + self.feature[node]] <= self.threshold[node]:
                            node = self.left[node]
                        else:
                            node = self.right[node]
                    sums[row] += self.value[node]
        raise_if_stopped(&watch, out_of_time, STAGE)
        return total


cdef object held(array, kind, Py_ssize_t count):
    """A column of some kind of number as memory that nobody can write to."""
    cdef bint is_whole = np.dtype(kind).kind == "i"
    if array.ndim != 1:
        raise ValueError("its arrays are not columns")
    if len(array) != count:
        raise ValueError("its columns are of different lengths")
    if is_whole and array.dtype.kind != "i":
        raise ValueError("its nodes are not whole numbers")
    if not is_whole and array.dtype.kind != "f":
        raise ValueError("its thresholds or values are not numbers")
    with np.errstate(over="ignore"):
        column = np.ndarray(count, kind, array.astype(kind).tobytes())
    if is_whole and (column != array).any():
        raise ValueError("it points to what is not there")
    if not is_whole and not np.isfinite(column).all():
        raise ValueError("its thresholds or values are not numbers")
    return column


# --------------------------------------------------------------------------------------------------
# Masking
# --------------------------------------------------------------------------------------------------

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    #if defined(__SSE__)
      #include <xmmintrin.h>
    #endif
    #if defined(__GNUC__)
      #define DEHUSK_INLINE static inline __attribute__((always_inline))
      #define dehusk_lowest_leaf(bits) __builtin_ctz(bits)
    #else
      #include <intrin.h>
      #define DEHUSK_INLINE static __forceinline
      static inline int dehusk_lowest_leaf(uint32_t bits) {
          unsigned long at; _BitScanForward(&at, bits); return (int)at;
      }
    #endif

    enum { DEHUSK_LANES = 16, DEHUSK_FEW = 8, DEHUSK_LEAVES = 32 };

    typedef struct {
        uint32_t kept;  /* the leaves that stay where the answer is "right" */
        int32_t tree;
    } dehusk_question;

    typedef struct {
        int32_t columns;
        int32_t trees;
        const int32_t *first;    /* where the questions about each column begin, and the last end */
        const float *threshold;  /* of each question, going up within a column */
        const dehusk_question *question;
        const double *value;     /* by tree and leaf */
    } dehusk_masks;

    /* A question that not all rows answer alike. */
    typedef struct {
        float threshold;
        uint32_t kept;
        int32_t place;  /* of what the rows have in its column */
    } dehusk_asked;

    /* What is known of some rows, and room for sixteen of them. */
    typedef struct {
        float *lowest, *highest;  /* of each column */
        dehusk_asked *asked;      /* by tree, with room for as many as a tree can have */
        dehusk_asked **next;      /* behind the last of each tree */
        uint32_t *always;         /* the leaves that all rows may fall into */
        float *own;               /* the values of a few rows, column by column */
        uint32_t *leaf;           /* and where they fall, tree by tree */
    } dehusk_room;

    #if defined(__GNUC__)
    typedef float dehusk_floats __attribute__((vector_size(32), aligned(4), may_alias));
    typedef int32_t dehusk_ints __attribute__((vector_size(32), aligned(4), may_alias));
    #define DEHUSK_EIGHT(same) {same, same, same, same, same, same, same, same}
    #define DEHUSK_SELECT(chosen, yes, no) \
        ((dehusk_floats)(((chosen) & (dehusk_ints)(yes)) | (~(chosen) & (dehusk_ints)(no))))
    #endif

    /* Lets the bounds of each column hold the values of a few rows more. What is no number counts as the
       largest of all, which goes right as well. */
    DEHUSK_INLINE void dehusk_widen(
        const float *matrix, int64_t count, int64_t width, int32_t columns, float *lowest, float *highest)
    {
        int32_t column = 0;
    #if defined(__GNUC__)
        const dehusk_floats infinite = DEHUSK_EIGHT(INFINITY);
        for (; column + 8 <= columns; column += 8) {
            dehusk_floats low = *(dehusk_floats *)(lowest + column);
            dehusk_floats high = *(dehusk_floats *)(highest + column);
            for (int64_t row = 0; row < count; row++) {
                const dehusk_floats given = *(const dehusk_floats *)(matrix + row * width + column);
                const dehusk_floats own = DEHUSK_SELECT(given == given, given, infinite);
                low = DEHUSK_SELECT(own < low, own, low);
                high = DEHUSK_SELECT(own > high, own, high);
            }
            *(dehusk_floats *)(lowest + column) = low;
            *(dehusk_floats *)(highest + column) = high;
        }
    #endif
        for (; column < columns; column++) {
            for (int64_t row = 0; row < count; row++) {
                const float given = matrix[row * width + column];
                const float own = given == given ? given : INFINITY;
                if (own < lowest[column]) lowest[column] = own;
                if (own > highest[column]) highest[column] = own;
            }
        }
    }

    /* The smallest and the largest value of each column, by few enough rows to stay in the cache. */
    DEHUSK_INLINE void dehusk_find_bounds(
        const float *matrix, int64_t count, int64_t width, int32_t columns, float *lowest, float *highest)
    {
        for (int32_t column = 0; column < columns; column++) {
            lowest[column] = INFINITY;
            highest[column] = -INFINITY;
        }
        for (; count >= DEHUSK_FEW; count -= DEHUSK_FEW, matrix += DEHUSK_FEW * width)
            dehusk_widen(matrix, DEHUSK_FEW, width, columns, lowest, highest);
        dehusk_widen(matrix, count, width, columns, lowest, highest);
    }

    /* Asks what all rows answer alike, and notes what is left to ask. */
    DEHUSK_INLINE void dehusk_ask_all(const dehusk_masks *masks, const dehusk_room *room) {
        const float *threshold = masks->threshold;
        const dehusk_question *question = masks->question;
        const int32_t *first = masks->first;
        const int32_t columns = masks->columns;
        uint32_t *always = room->always;
        dehusk_asked **next = room->next;
        memset(always, 0xFF, sizeof(uint32_t) * masks->trees);
        for (int64_t tree = 0; tree < masks->trees; tree++)
            next[tree] = room->asked + DEHUSK_LEAVES * tree;
        for (int32_t column = 0; column < columns; column++) {
            const int32_t end = first[column + 1], place = DEHUSK_LANES * column;
            const float low = room->lowest[column], high = room->highest[column];
            int32_t at = first[column];
            for (; at < end && threshold[at] < low; at++)
                always[question[at].tree] &= question[at].kept;
            for (; at < end && threshold[at] < high; at++) {
                const dehusk_asked asked = {threshold[at], question[at].kept, place};
                *next[question[at].tree]++ = asked;
            }
        }
    }

    /* Lays out the values of a few rows column by column. */
    DEHUSK_INLINE void dehusk_turn(const float *const *rows, int32_t columns, float *own) {
        for (int lane = 0; lane < DEHUSK_LANES; lane += 4) {
            int32_t column = 0;
    #if defined(__SSE__)
            for (; column + 4 <= columns; column += 4) {
                float *out = own + DEHUSK_LANES * (int64_t)column + lane;
                __m128 one = _mm_loadu_ps(rows[lane] + column);
                __m128 two = _mm_loadu_ps(rows[lane + 1] + column);
                __m128 three = _mm_loadu_ps(rows[lane + 2] + column);
                __m128 four = _mm_loadu_ps(rows[lane + 3] + column);
                _MM_TRANSPOSE4_PS(one, two, three, four);
                _mm_storeu_ps(out, one);
                _mm_storeu_ps(out + DEHUSK_LANES, two);
                _mm_storeu_ps(out + 2 * DEHUSK_LANES, three);
                _mm_storeu_ps(out + 3 * DEHUSK_LANES, four);
            }
    #endif
            for (; column < columns; column++)
                for (int next = 0; next < 4; next++)
                    own[DEHUSK_LANES * (int64_t)column + lane + next] = rows[lane + next][column];
        }
    }

    /* The leaves of one tree that a few rows fall into. */
    DEHUSK_INLINE void dehusk_one_tree(
        const dehusk_asked *asked, const dehusk_asked *end, uint32_t always, const float *values, uint32_t *leaf)
    {
        uint32_t bits[DEHUSK_LANES];
        for (int lane = 0; lane < DEHUSK_LANES; lane++) bits[lane] = always;
        for (; asked < end; asked++) {
            const float *own = values + asked->place;
            const float edge = asked->threshold;
            const uint32_t kept = asked->kept;
            for (int lane = 0; lane < DEHUSK_LANES; lane++)
                bits[lane] &= (own[lane] <= edge ? UINT32_MAX : 0) | kept;
        }
        for (int lane = 0; lane < DEHUSK_LANES; lane++) leaf[lane] = dehusk_lowest_leaf(bits[lane]);
    }

    /* The same by eight rows, for processors that can. */
    #if defined(__GNUC__)
    DEHUSK_INLINE void dehusk_one_tree_by_eight(
        const dehusk_asked *asked, const dehusk_asked *end, uint32_t always, const float *values, uint32_t *leaf)
    {
        const dehusk_ints all = DEHUSK_EIGHT((int32_t)always);
        dehusk_ints bits[DEHUSK_LANES / 8] = {all, all};
        for (; asked < end; asked++) {
            const dehusk_floats *own = (const dehusk_floats *)(values + asked->place);
            const dehusk_floats edges = DEHUSK_EIGHT(asked->threshold);
            const dehusk_ints kept = DEHUSK_EIGHT((int32_t)asked->kept);
            for (int lane = 0; lane < DEHUSK_LANES / 8; lane++)
                bits[lane] &= (own[lane] <= edges) | kept;
        }
        for (int lane = 0; lane < DEHUSK_LANES / 8; lane++) {
            /* Which bit is the lowest is the exponent of its value. */
            const dehusk_floats lowest = __builtin_convertvector(bits[lane] & -bits[lane], dehusk_floats);
            *(dehusk_ints *)(leaf + 8 * lane) = (((dehusk_ints)lowest >> 23) - 127) & (DEHUSK_LEAVES - 1);
        }
    }
    #else
    #define dehusk_one_tree_by_eight dehusk_one_tree
    #endif

    /* Adds up the leaves of a few rows, tree by tree. */
    DEHUSK_INLINE void dehusk_add_up(
        const double *value, const uint32_t *leaf, int32_t trees, double *out)
    {
        double sums[DEHUSK_LANES] = {0};
        for (int32_t tree = 0; tree < trees; tree++) {
            for (int lane = 0; lane < DEHUSK_LANES; lane++) sums[lane] += value[leaf[lane]];
            leaf += DEHUSK_LANES;
            value += DEHUSK_LEAVES;
        }
        memcpy(out, sums, sizeof(sums));
    }

    /* Adds up the leaves of all rows. Where the last are fewer than sixteen, the first of them stands
       in for those that are not there. */
    DEHUSK_INLINE void dehusk_all_rows(
        const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
        const dehusk_room *room, double *out, int by_eight)
    {
        const float *rows[DEHUSK_LANES];
        double sums[DEHUSK_LANES];
        dehusk_find_bounds(matrix, count, width, masks->columns, room->lowest, room->highest);
        dehusk_ask_all(masks, room);
        for (int64_t start = 0; start < count; start += DEHUSK_LANES) {
            const int64_t some = count - start < DEHUSK_LANES ? count - start : DEHUSK_LANES;
            for (int64_t lane = 0; lane < DEHUSK_LANES; lane++)
                rows[lane] = matrix + width * (lane < some ? start + lane : start);
            dehusk_turn(rows, masks->columns, room->own);
            for (int32_t tree = 0; tree < masks->trees; tree++) {
                const dehusk_asked *asked = room->asked + DEHUSK_LEAVES * (int64_t)tree;
                uint32_t *leaf = room->leaf + DEHUSK_LANES * (int64_t)tree;
                if (by_eight)
                    dehusk_one_tree_by_eight(asked, room->next[tree], room->always[tree], room->own, leaf);
                else
                    dehusk_one_tree(asked, room->next[tree], room->always[tree], room->own, leaf);
            }
            dehusk_add_up(masks->value, room->leaf, masks->trees, sums);
            memcpy(out + start, sums, sizeof(double) * some);
        }
    }

    static void dehusk_rows_anywhere(
        const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
        const dehusk_room *room, double *out)
    {
        dehusk_all_rows(masks, matrix, count, width, room, out, 0);
    }

    #if defined(__GNUC__) && defined(__x86_64__)
    __attribute__((target("avx2"))) static void dehusk_rows_with_avx2(
        const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
        const dehusk_room *room, double *out)
    {
        dehusk_all_rows(masks, matrix, count, width, room, out, 1);
    }
    static int dehusk_has_avx2(void) { return __builtin_cpu_supports("avx2"); }
    #else
    #define dehusk_rows_with_avx2 dehusk_rows_anywhere
    static int dehusk_has_avx2(void) { return 0; }
    #endif
    """
    enum:
        LANES "DEHUSK_LANES"  # rows at a time
        LEAVES "DEHUSK_LEAVES"  # bits of a mask

    ctypedef struct Question "dehusk_question":
        uint32_t kept
        int32_t tree

    ctypedef struct Masks "dehusk_masks":
        int32_t columns
        int32_t trees
        const int32_t* first
        const float* threshold
        const Question* question
        const double* value

    ctypedef struct Asked "dehusk_asked":
        pass

    ctypedef struct Room "dehusk_room":
        float* lowest
        float* highest
        Asked* asked
        Asked** next
        uint32_t* always
        float* own
        uint32_t* leaf

    void rows_anywhere "dehusk_rows_anywhere"(
        const Masks* masks, const float* matrix, int64_t count, int64_t width, const Room* room, double* out
    ) noexcept nogil
    void rows_with_avx2 "dehusk_rows_with_avx2"(
        const Masks* masks, const float* matrix, int64_t count, int64_t width, const Room* room, double* out
    ) noexcept nogil
    bint has_avx2 "dehusk_has_avx2"() noexcept nogil


QUESTION = np.dtype([("kept", np.uint32), ("tree", np.int32)])

cdef bint HAS_AVX2 = has_avx2()


cdef list leaves_of_tree(int tree, root, list feature, list left, list right, list asked):
    """The leaves of a tree from left to right; what each of its questions keeps is added to `asked`."""
    cdef int64_t one = 1  # a bit has to be wider than the mask
    leaves = []
    waiting = [(root, None)]
    while waiting:
        node, first = waiting.pop()
        if first is not None:
            asked.append((node, tree, 0xFFFFFFFF & ~((one << len(leaves)) - (one << first))))
        elif feature[node] >= 0:
            waiting += [(right[node], None), (node, len(leaves)), (left[node], None)]
        elif len(leaves) == LEAVES:
            raise ValueError("A tree has too many leaves.")
        else:
            leaves.append(node)
    return leaves


cdef class LeafMasks:
    """A forest whose trees have at most 32 leaves each, ready for many rows.

    Raises `ValueError` for a forest with larger trees.
    """

    cdef readonly int columns
    cdef int trees
    cdef const int32_t* first
    cdef const float* threshold
    cdef const Question* question
    cdef const double* value
    cdef tuple kept  # the arrays that these are in

    def __cinit__(self, Trees trees not None):
        feature, threshold, left, right, value, roots = trees.arrays
        cdef list features_of = feature.tolist(), left_of = left.tolist(), right_of = right.tolist()
        asked, values = [], np.zeros((len(roots) + 1, LEAVES))
        for number, root in enumerate(roots.tolist()):
            leaves = leaves_of_tree(number, root, features_of, left_of, right_of, asked)
            values[number, : len(leaves)] = value[leaves]
        node, tree, kept = np.array(asked, np.int64).reshape(len(asked), 3).T
        order = np.lexsort((threshold[node], feature[node]))
        questions = np.zeros(len(order) + 1, QUESTION)
        questions["kept"][: len(order)] = kept[order]
        questions["tree"][: len(order)] = tree[order]
        self.columns, self.trees = trees.columns, len(roots)
        first = np.searchsorted(feature[node][order], np.arange(self.columns + 1)).astype(np.int32)
        edges = np.append(threshold[node][order], np.float32(np.inf))
        self.kept = first, edges, questions, values
        self.first = <const int32_t*>memory_of(first)
        self.threshold = <const float*>memory_of(edges)
        self.question = <const Question*>memory_of(questions)
        self.value = <const double*>memory_of(values)

    def sum_of_leaves(self, features):
        """For each row of features the sum of the leaves that it falls into."""
        cdef Masks masks
        cdef Room room
        cdef int64_t count, width, start = 0, some = 0
        count, width = features.shape
        cdef const float* rows = <const float*>column_of(features, count * width, sizeof(float))
        cdef Watch watch
        cdef void* space
        if width < self.columns:
            raise ValueError(f"The forest wants {self.columns} columns.")
        total = np.empty(count)
        cdef double* out = <double*>memory_of(total)
        masks.columns = self.columns
        masks.trees = self.trees
        masks.first, masks.threshold = self.first, self.threshold
        masks.question, masks.value = self.question, self.value
        space = malloc(
            <size_t>masks.trees * (sizeof(Asked*) + LEAVES * sizeof(Asked) + (LANES + 1) * sizeof(uint32_t))
            + <size_t>masks.columns * (LANES + 2) * sizeof(float)
            + 1
        )
        if space == NULL:
            raise MemoryError
        room.next = <Asked**>space
        room.asked = <Asked*>(room.next + masks.trees)
        room.always = <uint32_t*>(room.asked + LEAVES * masks.trees)
        room.leaf = room.always + masks.trees
        room.lowest = <float*>(room.leaf + LANES * masks.trees)
        room.highest = room.lowest + masks.columns
        room.own = room.highest + masks.columns
        start_watch(&watch, seconds_left())
        with nogil:
            while start < count and not passed(&watch, masks.trees * some):
                some = min(count - start, ROWS_AT_ONCE)
                if HAS_AVX2:
                    rows_with_avx2(&masks, rows + start * width, some, width, &room, out + start)
                else:
                    rows_anywhere(&masks, rows + start * width, some, width, &room, out + start)
                start += some
        free(space)
        raise_if_stopped(&watch, out_of_time, STAGE)
        return total
