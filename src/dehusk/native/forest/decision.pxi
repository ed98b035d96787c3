"""The loops of a decision: which blocks to keep, and what that means for the rows.

All are short: to release the GIL and get it back would take longer than they do.
"""


cdef inline const double* doubles(array, Py_ssize_t count) except? NULL:
    return <const double*>column_of(array, count, sizeof(double))


cdef inline const int64_t* numbers(array, Py_ssize_t count) except? NULL:
    return <const int64_t*>column_of(array, count, sizeof(int64_t))


cdef inline const uint8_t* marks(array, Py_ssize_t count) except? NULL:
    return <const uint8_t*>column_of(array, count, 1)


def logistic(sums):
    """The logistic function of each sum."""
    cdef Py_ssize_t count = len(sums), block
    cdef const double* exponent = doubles(sums, count)
    probability = np.empty(count)
    cdef double* out = <double*>memory_of(probability)
    for block in range(count):
        out[block] = 1 / (1 + exp(-exponent[block]))
    return probability


def mixed_with_group(own, words, group, double own_weight):
    """Each block's value mixed with the mean of its group, in which blocks count by their words.

    Groups are numbers below the number of blocks. A block without words counts as one of a word.
    """
    cdef Py_ssize_t count = len(own), block
    cdef const double* value = doubles(own, count)
    cdef const double* word_count = doubles(words, count)
    cdef const int64_t* group_of = numbers(group, count)
    cdef double weight
    mixed, means = np.empty(count), np.empty(2 * count)
    cdef double* out = <double*>memory_of(mixed)
    cdef double* sums = <double*>cleared(means)
    cdef double* weights = sums + count
    for block in range(count):
        weight = word_count[block] if word_count[block] > 1 else 1
        sums[group_of[block]] += value[block] * weight
        weights[group_of[block]] += weight
    for block in range(count):
        out[block] = own_weight * value[block] + (1 - own_weight) * (
            sums[group_of[block]] / weights[group_of[block]]
        )
    return mixed


cdef int64_t* sorted_down(const double* value, int64_t* order, int64_t* other, int64_t count) noexcept nogil:
    """Some places by their values, from the largest to the smallest, the first first among equals.

    They are in `order` before, and after it there or in `other`, which is room for as many.
    """
    cdef int64_t width = 1, start, middle, end, left, right, at
    while width < count:
        start = 0
        while start < count:
            middle = start + width if start + width < count else count
            end = middle + width if middle + width < count else count
            left, right = start, middle
            for at in range(start, end):
                if right == end or (left < middle and not value[order[right]] > value[order[left]]):
                    other[at] = order[left]
                    left += 1
                else:
                    other[at] = order[right]
                    right += 1
            start = end
        order, other = other, order
        width *= 2
    return order


cdef enum:
    SCENARIOS = 16


def best_set(probability, words, double beta, double floor, double least, double sharpness):
    """The blocks whose expected F measure is the highest, and that measure in words and in lines.

    The measure is the mean of two, one in which a block counts by its words and one in which each is a
    line: so a short line that carries meaning is worth keeping. The expectation is a mean over scenarios:
    in each, the odds of all blocks are multiplied by one factor, from 1/31 to 31, for a page that is
    misjudged is misjudged as a whole. Within one, blocks are surer than they seem: their odds are raised
    to the power of `sharpness`.

    Such a set has the most probable blocks down to some one. Blocks less probable than `floor` are not
    looked at, and nothing is kept where the measure is below `least`.
    """
    cdef Py_ssize_t count = len(probability), place, likely = 0, best = 0
    cdef const double* sure = doubles(probability, count)
    cdef const double* word_count = doubles(words, count)
    cdef int scenario
    cdef double kept = 0, lines = 0, weight = beta * beta, inside, highest = -1
    cdef double in_words, in_lines, best_in_words = 0, best_in_lines = 0
    cdef double[SCENARIOS] factor, wanted, found, wanted_lines, found_lines
    cdef int64_t* order
    places, odds, keep = np.empty(2 * count, np.int64), np.empty(count), np.empty(count, np.bool_)
    cdef int64_t* room = <int64_t*>memory_of(places)
    cdef double* against = <double*>memory_of(odds)
    cdef uint8_t* out = cleared(keep)
    for place in range(count):
        if sure[place] >= floor:
            room[likely] = place
            likely += 1
    order = sorted_down(sure, room, room + count, likely)
    for scenario in range(SCENARIOS):
        factor[scenario] = (SCENARIOS - scenario - 0.5) / (scenario + 0.5)
        wanted[scenario] = found[scenario] = wanted_lines[scenario] = found_lines[scenario] = 0
    for place in range(count):
        against[place] = pow((1 - sure[place]) / sure[place], sharpness)
        for scenario in range(SCENARIOS):
            inside = 1 / (1 + against[place] * factor[scenario])
            wanted[scenario] += word_count[place] * inside
            wanted_lines[scenario] += inside
    for place in range(likely):
        kept += word_count[order[place]]
        lines += 1
        in_words = in_lines = 0
        for scenario in range(SCENARIOS):
            inside = 1 / (1 + against[order[place]] * factor[scenario])
            found[scenario] += word_count[order[place]] * inside
            found_lines[scenario] += inside
            in_words += found[scenario] / at_least(kept + weight * wanted[scenario], 1e-9)
            in_lines += found_lines[scenario] / at_least(lines + weight * wanted_lines[scenario], 1e-9)
        if in_words + in_lines > highest:
            best, highest, best_in_words, best_in_lines = place + 1, in_words + in_lines, in_words, in_lines
    best_in_words *= (1 + weight) / SCENARIOS
    best_in_lines *= (1 + weight) / SCENARIOS
    if best_in_words + best_in_lines >= 2 * least:
        for place in range(best):
            out[order[place]] = 1
    return keep, best_in_words, best_in_lines


cdef inline double at_least(double value, double least) noexcept nogil:
    return value if value > least else least


def near_next(enclosing_block, parent, end, int levels):
    """The blocks whose holder, or an element up to so many levels above it, holds the next one too."""
    cdef Py_ssize_t count = len(enclosing_block), rows = len(parent), block
    cdef const int64_t* held_by = numbers(enclosing_block, count)
    cdef const int32_t* up = <const int32_t*>column_of(parent, rows, sizeof(int32_t))
    cdef const int32_t* last = <const int32_t*>column_of(end, rows, sizeof(int32_t))
    cdef int64_t row
    cdef int level
    near = np.empty(count, np.bool_)
    cdef uint8_t* out = cleared(near)
    for block in range(count - 1):
        row = held_by[block]
        for level in range(levels + 1):
            if row <= held_by[block + 1] < last[row]:
                out[block] = 1
                break
            if row:
                row = up[row]
    return near


def mean_length(logits, words):
    """The mean logarithm of the words of a block, in which each counts by its probable words."""
    cdef Py_ssize_t count = len(logits), block
    cdef const double* own = doubles(logits, count)
    cdef const double* word_count = doubles(words, count)
    cdef double expected, total = 0, logarithms = 0
    for block in range(count):
        expected = word_count[block] / (1 + exp(-own[block]))
        total += expected
        if word_count[block] > 1:
            logarithms += expected * log(word_count[block])
    return logarithms / total if total > 0 else 0.0


def in_runs(logits, bonds):
    """The probability of each block, from its own logit and from the blocks that it is bound to.

    A chain over the blocks in document order: two neighbours of which one is kept and the other is not
    cost as much as the bond behind the first of them. Forward and backward along it, linear in the page.
    """
    cdef Py_ssize_t count = len(logits), block
    cdef const double* own = doubles(logits, count)
    cdef const double* bond = doubles(bonds, count)
    cdef double before = 0, after = 0, cost
    probability, messages = np.empty(count), np.empty(count)
    cdef double* out = <double*>memory_of(probability)
    cdef double* from_left = <double*>memory_of(messages)
    for block in range(count):
        from_left[block] = before
        cost = exp(-bond[block])
        before = passed_on(before + own[block], cost)
    for block in range(count - 1, -1, -1):
        out[block] = 1 / (1 + exp(-(from_left[block] + own[block] + after)))
        if block:
            after = passed_on(after + own[block], exp(-bond[block - 1]))
    return probability


cdef inline double passed_on(double odds, double cost) noexcept nogil:
    """What the log odds of a block say of its neighbour, where to differ has that factor."""
    if odds > 0:
        return log((1 + cost * exp(-odds)) / (cost + exp(-odds)))
    return log((exp(odds) + cost) / (cost * exp(odds) + 1))


def column_means(features, words):
    """The mean of each column by the words of its rows, and below it the plain mean.

    A row without words counts as one of a word.
    """
    cdef Py_ssize_t count = len(words), width = features.shape[1], row, column
    cdef const float* own = <const float*>column_of(features, count * width, sizeof(float))
    cdef const double* word_count = doubles(words, count)
    cdef double weight, all_weights = 0
    weighted, means = np.zeros(width), np.zeros((2, width), np.float32)
    cdef double* by_words = <double*>memory_of(weighted)
    cdef float* out = <float*>memory_of(means)
    cdef float* by_rows = out + width
    for row in range(count):
        all_weights += word_count[row] if word_count[row] > 1 else 1
    for row in range(count):
        weight = (word_count[row] if word_count[row] > 1 else 1) / all_weights
        for column in range(width):
            by_words[column] += weight * own[column]
            by_rows[column] += own[column]
        own += width
    for column in range(width):
        out[column] = <float>by_words[column]
        by_rows[column] /= <float>count
    return means


def without_repeats(keep, text_id, template_id, words, double least):
    """The kept blocks, but of those with one text and at least so many words only the first, and others
    of its make: a list may say a thing twice.

    Texts and makes are numbers; those of texts are below the number of blocks.
    """
    cdef Py_ssize_t count = len(text_id), block
    cdef const uint8_t* keeps = marks(keep, count)
    cdef const int64_t* text = numbers(text_id, count)
    cdef const int64_t* make = numbers(template_id, count)
    cdef const double* word_count = doubles(words, count)
    once, makes = np.empty(count, np.bool_), np.empty(count, np.int64)
    cdef uint8_t* out = <uint8_t*>memory_of(once)
    cdef int64_t* seen = <int64_t*>memory_of(makes)
    for block in range(count):
        seen[block] = -1
    for block in range(count):
        out[block] = keeps[block]
        if keeps[block] and word_count[block] >= least:
            if seen[text[block]] < 0:
                seen[text[block]] = make[block]
            out[block] = seen[text[block]] == make[block]
    return once


def rows_of_blocks(block_of, leaves, keep, probability):
    """The leaves that are kept where some blocks are, and for each row the probability of its block.

    Leaves in no block, such as images and line breaks, are kept where the nearest leaves before and
    after them that are in one are kept: the same as `selection.bridged`.
    """
    cdef Py_ssize_t rows = len(block_of), count = len(keep), row, between, last = -1
    cdef const int32_t* block = <const int32_t*>column_of(block_of, rows, sizeof(int32_t))
    cdef const uint8_t* is_leaf = marks(leaves, rows)
    cdef const uint8_t* keeps = marks(keep, count)
    cdef const double* sure = doubles(probability, count)
    cdef bint kept = False
    mask, score = np.empty(rows, np.bool_), np.empty(rows, np.float32)
    cdef uint8_t* out = cleared(mask)
    cdef float* scores = <float*>cleared(score)
    for row in range(rows):
        if block[row] < 0:
            continue
        scores[row] = <float>sure[block[row]]
        if keeps[block[row]]:
            out[row] = 1
            if kept:
                for between in range(last + 1, row):
                    out[between] = is_leaf[between]
        kept = keeps[block[row]]
        last = row
    return mask, score
