"""Blocks: sums over them, and those that are alike."""

cdef inline int32_t place_of(Work* work, int32_t row) noexcept nogil:
    """A row above the root is the last one, as it is for NumPy."""
    return row if row >= 0 else work.rows - 1


cdef inline int32_t parent_of(Work* work, int32_t row) noexcept nogil:
    return work.parent[row] if work.parent[row] >= 0 else 0


cdef int32_t enclosing_block_of(Work* work, const Block* block) noexcept nogil:
    """The innermost element that holds all of a block; -1 for a root that is text."""
    cdef int32_t enclosing_block = work.parent[block.first]
    while enclosing_block >= 0 and work.end[enclosing_block] < block.end:
        enclosing_block = work.parent[enclosing_block]
    return enclosing_block


cdef bint set_up_sums(Tables tables, Work* work) noexcept nogil:
    cdef int32_t number, row, next_good = -1000
    cdef Block* block
    cdef Sums* sums
    work.sums = <Sums*>calloc(work.blocks + 1, sizeof(Sums))
    work.until_good = <int32_t*>malloc((work.blocks + 1) * sizeof(int32_t))
    if work.sums == NULL or work.until_good == NULL:
        return False
    for number in range(work.blocks):
        if passed(&work.watch, ROW):
            return False
        block = &work.block[number]
        block.first, block.end = work.first_row[number], work.end_row[number]
        block.enclosing_block = enclosing_block_of(work, block)
        block.parent = work.parent[place_of(work, block.enclosing_block)]
        block.tag = work.tag[place_of(work, block.enclosing_block)]
        block.heading = work.row[block.first].heading
        block.ends_sentence = ends_sentence(
            tables,
            work.text + work.text_start[block.end - 1],
            work.text + work.text_end[block.end - 1],
        )
        block.good = (
            block.text.words >= GOOD_WORDS
            and block.text.stops + block.text.commas > 0
            and <double>block.linked <= GOOD_LINK_SHARE * <double>block.text.words
        )
        sums = &work.sums[number + 1]
        sums[0] = work.sums[number]
        sums.words += <double>block.text.words
        sums.linked += <double>block.linked
        if block.good:
            sums.good_words += <double>block.text.words
        if block.heading:
            sums.headings += 1
    for number in range(work.blocks - 1, -1, -1):
        if work.block[number].good:
            next_good = number
        work.until_good[number] = next_good - number if next_good >= 0 else 1000
    number = 0
    for row in range(work.rows):
        work.blocks_before[row] = number
        if number < work.blocks and work.block[number].first == row:
            number += 1
    work.blocks_before[work.rows] = number
    return True


cdef inline int32_t blocks_in(Work* work, int32_t row) noexcept nogil:
    return work.blocks_before[work.end[row]] - work.blocks_before[row]


cdef inline double words_in(Work* work, int32_t row) noexcept nogil:
    return work.sums[work.blocks_before[work.end[row]]].words - work.sums[work.blocks_before[row]].words


cdef inline double linked_in(Work* work, int32_t row) noexcept nogil:
    return (
        work.sums[work.blocks_before[work.end[row]]].linked - work.sums[work.blocks_before[row]].linked
    )


cdef inline double good_in(Work* work, int32_t row) noexcept nogil:
    return (
        work.sums[work.blocks_before[work.end[row]]].good_words
        - work.sums[work.blocks_before[row]].good_words
    )


cdef inline bint same_make(Work* work, int32_t one, int32_t other) noexcept nogil:
    return work.tag[one] == work.tag[other] and work.row[one].classes == work.row[other].classes


cdef bint same_path(Work* work, int32_t one, int32_t other) noexcept nogil:
    cdef int level
    for level in range(PATH_LENGTH):
        if not same_make(work, one, other):
            return False
        one, other = parent_of(work, one), parent_of(work, other)
    return True


cdef uint64_t hash_of_path(Work* work, int32_t row) noexcept nogil:
    cdef uint64_t hash = SECRET
    cdef int level
    for level in range(PATH_LENGTH):
        hash = mixed(hash, <uint64_t>work.tag[row] << 32 | <uint32_t>work.row[row].classes)
        row = parent_of(work, row)
    return mixed(hash, SECRET)


cdef const uint8_t* words_of(Work* work, const Block* block, int64_t* length) noexcept nogil:
    """The text of a block without white space at its ends."""
    cdef const uint8_t* start = work.text + work.text_start[block.first]
    cdef const uint8_t* end = work.text + work.text_end[block.end - 1]
    start = past_spaces(start, end)
    while end > start and is_ascii_space((end - 1)[0]):
        end -= 1
    length[0] = end - start
    return start


cdef uint64_t slots_for(int64_t entries) noexcept nogil:
    cdef uint64_t slots = 16
    while slots < 2 * <uint64_t>entries:
        slots *= 2
    return slots


cdef bint find_alike(Work* work) noexcept nogil:
    """Number the blocks by their paths, and by their texts, and count both."""
    cdef uint64_t slots = slots_for(work.blocks), slot
    cdef int32_t* by_path = <int32_t*>calloc(slots, sizeof(int32_t))
    cdef int32_t* by_text = <int32_t*>calloc(slots, sizeof(int32_t))
    cdef uint64_t* hashes = <uint64_t*>malloc((work.blocks + 1) * sizeof(uint64_t))
    cdef int32_t number, row, other, paths = 0
    cdef Block* block
    cdef Alike* alike
    cdef const uint8_t* text
    cdef const uint8_t* other_text
    cdef int64_t length = 0, other_length = 0
    cdef bint done = False
    work.templates = <Alike*>calloc(work.blocks + 1, sizeof(Alike))
    if by_path != NULL and by_text != NULL and hashes != NULL and work.templates != NULL:
        done = True
        for number in range(work.blocks):
            if passed(&work.watch, ROW):
                done = False
                break
            block = &work.block[number]
            row = place_of(work, block.enclosing_block)
            slot = hash_of_path(work, row) & (slots - 1)
            while by_path[slot] and not same_path(
                work, place_of(work, work.block[by_path[slot] - 1].enclosing_block), row
            ):
                slot = (slot + 1) & (slots - 1)
            if not by_path[slot]:
                by_path[slot] = number + 1
                block.template_id = paths
                paths += 1
            block.template_id = work.block[by_path[slot] - 1].template_id
            alike = &work.templates[block.template_id]
            alike.count += 1
            alike.words += block.text.words
            alike.good += block.good
            alike.linked += block.linked

            text = words_of(work, block, &length)
            hashes[number] = hash_of(text, length)
            slot = hashes[number] & (slots - 1)
            while by_text[slot]:
                other = by_text[slot] - 1
                if hashes[other] == hashes[number]:
                    other_text = words_of(work, &work.block[other], &other_length)
                    if other_length == length and memcmp(text, other_text, length) == 0:
                        break
                slot = (slot + 1) & (slots - 1)
            if not by_text[slot]:
                by_text[slot] = number + 1
            block.text_id = by_text[slot] - 1
            block.said_before = <int32_t>work.templates[block.text_id].texts
            work.templates[block.text_id].texts += 1
    free(by_path)
    free(by_text)
    free(hashes)
    return done
