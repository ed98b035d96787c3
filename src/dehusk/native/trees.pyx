# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Runs rows of features through decision trees, in two ways that give the same sums.

`sum_of_leaves` walks every row down every tree. `LeafMasks` is for forests of small trees, as boosting
makes them: C. Lucchese et al., "QuickScorer: a Fast Algorithm to Rank Documents with Additive
Ensembles of Regression Trees", SIGIR 2015. A row has a bit for each leaf of a tree. Every question that
it answers with "right" clears the leaves on the left, and the lowest bit that is left is its leaf.
Questions are asked column by column with thresholds going up, so that the first "left" ends them; and
sixteen rows answer at a time, as one where all must answer alike.
"""

import numpy as np

from dehusk.budget import out_of_time, seconds_left

from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t
from libc.stdlib cimport free, malloc

from dehusk.native.arrays cimport column_of, memory_of
from dehusk.native.watch cimport Watch, passed, raise_if_stopped, start_watch

STAGE = "deciding"

cdef enum:
    ROWS_AT_ONCE = 1 << 14  # between two looks at the clock


# --------------------------------------------------------------------------------------------------
# Walking
# --------------------------------------------------------------------------------------------------

def sum_of_leaves(features, feature, threshold, left, right, value, roots):
    """For each row of features the sum of the leaves that it falls into.

    Trees are the outer loop: the nodes of one tree stay in the cache while all rows pass through.
    """
    cdef Py_ssize_t count = features.shape[0], width = features.shape[1], nodes = len(feature)
    cdef Py_ssize_t row, tree, trees = len(roots)
    cdef const float* matrix = <const float*>column_of(features, count * width, sizeof(float))
    cdef const int16_t* column = <const int16_t*>column_of(feature, nodes, sizeof(int16_t))
    cdef const float* edge = <const float*>column_of(threshold, nodes, sizeof(float))
    cdef const int32_t* lower = <const int32_t*>column_of(left, nodes, sizeof(int32_t))
    cdef const int32_t* higher = <const int32_t*>column_of(right, nodes, sizeof(int32_t))
    cdef const double* leaf = <const double*>column_of(value, nodes, sizeof(double))
    cdef const int32_t* root = <const int32_t*>column_of(roots, trees, sizeof(int32_t))
    cdef int32_t node
    cdef Watch watch
    total = np.zeros(count)
    cdef double* sums = <double*>memory_of(total)
    start_watch(&watch, seconds_left())
    with nogil:
        for tree in range(trees):
            if passed(&watch, count):
                break
            for row in range(count):
                node = root[tree]
                while column[node] >= 0:
                    if matrix[row * width + column[node]] <= edge[node]:
                        node = lower[node]
                    else:
                        node = higher[node]
                sums[row] += leaf[node]
    raise_if_stopped(&watch, out_of_time, STAGE)
    return total


# --------------------------------------------------------------------------------------------------
# Masking
# --------------------------------------------------------------------------------------------------

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

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

    enum { DEHUSK_LANES = 16, DEHUSK_LEAVES = 32 };

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

    /* What is known of the rows, and room for sixteen of them. */
    typedef struct {
        float *least, *most;   /* of each column, for sixteen rows after the other, */
        float *lowest, *highest;  /* and for all of them */
        int32_t *active;       /* the columns that some rows answer in another way than others, */
        int32_t *from;         /* their first question that not all rows answer with "right", */
        int32_t *to;           /* and the first that all answer with "left" */
        int32_t actives;
        uint32_t *always;      /* for each tree the leaves that all rows may fall into */
        uint32_t *shared;      /* the same for sixteen rows */
        uint32_t *bits;        /* and for each of them */
    } dehusk_room;

    /* Clears leaves of each row whose own value is not at most the threshold. */
    #if defined(__GNUC__)
    typedef float dehusk_floats __attribute__((vector_size(32), aligned(4), may_alias));
    typedef int32_t dehusk_ints __attribute__((vector_size(32), aligned(4), may_alias));
    #define DEHUSK_SELECT(chosen, yes, no) \
        ((dehusk_floats)(((chosen) & (dehusk_ints)(yes)) | (~(chosen) & (dehusk_ints)(no))))
    DEHUSK_INLINE void dehusk_clear(uint32_t *leaves, const float *own, float edge, uint32_t kept) {
        const dehusk_floats edges = {edge, edge, edge, edge, edge, edge, edge, edge};
        const int32_t k = (int32_t)kept;
        const dehusk_ints all_kept = {k, k, k, k, k, k, k, k};
        for (int lane = 0; lane < DEHUSK_LANES; lane += 8)
            *(dehusk_ints *)(leaves + lane) &=
                (*(const dehusk_floats *)(own + lane) <= edges) | all_kept;
    }
    #else
    DEHUSK_INLINE void dehusk_clear(uint32_t *leaves, const float *own, float edge, uint32_t kept) {
        for (int lane = 0; lane < DEHUSK_LANES; lane++)
            leaves[lane] &= own[lane] <= edge ? UINT32_MAX : kept;
    }
    #endif

    /* The smallest and the largest value of each column. What is no number counts as the largest of
       all, which goes right as well. */
    DEHUSK_INLINE void dehusk_find_bounds(
        const float *const *rows, int32_t columns, float *least, float *most)
    {
        int32_t column = 0;
    #if defined(__GNUC__)
        const dehusk_floats none = {0};
        const dehusk_floats infinite = none + INFINITY;
        for (; column + 8 <= columns; column += 8) {
            dehusk_floats low = infinite, high = -infinite;
            for (int lane = 0; lane < DEHUSK_LANES; lane++) {
                const dehusk_floats given = *(const dehusk_floats *)(rows[lane] + column);
                const dehusk_floats own = DEHUSK_SELECT(given == given, given, infinite);
                low = DEHUSK_SELECT(own < low, own, low);
                high = DEHUSK_SELECT(own > high, own, high);
            }
            *(dehusk_floats *)(least + column) = low;
            *(dehusk_floats *)(most + column) = high;
        }
    #endif
        for (; column < columns; column++) {
            float low = INFINITY, high = -INFINITY;
            for (int lane = 0; lane < DEHUSK_LANES; lane++) {
                const float given = rows[lane][column];
                const float own = given == given ? given : INFINITY;
                low = own < low ? own : low;
                high = own > high ? own : high;
            }
            least[column] = low;
            most[column] = high;
        }
    }

    /* Lets the bounds of all rows hold those of sixteen more. */
    DEHUSK_INLINE void dehusk_widen(
        float *lowest, float *highest, const float *least,
        const float *most, int32_t columns)
    {
        for (int32_t column = 0; column < columns; column++) {
            lowest[column] = least[column] < lowest[column] ? least[column] : lowest[column];
            highest[column] = most[column] > highest[column] ? most[column] : highest[column];
        }
    }

    /* Asks what all rows answer alike, and notes what is left to ask. */
    DEHUSK_INLINE void dehusk_ask_all(const dehusk_masks *masks, dehusk_room *room) {
        const float *threshold = masks->threshold;
        const int32_t columns = masks->columns;
        room->actives = 0;
        memset(room->always, 0xFF, sizeof(uint32_t) * masks->trees);
        for (int32_t column = 0; column < columns; column++) {
            int32_t at = masks->first[column], end = masks->first[column + 1];
            const float least = room->lowest[column], most = room->highest[column];
            for (; at < end && threshold[at] < least; at++)
                room->always[masks->question[at].tree] &= masks->question[at].kept;
            while (at < end && threshold[end - 1] >= most) end--;
            if (at == end) continue;
            room->active[room->actives] = column;
            room->from[room->actives] = at;
            room->to[room->actives++] = end;
        }
    }

    /* Adds up the leaves of sixteen rows. Neighbours are much alike: what they all answer with "right" is
       asked once. */
    DEHUSK_INLINE void dehusk_some_rows(
        const dehusk_masks *masks, const float *const *rows, const dehusk_room *room,
        const float *least, const float *most, double *sums)
    {
        const float *threshold = masks->threshold;
        const dehusk_question *question = masks->question;
        const double *value = masks->value;
        uint32_t *bits = room->bits, *shared = room->shared;
        float own[DEHUSK_LANES];
        memcpy(shared, room->always, sizeof(uint32_t) * masks->trees);
        memset(bits, 0xFF, sizeof(uint32_t) * DEHUSK_LANES * masks->trees);
        for (int32_t active = 0; active < room->actives; active++) {
            const int32_t column = room->active[active], end = room->to[active];
            const float low = least[column], high = most[column];
            int32_t at = room->from[active];
            for (; at < end && threshold[at] < low; at++)
                shared[question[at].tree] &= question[at].kept;
            if (at == end || !(threshold[at] < high)) continue;
            for (int lane = 0; lane < DEHUSK_LANES; lane++) own[lane] = rows[lane][column];
            for (; at < end && threshold[at] < high; at++)
                dehusk_clear(bits + DEHUSK_LANES * (int64_t)question[at].tree,
                             own, threshold[at], question[at].kept);
        }
        for (int lane = 0; lane < DEHUSK_LANES; lane++) sums[lane] = 0;
        for (int32_t tree = 0; tree < masks->trees; tree++) {
            for (int lane = 0; lane < DEHUSK_LANES; lane++)
                sums[lane] += value[dehusk_lowest_leaf(bits[lane] & shared[tree])];
            bits += DEHUSK_LANES;
            value += DEHUSK_LEAVES;
        }
    }

    /* Points at sixteen rows. Where the last are fewer, the first of them stands in for those that are
       not there. */
    DEHUSK_INLINE void dehusk_point(
        const float **rows, const float *matrix, int64_t start, int64_t count, int64_t width)
    {
        for (int lane = 0; lane < DEHUSK_LANES; lane++)
            rows[lane] = matrix + width * (start + lane < count ? start + lane : start);
    }

    /* Adds up the leaves of all rows. */
    DEHUSK_INLINE void dehusk_all_rows(
        const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
        dehusk_room *room, double *out)
    {
        const int64_t groups = (count + DEHUSK_LANES - 1) / DEHUSK_LANES, columns = masks->columns;
        const float *rows[DEHUSK_LANES];
        double sums[DEHUSK_LANES];
        for (int64_t column = 0; column < columns; column++) {
            room->lowest[column] = INFINITY;
            room->highest[column] = -INFINITY;
        }
        for (int64_t group = 0; group < groups; group++) {
            float *least = room->least + group * columns, *most = room->most + group * columns;
            dehusk_point(rows, matrix, group * DEHUSK_LANES, count, width);
            dehusk_find_bounds(rows, masks->columns, least, most);
            dehusk_widen(room->lowest, room->highest, least, most, masks->columns);
        }
        dehusk_ask_all(masks, room);
        for (int64_t group = 0; group < groups; group++) {
            const int64_t start = group * DEHUSK_LANES;
            dehusk_point(rows, matrix, start, count, width);
            dehusk_some_rows(
                masks, rows, room, room->least + group * columns, room->most + group * columns, sums);
            for (int lane = 0; lane < DEHUSK_LANES && start + lane < count; lane++)
                out[start + lane] = sums[lane];
        }
    }

    static void dehusk_rows_anywhere(
        const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
        dehusk_room *room, double *out)
    {
        dehusk_all_rows(masks, matrix, count, width, room, out);
    }

    #if defined(__GNUC__) && defined(__x86_64__)
    __attribute__((target("avx2"))) static void dehusk_rows_with_avx2(
        const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
        dehusk_room *room, double *out)
    {
        dehusk_all_rows(masks, matrix, count, width, room, out);
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

    ctypedef struct Room "dehusk_room":
        float* least
        float* most
        float* lowest
        float* highest
        int32_t* active
        int32_t* first "from"
        int32_t* to
        uint32_t* always
        uint32_t* shared
        uint32_t* bits

    void rows_anywhere "dehusk_rows_anywhere"(
        const Masks* masks, const float* matrix, int64_t count, int64_t width, Room* room, double* out
    ) noexcept nogil
    void rows_with_avx2 "dehusk_rows_with_avx2"(
        const Masks* masks, const float* matrix, int64_t count, int64_t width, Room* room, double* out
    ) noexcept nogil
    bint has_avx2 "dehusk_has_avx2"() noexcept nogil


QUESTION = np.dtype([("kept", np.uint32), ("tree", np.int32)])

cdef bint HAS_AVX2 = has_avx2()


cdef list leaves_of_tree(int tree, root, list feature, list left, list right, list asked):
    """The leaves of a tree from left to right; what each of its questions keeps is added to `asked`."""
    leaves = []
    waiting = [(root, None)]
    while waiting:
        node, first = waiting.pop()
        if first is not None:
            asked.append((node, tree, 0xFFFFFFFF & ~((1 << len(leaves)) - (1 << first))))
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

    def __init__(self, feature, threshold, left, right, value, roots):
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
        self.columns, self.trees = int(feature.max(initial=-1)) + 1, len(roots)
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
        cdef int64_t count = features.shape[0], width = features.shape[1], start = 0, some = 0
        cdef const float* rows = <const float*>column_of(features, count * width, sizeof(float))
        cdef int64_t bounds = (min(count, ROWS_AT_ONCE) + LANES - 1) // LANES * self.columns
        cdef Watch watch
        cdef uint32_t* space
        if width < self.columns:
            raise ValueError(f"The forest wants {self.columns} columns.")
        total = np.empty(count)
        cdef double* out = <double*>memory_of(total)
        masks.columns = self.columns
        masks.trees = self.trees
        masks.first, masks.threshold = self.first, self.threshold
        masks.question, masks.value = self.question, self.value
        space = <uint32_t*>malloc(
            (2 * bounds + 5 * masks.columns + (LANES + 2) * masks.trees + 1) * sizeof(uint32_t)
        )
        if space == NULL:
            raise MemoryError
        room.least = <float*>space
        room.most = room.least + bounds
        room.lowest = room.most + bounds
        room.highest = room.lowest + masks.columns
        room.active = <int32_t*>(room.highest + masks.columns)
        room.first = room.active + masks.columns
        room.to = room.first + masks.columns
        room.always = <uint32_t*>(room.to + masks.columns)
        room.shared = room.always + masks.trees
        room.bits = room.shared + masks.trees
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
