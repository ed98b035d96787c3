"""The scores of elements by the points that the blocks below them earn."""

cdef double NO_SCORE = -1e9


cdef bint score_elements(Tables tables, Work* work) noexcept nogil:
    """Fill `score` and `score_around`, and find the best element."""
    cdef int32_t number, row, level
    cdef const Block* block
    cdef double points
    work.score = <double*>calloc(<size_t>2 * work.rows, sizeof(double))
    if work.score == NULL:
        return False
    work.score_around = work.score + work.rows
    for number in range(work.blocks):
        block = &work.block[number]
        if block.text.visible_chars < tables.least_visible_chars:
            continue
        points = 1 + <double>block.text.commas + limited(<double>block.text.visible_chars / 100, 0, 3)
        row = work.parent[place_of(work, block.enclosing_block)]
        for level in range(SCORED_LEVELS):
            if row < 0:
                break
            work.score[row] += points / SCORED_SHARES[level]
            row = work.parent[row]
    work.best_scored = 0
    for row in range(work.rows):
        if passed(&work.watch, 1):
            return False
        work.score[row] = score_of(tables, work, row)
        work.score_around[row] = work.score[row]
        if row and work.score_around[parent_of(work, row)] > work.score[row]:
            work.score_around[row] = work.score_around[parent_of(work, row)]
        if work.score[row] > work.score[work.best_scored]:
            work.best_scored = row
    return True


cdef double score_of(Tables tables, Work* work, int32_t row) noexcept nogil:
    cdef double score = work.score[row]
    if score == 0:
        return NO_SCORE
    score += tables.tag_points[known_tag(tables, work.tag[row])]
    if work.row[row].kinds & tables.good_names:
        score += tables.name_points
    if work.row[row].kinds & tables.bad_names:
        score -= tables.name_points
    return score * (1 - linked_in(work, row) / at_least_1(words_in(work, row)))


cdef inline double limited(double value, double lowest, double highest) noexcept nogil:
    return lowest if value < lowest else highest if value > highest else value


cdef float* write_scored(Work* work, const Block* block, int32_t number, float* at) noexcept nogil:
    cdef ScoredColumns* out = <ScoredColumns*>at
    cdef int32_t enclosing_block = place_of(work, block.enclosing_block), best = work.best_scored
    cdef double highest = at_least_1(work.score[best])
    out.inside = work.blocks_before[best] <= number < work.blocks_before[work.end[best]]
    out.own = <float>limited(work.score[parent_of(work, enclosing_block)] / highest, -1, 1)
    out.around = <float>limited(work.score_around[enclosing_block] / highest, -1, 1)
    out.depth = <float>(work.depth[enclosing_block] - work.depth[best]) if out.inside else -1
    out.words = <float>(words_in(work, best) / at_least_1(work.sums[work.blocks].words))
    out.links = <float>(linked_in(work, best) / at_least_1(words_in(work, best)))
    return <float*>(out + 1)
