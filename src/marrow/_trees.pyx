# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Runs rows of features through decision trees, in two ways that give the same sums.

`sum_of_leaves` walks every row down every tree. `LeafMasks` is for forests of small trees, as boosting
makes them: C. Lucchese et al., "QuickScorer: a Fast Algorithm to Rank Documents with Additive
Ensembles of Regression Trees", SIGIR 2015. A row has a bit for each leaf of a tree. Every question that
it answers with "right" clears the leaves on the left, and the lowest bit that is left is its leaf.
Questions are asked feature by feature with thresholds going up, so that the first "left" ends them; and
sixteen rows answer at a time.
"""

import numpy as np

from libc.stdint cimport int32_t, uint32_t
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
        float threshold;
        uint32_t kept;  /* the leaves that stay where the answer is "right" */
        int32_t tree;
    } marrow_question;

    typedef struct {
        int32_t features;        /* that are asked about */
        int32_t trees;
        const int32_t *feature;  /* their columns */
        const int32_t *first;    /* where the questions of each begin, and where the last end */
        const marrow_question *question;
        const double *value;     /* by tree and leaf */
    } marrow_masks;

    /* Clears leaves of each row whose own value is not at most the threshold. */
    #if defined(__GNUC__)
    typedef float marrow_floats __attribute__((vector_size(32), aligned(4), may_alias));
    typedef int32_t marrow_ints __attribute__((vector_size(32), aligned(4), may_alias));
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

    /* Adds up the leaves of sixteen rows. `bits` has room for as many numbers a tree, `columns` for as
       many a feature and one more, their largest. What is no number goes right, as the largest does. */
    MARROW_INLINE void marrow_some_rows(
        const marrow_masks *masks, const float *const *rows, uint32_t *bits, float *columns, double *sums)
    {
        const int32_t *feature = masks->feature, *first = masks->first;
        const int32_t features = masks->features, trees = masks->trees;
        const double *value = masks->value;
        float *most = columns + MARROW_LANES * (int64_t)features;
        for (int32_t index = 0; index < features; index++) most[index] = -INFINITY;
        for (int lane = 0; lane < MARROW_LANES; lane++)
            for (int32_t index = 0; index < features; index++) {
                const float given = rows[lane][feature[index]];
                const float own = given == given ? given : INFINITY;
                columns[MARROW_LANES * (int64_t)index + lane] = own;
                most[index] = own > most[index] ? own : most[index];
            }
        memset(bits, 0xFF, sizeof(uint32_t) * MARROW_LANES * trees);
        for (int32_t index = 0; index < features; index++) {
            const marrow_question *at = masks->question + first[index];
            const marrow_question *end = masks->question + first[index + 1];
            const float *own = columns + MARROW_LANES * (int64_t)index;
            for (; at < end && at->threshold < most[index]; at++)
                marrow_clear(
                    bits + MARROW_LANES * (int64_t)at->tree, own, at->threshold, at->kept);
        }
        for (int lane = 0; lane < MARROW_LANES; lane++) sums[lane] = 0;
        for (int32_t tree = 0; tree < trees; tree++, bits += MARROW_LANES, value += MARROW_LEAVES)
            for (int lane = 0; lane < MARROW_LANES; lane++)
                sums[lane] += value[marrow_lowest_leaf(bits[lane])];
    }

    static void marrow_rows_anywhere(
        const marrow_masks *masks, const float *const *rows, uint32_t *bits, float *columns, double *sums)
    {
        marrow_some_rows(masks, rows, bits, columns, sums);
    }

    #if defined(__GNUC__) && defined(__x86_64__)
    __attribute__((target("avx2"))) static void marrow_rows_with_avx2(
        const marrow_masks *masks, const float *const *rows, uint32_t *bits, float *columns, double *sums)
    {
        marrow_some_rows(masks, rows, bits, columns, sums);
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
        float threshold
        uint32_t kept
        int32_t tree

    ctypedef struct Masks "marrow_masks":
        int32_t features
        int32_t trees
        const int32_t* feature
        const int32_t* first
        const Question* question
        const double* value

    void rows_anywhere "marrow_rows_anywhere"(
        const Masks* masks, const float** rows, uint32_t* bits, float* columns, double* sums
    ) noexcept nogil
    void rows_with_avx2 "marrow_rows_with_avx2"(
        const Masks* masks, const float** rows, uint32_t* bits, float* columns, double* sums
    ) noexcept nogil
    bint has_avx2 "marrow_has_avx2"() noexcept nogil


ctypedef const float* Values

QUESTION = np.dtype([("threshold", np.float32), ("kept", np.uint32), ("tree", np.int32)])

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
    cdef const int32_t[::1] feature, first
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
        features, first = np.unique(feature[node][order], return_index=True)
        questions = np.zeros(len(order) + 1, QUESTION)
        questions["threshold"][: len(order)] = threshold[node][order]
        questions["kept"][: len(order)] = kept[order]
        questions["tree"][: len(order)] = tree[order]
        self.columns = int(feature.max(initial=-1)) + 1
        self.feature = np.append(features, 0).astype(np.int32)
        self.first = np.append(first, len(order)).astype(np.int32)
        self.question = questions
        self.value = values.ravel()

    def sum_of_leaves(self, const float[:, ::1] features):
        """For each row of features the sum of the leaves that it falls into."""
        cdef Masks masks
        cdef Py_ssize_t count = features.shape[0], start = 0, lane
        cdef Values[LANES] rows
        cdef double[LANES] sums
        cdef uint32_t* bits
        cdef float* values
        if features.shape[1] < self.columns:
            raise ValueError(f"The forest wants {self.columns} columns.")
        total = np.empty(count)
        cdef double[::1] out = total
        masks.features = <int32_t>self.first.shape[0] - 1
        masks.trees = <int32_t>(self.value.shape[0] // LEAVES) - 1
        masks.feature, masks.first = &self.feature[0], &self.first[0]
        masks.question, masks.value = &self.question[0], &self.value[0]
        bits = <uint32_t*>malloc((masks.trees + 1) * LANES * sizeof(uint32_t))
        values = <float*>malloc((masks.features + 1) * (LANES + 1) * sizeof(float))
        if bits == NULL or values == NULL:
            free(bits)
            free(values)
            raise MemoryError
        with nogil:
            while start < count:
                for lane in range(LANES):
                    rows[lane] = &features[start + lane if start + lane < count else start, 0]
                if HAS_AVX2:
                    rows_with_avx2(&masks, rows, bits, values, sums)
                else:
                    rows_anywhere(&masks, rows, bits, values, sums)
                for lane in range(LANES):
                    if start + lane < count:
                        out[start + lane] = sums[lane]
                start += LANES
        free(bits)
        free(values)
        return total
