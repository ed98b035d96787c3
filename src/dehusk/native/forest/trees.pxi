"""Runs rows of features through decision trees, in two ways that give the same sums.

`Trees` walks every row down every tree. `LeafMasks` is for forests of small trees, as boosting
makes them: C. Lucchese et al., "QuickScorer: a Fast Algorithm to Rank Documents with Additive
Ensembles of Regression Trees", SIGIR 2015. A row has a bit for each leaf of a tree. Every question that
it answers with "right" clears the leaves on the left, and the lowest bit that is left is its leaf.
What many rows answer alike is asked once, with thresholds going up column by column; the other
questions of a tree are asked one after the other, of sixteen rows at a time.
"""


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

cdef extern from "forest/leaf_masks.h":
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
