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

from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.stdlib cimport free, malloc


# --------------------------------------------------------------------------------------------------
# Walking
# --------------------------------------------------------------------------------------------------

def sum_of_leaves(
    const float[:, ::1] features,
    const short[::1] feature,
    const float[::1] threshold,
    const int[::1] left,
    const int[::1] right,
    const double[::1] value,
    const int[::1] roots,
):
    """For each row of features the sum of the leaves that it falls into.

    Trees are the outer loop: the nodes of one tree stay in the cache while all rows pass through.
    """
    cdef Py_ssize_t count = features.shape[0]
    cdef Py_ssize_t row, tree
    cdef int node
    total = np.zeros(count)
    cdef double[::1] sums = total
    with nogil:
        for tree in range(roots.shape[0]):
            for row in range(count):
                node = roots[tree]
                while feature[node] >= 0:
                    if features[row, feature[node]] <= threshold[node]:
                        node = left[node]
                    else:
                        node = right[node]
                sums[row] += value[node]
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
      #define MARROW_INLINE static inline __attribute__((always_inline))
      #define marrow_lowest_leaf(bits) __builtin_ctz(bits)
    #else
      #include <intrin.h>
      #define MARROW_INLINE static __forceinline
      static inline int marrow_lowest_leaf(uint32_t bits) {
          unsigned long at; _BitScanForward(&at, bits); return (int)at;
      }
    #endif

    enum { MARROW_LANES = 16, MARROW_LEAVES = 32 };

    typedef struct {
        uint32_t kept;  /* the leaves that stay where the answer is "right" */
        int32_t tree;
    } marrow_question;

    typedef struct {
        int32_t columns;
        int32_t trees;
        const int32_t *first;    /* where the questions about each column begin, and the last end */
        const float *threshold;  /* of each question, going up within a column */
        const marrow_question *question;
        const double *value;     /* by tree and leaf */
    } marrow_masks;

    /* What is known of the rows, and room for sixteen of them. */
    typedef struct {
        float *least, *most;   /* of each column, for sixteen rows after the other */
        int32_t *active;       /* the columns that some rows answer in another way than others, */
        int32_t *from;         /* their first question that not all rows answer with "right", */
        int32_t *to;           /* and the first that all answer with "left" */
        int32_t actives;
        uint32_t *always;      /* for each tree the leaves that all rows may fall into */
        uint32_t *shared;      /* the same for sixteen rows */
        uint32_t *bits;        /* and for each of them */
    } marrow_room;

    /* Clears leaves of each row whose own value is not at most the threshold. */
    #if defined(__GNUC__)
    typedef float marrow_floats __attribute__((vector_size(32), aligned(4), may_alias));
    typedef int32_t marrow_ints __attribute__((vector_size(32), aligned(4), may_alias));
    #define MARROW_SELECT(chosen, yes, no) \
        ((marrow_floats)(((chosen) & (marrow_ints)(yes)) | (~(chosen) & (marrow_ints)(no))))
    MARROW_INLINE void marrow_clear(uint32_t *leaves, const float *own, float edge, uint32_t kept) {
        const marrow_floats edges = {edge, edge, edge, edge, edge, edge, edge, edge};
        const int32_t k = (int32_t)kept;
        const marrow_ints all_kept = {k, k, k, k, k, k, k, k};
        for (int lane = 0; lane < MARROW_LANES; lane += 8)
            *(marrow_ints *)(leaves + lane) &=
                (*(const marrow_floats *)(own + lane) <= edges) | all_kept;
    }
    #else
    MARROW_INLINE void marrow_clear(uint32_t *leaves, const float *own, float edge, uint32_t kept) {
        for (int lane = 0; lane < MARROW_LANES; lane++)
            leaves[lane] &= own[lane] <= edge ? UINT32_MAX : kept;
    }
    #endif

    /* The smallest and the largest value of each column. What is no number counts as the largest of
       all, which goes right as well. */
    MARROW_INLINE void marrow_find_bounds(
        const float *const *rows, int32_t columns, float *least, float *most)
    {
        int32_t column = 0;
    #if defined(__GNUC__)
        const marrow_floats none = {0};
        const marrow_floats infinite = none + INFINITY;
        for (; column + 8 <= columns; column += 8) {
            marrow_floats low = infinite, high = -infinite;
            for (int lane = 0; lane < MARROW_LANES; lane++) {
                const marrow_floats given = *(const marrow_floats *)(rows[lane] + column);
                const marrow_floats own = MARROW_SELECT(given == given, given, infinite);
                low = MARROW_SELECT(own < low, own, low);
                high = MARROW_SELECT(own > high, own, high);
            }
            *(marrow_floats *)(least + column) = low;
            *(marrow_floats *)(most + column) = high;
        }
    #endif
        for (; column < columns; column++) {
            float low = INFINITY, high = -INFINITY;
            for (int lane = 0; lane < MARROW_LANES; lane++) {
                const float given = rows[lane][column];
                const float own = given == given ? given : INFINITY;
                low = own < low ? own : low;
                high = own > high ? own : high;
            }
            least[column] = low;
            most[column] = high;
        }
    }

    /* Asks what all rows answer alike, and notes what is left to ask. */
    MARROW_INLINE void marrow_ask_all(const marrow_masks *masks, marrow_room *room, int64_t groups) {
        const float *threshold = masks->threshold;
        const int32_t columns = masks->columns;
        room->actives = 0;
        memset(room->always, 0xFF, sizeof(uint32_t) * masks->trees);
        for (int32_t column = 0; column < columns; column++) {
            int32_t at = masks->first[column], end = masks->first[column + 1];
            float least = INFINITY, most = -INFINITY;
            if (at == end) continue;
            for (int64_t group = 0; group < groups; group++) {
                const float low = room->least[group * columns + column];
                const float high = room->most[group * columns + column];
                least = low < least ? low : least;
                most = high > most ? high : most;
            }
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
    MARROW_INLINE void marrow_some_rows(
        const marrow_masks *masks, const float *const *rows, const marrow_room *room,
        const float *least, const float *most, double *sums)
    {
        const float *threshold = masks->threshold;
        const marrow_question *question = masks->question;
        const double *value = masks->value;
        uint32_t *bits = room->bits, *shared = room->shared;
        float own[MARROW_LANES];
        memcpy(shared, room->always, sizeof(uint32_t) * masks->trees);
        memset(bits, 0xFF, sizeof(uint32_t) * MARROW_LANES * masks->trees);
        for (int32_t active = 0; active < room->actives; active++) {
            const int32_t column = room->active[active], end = room->to[active];
            const float low = least[column], high = most[column];
            int32_t at = room->from[active];
            for (; at < end && threshold[at] < low; at++)
                shared[question[at].tree] &= question[at].kept;
            if (at == end || !(threshold[at] < high)) continue;
            for (int lane = 0; lane < MARROW_LANES; lane++) own[lane] = rows[lane][column];
            for (; at < end && threshold[at] < high; at++)
                marrow_clear(bits + MARROW_LANES * (int64_t)question[at].tree,
                             own, threshold[at], question[at].kept);
        }
        for (int lane = 0; lane < MARROW_LANES; lane++) sums[lane] = 0;
        for (int32_t tree = 0; tree < masks->trees; tree++) {
            for (int lane = 0; lane < MARROW_LANES; lane++)
                sums[lane] += value[marrow_lowest_leaf(bits[lane] & shared[tree])];
            bits += MARROW_LANES;
            value += MARROW_LEAVES;
        }
    }

    /* Points at sixteen rows. Where the last are fewer, the first of them stands in for those that are
       not there. */
    MARROW_INLINE void marrow_point(
        const float **rows, const float *matrix, int64_t start, int64_t count, int64_t width)
    {
        for (int lane = 0; lane < MARROW_LANES; lane++)
            rows[lane] = matrix + width * (start + lane < count ? start + lane : start);
    }

    /* Adds up the leaves of all rows. */
    MARROW_INLINE void marrow_all_rows(
        const marrow_masks *masks, const float *matrix, int64_t count, int64_t width,
        marrow_room *room, double *out)
    {
        const int64_t groups = (count + MARROW_LANES - 1) / MARROW_LANES, columns = masks->columns;
        const float *rows[MARROW_LANES];
        double sums[MARROW_LANES];
        for (int64_t group = 0; group < groups; group++) {
            marrow_point(rows, matrix, group * MARROW_LANES, count, width);
            marrow_find_bounds(
                rows, masks->columns, room->least + group * columns, room->most + group * columns);
        }
        marrow_ask_all(masks, room, groups);
        for (int64_t group = 0; group < groups; group++) {
            const int64_t start = group * MARROW_LANES;
            marrow_point(rows, matrix, start, count, width);
            marrow_some_rows(
                masks, rows, room, room->least + group * columns, room->most + group * columns, sums);
            for (int lane = 0; lane < MARROW_LANES && start + lane < count; lane++)
                out[start + lane] = sums[lane];
        }
    }

    static void marrow_rows_anywhere(
        const marrow_masks *masks, const float *matrix, int64_t count, int64_t width,
        marrow_room *room, double *out)
    {
        marrow_all_rows(masks, matrix, count, width, room, out);
    }

    #if defined(__GNUC__) && defined(__x86_64__)
    __attribute__((target("avx2"))) static void marrow_rows_with_avx2(
        const marrow_masks *masks, const float *matrix, int64_t count, int64_t width,
        marrow_room *room, double *out)
    {
        marrow_all_rows(masks, matrix, count, width, room, out);
    }
    static int marrow_has_avx2(void) { return __builtin_cpu_supports("avx2"); }
    #else
    #define marrow_rows_with_avx2 marrow_rows_anywhere
    static int marrow_has_avx2(void) { return 0; }
    #endif
    """
    enum:
        LANES "MARROW_LANES"  # rows at a time
        LEAVES "MARROW_LEAVES"  # bits of a mask

    ctypedef struct Question "marrow_question":
        uint32_t kept
        int32_t tree

    ctypedef struct Masks "marrow_masks":
        int32_t columns
        int32_t trees
        const int32_t* first
        const float* threshold
        const Question* question
        const double* value

    ctypedef struct Room "marrow_room":
        float* least
        float* most
        int32_t* active
        int32_t* first "from"
        int32_t* to
        uint32_t* always
        uint32_t* shared
        uint32_t* bits

    void rows_anywhere "marrow_rows_anywhere"(
        const Masks* masks, const float* matrix, int64_t count, int64_t width, Room* room, double* out
    ) noexcept nogil
    void rows_with_avx2 "marrow_rows_with_avx2"(
        const Masks* masks, const float* matrix, int64_t count, int64_t width, Room* room, double* out
    ) noexcept nogil
    bint has_avx2 "marrow_has_avx2"() noexcept nogil


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
    cdef const int32_t[::1] first
    cdef const float[::1] threshold
    cdef const Question[::1] question
    cdef const double[::1] value

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
        self.columns = int(feature.max(initial=-1)) + 1
        self.first = np.searchsorted(feature[node][order], np.arange(self.columns + 1)).astype(np.int32)
        self.threshold = np.append(threshold[node][order], np.float32(np.inf))
        self.question = questions
        self.value = values.ravel()

    def sum_of_leaves(self, const float[:, ::1] features):
        """For each row of features the sum of the leaves that it falls into."""
        cdef Masks masks
        cdef Room room
        cdef int64_t count = features.shape[0], width = features.shape[1]
        cdef int64_t bounds = (count + LANES - 1) // LANES * self.columns
        cdef uint32_t* space
        if width < self.columns:
            raise ValueError(f"The forest wants {self.columns} columns.")
        total = np.empty(count)
        cdef double[::1] out = total
        masks.columns = self.columns
        masks.trees = <int32_t>(self.value.shape[0] // LEAVES) - 1
        masks.first, masks.threshold = &self.first[0], &self.threshold[0]
        masks.question, masks.value = &self.question[0], &self.value[0]
        space = <uint32_t*>malloc(
            (2 * bounds + 3 * masks.columns + (LANES + 2) * masks.trees + 1) * sizeof(uint32_t)
        )
        if space == NULL:
            raise MemoryError
        room.least = <float*>space
        room.most = room.least + bounds
        room.active = <int32_t*>(room.most + bounds)
        room.first = room.active + masks.columns
        room.to = room.first + masks.columns
        room.always = <uint32_t*>(room.to + masks.columns)
        room.shared = room.always + masks.trees
        room.bits = room.shared + masks.trees
        with nogil:
            if HAS_AVX2:
                rows_with_avx2(&masks, &features[0, 0], count, width, &room, &out[0])
            else:
                rows_anywhere(&masks, &features[0, 0], count, width, &room, &out[0])
        free(space)
        return total
