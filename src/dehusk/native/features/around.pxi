"""Rows again: what stands around blocks."""

cdef bint count_nearby_elements(Tables tables, Work* work) noexcept nogil:
    cdef int32_t row
    cdef int kind
    cdef const int32_t* own
    cdef int32_t[NEARBY_APART] sums
    cdef int32_t* before
    before = work.nearby_before = <int32_t*>malloc(<size_t>(work.rows + 1) * sizeof(sums))
    if before == NULL:
        return False
    memset(sums, 0, sizeof(sums))
    for row in range(work.rows):
        memcpy(before, sums, sizeof(sums))
        own = tables.tag_nearby[known_tag(tables, work.tag[row])]
        for kind in range(NEARBY_APART):
            sums[kind] += own[kind]
        before += NEARBY_APART
    memcpy(before, sums, sizeof(sums))
    return True


cdef inline int32_t nearby_elements_in(Work* work, int32_t row, int kind) noexcept nogil:
    return (
        work.nearby_before[<int64_t>work.end[row] * NEARBY_APART + kind]
        - work.nearby_before[<int64_t>row * NEARBY_APART + kind]
    )


cdef inline int32_t next_element(Work* work, int32_t row) noexcept nogil:
    """The next row to look at, for those who ask about rows whose parents hold blocks."""
    return row + 1 if blocks_in(work, row) else work.end[row]


cdef inline bint is_of_group(Work* work, int32_t row, const Siblings* group) noexcept nogil:
    return (
        group.parent == work.parent[row]
        and group.tag == work.tag[row]
        and group.classes == work.row[row].classes
    )


cdef bint find_siblings(Work* work) noexcept nogil:
    """Group the elements that share a parent, a tag and classes.

    Rows far from all blocks stay in group 0, which nobody asks about.
    """
    cdef int32_t row = 0, parent, number, candidates = 0
    cdef uint64_t slots, slot
    cdef int32_t* slot_of
    cdef Siblings* group
    cdef double words
    while row < work.rows:
        candidates += 1
        row = next_element(work, row)
    slots = slots_for(candidates)
    slot_of = <int32_t*>calloc(slots, sizeof(int32_t))
    work.siblings = <Siblings*>malloc((candidates + 1) * sizeof(Siblings))
    if slot_of == NULL or work.siblings == NULL:
        free(slot_of)
        return False
    memset(work.siblings, 0, sizeof(Siblings))
    work.siblings_count = 1
    row = 0
    while row < work.rows and not passed(&work.watch, ROW):
        parent = work.parent[row]
        if work.tag[row] == 0 and parent >= 0:
            row += 1
            continue
        number = work.row[parent_of(work, row)].last_group
        if not number or not is_of_group(work, row, &work.siblings[number]):
            slot = mixed(
                mixed(SECRET, <uint64_t><uint32_t>parent << 32 | <uint32_t>work.row[row].classes),
                work.tag[row],
            ) & (slots - 1)
            while slot_of[slot] and not is_of_group(work, row, &work.siblings[slot_of[slot]]):
                slot = (slot + 1) & (slots - 1)
            if not slot_of[slot]:
                slot_of[slot] = work.siblings_count
                group = &work.siblings[work.siblings_count]
                memset(group, 0, sizeof(Siblings))
                group.parent = parent
                group.tag = work.tag[row]
                group.classes = work.row[row].classes
                group.good_before = work.sums[work.blocks_before[row]].good_words
                work.siblings_count += 1
            number = slot_of[slot]
        group = &work.siblings[number]
        work.row[row].group = number
        work.row[parent_of(work, row)].last_group = number
        words = words_in(work, row)
        group.count += 1
        group.words += words
        group.squares += words * words
        group.good += good_in(work, row)
        if work.nearby_before != NULL and words > 0:
            group.with_text += 1
            group.blocks += blocks_in(work, row)
            group.linked += <int64_t>linked_in(work, row)
            group.with_images += nearby_elements_in(work, row, IMAGES) > 0
            group.with_headings += nearby_elements_in(work, row, HEADINGS_INSIDE) > 0
        row = next_element(work, row)
    free(slot_of)
    return row >= work.rows


cdef bint find_containers(Work* work) noexcept nogil:
    """For each element with blocks the widest of the same blocks, and what its columns are."""
    cdef int32_t row = 0, parent, count = 0, room = 0
    cdef Container* container
    while row < work.rows:
        if passed(&work.watch, ROW):
            return False
        parent = work.parent[row]
        if not blocks_in(work, row):
            row = work.end[row]
            continue
        if row > 0 and parent >= 0 and blocks_in(work, parent) == blocks_in(work, row):
            work.row[row].container = work.row[parent].container
        else:
            if count == room:
                room = 2 * room + 64
                container = <Container*>realloc(work.container, room * sizeof(Container))
                if container == NULL:
                    return False
                work.container = container
            describe_container(work, row, &work.container[count])
            work.row[row].container = count
            count += 1
        row += 1
    return True


cdef void describe_container(Work* work, int32_t row, Container* container) noexcept nogil:
    cdef double all_words = at_least_1(words_in(work, 0)), all_good = at_least_1(good_in(work, 0))
    cdef double words = words_in(work, row), good = good_in(work, row)
    cdef double blocks = <double>blocks_in(work, row)
    cdef int kind
    container.row = row
    container.words = at_least_1(words)
    container.blocks = blocks
    container.columns.words = log1p_of(<int64_t>words)
    container.columns.word_share = <float>(words / all_words)
    container.columns.good_words = log1p_of(<int64_t>good)
    container.columns.good_share = <float>(good / container.words)
    container.columns.good_of_page = <float>(good / all_good)
    container.columns.link_share = <float>(linked_in(work, row) / container.words)
    container.columns.blocks = log1p_of(<int64_t>blocks)
    container.columns.words_a_block = log1p_of_share(container.words, blocks)
    for kind in range(NEARBY_KINDS):
        container.nearby_elements[kind] = <float>(<double>nearby_elements_in(work, row, kind) / blocks)


cdef inline bint are_records(const Siblings* group) noexcept nogil:
    return (
        group.with_text >= LEAST_RECORDS
        and <double>group.blocks >= LEAST_BLOCKS * <double>group.with_text
    )


cdef void find_records(Work* work) noexcept nogil:
    """For each row with blocks the record around it of the largest group, and the innermost."""
    cdef int32_t row = 0, record, card
    cdef const Siblings* group
    while row < work.rows:
        record = work.row[parent_of(work, row)].record if row else NONE
        card = work.row[parent_of(work, row)].card if row else NONE
        group = &work.siblings[work.row[row].group]
        if work.tag[row] != 0 and are_records(group) and words_in(work, row) > 0:
            card = row
            if record < 0 or group.words > work.siblings[work.row[record].group].words:
                record = row
        work.row[row].record = record
        work.row[row].card = card
        row = next_element(work, row)


cdef void find_tops(Work* work) noexcept nogil:
    """The deepest element that holds each of the shares of the page's good text."""
    cdef int32_t[TOPS] top
    cdef double all_good = good_in(work, 0), good
    cdef int32_t row, share
    for share in range(TOPS):
        top[share] = NONE
    row = 0 if all_good else work.rows
    while row < work.rows:
        good = good_in(work, row)
        if good < TOP_SHARES[0] * all_good:
            row = work.end[row]
            continue
        if work.tag[row] != 0:
            for share in range(TOPS):
                if good < TOP_SHARES[share] * all_good:
                    break
                if (
                    top[share] == NONE
                    or work.depth[row] > work.depth[top[share]]
                    or (work.depth[row] == work.depth[top[share]] and good > good_in(work, top[share]))
                ):
                    top[share] = row
        row += 1
    for share in range(TOPS):
        row = top[share] if top[share] != NONE else 0
        work.tops[share].start = work.blocks_before[row]
        work.tops[share].end = work.blocks_before[work.end[row]]
        work.tops[share].depth = work.depth[row]
        work.tops[share].good_share = <float>(good_in(work, row) / at_least_1(words_in(work, row)))
