# The matrix of features, block by block. A part of `features.pyx`.

# --------------------------------------------------------------------------------------------------
# The matrix
# --------------------------------------------------------------------------------------------------
# Each function writes the columns of one group, which `columns.pxi` names, and returns where the next
# begin.

cdef inline double at_least_1(double value) noexcept nogil:
    return value if value > 1 else 1


cdef inline int64_t least(int64_t one, int64_t other) noexcept nogil:
    return one if one < other else other


cdef inline int64_t most(int64_t one, int64_t other) noexcept nogil:
    return one if one > other else other


cdef void write_text(const Block* block, float* at) noexcept nogil:
    cdef TextColumns* out = <TextColumns*>at
    cdef const Text* text = &block.text
    cdef double words = at_least_1(<double>text.words), visible_chars = at_least_1(<double>text.visible_chars)
    cdef double leaves = at_least_1(<double>block.leaves)
    out.words = log1p_of(text.words)
    out.link_share = <float>(<double>block.linked / words)
    out.unlinked_words = log1p_of(text.words - block.linked)
    out.stops = log1p_of(text.stops)
    out.commas = log1p_of(text.commas)
    out.stop_share = <float>(<double>text.stops / words)
    out.comma_share = <float>(<double>text.commas / words)
    out.ends_sentence = block.ends_sentence
    out.digit_share = <float>(<double>text.digits / visible_chars)
    out.separators = log1p_of(text.separators)
    out.currency = text.currencies > 0
    out.copyright = text.copyrights > 0
    out.at_sign = text.at_signs > 0
    out.leaves = log1p_of(<int64_t>leaves)
    out.links = log1p_of(block.links)
    out.words_a_leaf = log1p_of_share(words, leaves)
    out.good = block.good


cdef inline float log1p_of_share(double whole, double parts) noexcept nogil:
    return log1p_of(<int64_t>whole) if parts == 1 else <float>log1p(whole / parts)


cdef struct Walk:
    # What a walk over the blocks remembers; -1 for blocks that did not come yet.
    int32_t last_heading
    int32_t last_top
    int32_t last_good
    bint has_top
    double mean_depth


cdef inline float* write_bits(uint64_t bits, int count, float* out) noexcept nogil:
    """A column for each bit, by the byte while there is room for eight."""
    cdef int left = count
    while left >= 8:
        memcpy(out, FLOATS_OF_BITS[bits & 0xFF], 8 * sizeof(float))
        bits >>= 8
        out += 8
        left -= 8
    memcpy(out, FLOATS_OF_BITS[bits & 0xFF], left * sizeof(float))
    return out + left


cdef float* write_place(
    Tables tables, Work* work, int32_t number, Walk* walk, float* at
) noexcept nogil:
    cdef const Block* block = &work.block[number]
    cdef const Row* row = &work.row[block.first]
    cdef const Sums* before = &work.sums[number]
    cdef const Sums* total = &work.sums[work.blocks]
    cdef PlaceColumns* out
    cdef int32_t enclosing_block = place_of(work, block.enclosing_block), last
    cdef double depth = <double>work.depth[enclosing_block], count = <double>work.blocks
    if row.heading:
        walk.last_heading = number
    if row.heading == 1:
        walk.last_top = number
    if block.good:
        walk.last_good = number
    last = walk.last_heading
    at = write_bits(tables.tag_held[known_tag(tables, work.tag[enclosing_block])], tables.holders, at)
    out = <PlaceColumns*>write_bits(row.around, tables.around, at)
    out.heading_level = row.heading
    out.hidden = (row.flags & ROW_HIDDEN) != 0
    out.depth = <float>depth
    out.relative_depth = <float>(depth / walk.mean_depth)
    out.index = log1p_of(number)
    out.place_by_blocks = <float>(<double>number / count)
    out.place_by_words = <float>(before.words / at_least_1(total.words))
    out.blocks_to_the_end = log1p_of(work.blocks - number)
    out.since_heading = <float>least(number - last, 50) if last >= 0 else 50
    out.last_heading = <float>work.row[work.block[last].first].heading if last >= 0 else 7
    out.words_since_heading = log1p_of(<int64_t>(before.words - (work.sums[last].words if last >= 0 else 0)))
    out.since_h1 = <float>least(number - walk.last_top, 200) if walk.last_top >= 0 else -1
    out.before_h1 = walk.last_top < 0 and walk.has_top
    out.headings_before = <float>(before.headings / at_least_1(total.headings))
    out.since_good = <float>least(number - walk.last_good, 50) if walk.last_good >= 0 else 50
    out.until_good = <float>least(work.until_good[number], 50)
    out.good_before = <float>(before.good_words / at_least_1(total.good_words))
    return <float*>(out + 1)


cdef float* write_containers(Work* work, int32_t number, float* at) noexcept nogil:
    cdef const Block* block = &work.block[number]
    cdef int32_t enclosing_block = place_of(work, block.enclosing_block), row = enclosing_block
    cdef const Container* container
    cdef UpColumns* up = <UpColumns*>at
    cdef TopColumns* out
    cdef const Top* top
    cdef int level
    for level in range(LEVELS_UP):
        container = &work.container[work.row[row].container]
        up[0] = container.columns
        up.own_share = <float>(<double>block.text.words / container.words)
        up.place = <float>(<double>(number - work.blocks_before[container.row]) / container.blocks)
        up.depth = <float>(work.depth[enclosing_block] - work.depth[container.row])
        up += 1
        row = parent_of(work, container.row)
    out = <TopColumns*>up
    for level in range(TOPS):
        top = &work.tops[level]
        out.inside = top.start <= number < top.end
        out.depth = <float>(<double>top.depth / at_least_1(<double>work.depth[enclosing_block]))
        out.good_share = top.good_share
        out.blocks = log1p_of(top.end - top.start)
        out.before = log1p_of(most(top.start - number, 0))
        out.after = log1p_of(most(number - top.end + 1, 0))
        out.place = <float>(<double>(number - top.start) / at_least_1(<double>(top.end - top.start)))
        out += 1
    return <float*>out


cdef float* write_hints(Tables tables, Work* work, const Block* block, float* out) noexcept nogil:
    cdef int32_t row = work.row[block.first].named
    cdef uint32_t near = 0
    cdef int step
    for step in range(3):
        if row < 0:
            break
        near |= work.row[row].kinds
        row = work.row[work.parent[row]].named if work.parent[row] >= 0 else NONE
    out = write_bits(work.row[block.first].hints, tables.kinds, out)
    return write_bits(near, tables.kinds, out)


cdef void describe_siblings(Work* work, Siblings* group) noexcept nogil:
    cdef double count = at_least_1(<double>group.count), mean = group.words / count
    cdef double spread = group.squares / count - mean * mean
    group.is_described = True
    group.columns.siblings = log_of(group.count)
    group.columns.sibling_share = <float>(group.words / at_least_1(words_in(work, 0)))
    group.columns.sibling_spread = <float>(sqrt(spread if spread > 0 else 0) / at_least_1(mean))
    group.columns.sibling_good = <float>(group.good / at_least_1(group.words))


cdef void describe_alike(Work* work, Alike* alike) noexcept nogil:
    cdef double count = <double>alike.count, words = <double>alike.words
    alike.is_described = True
    alike.columns.alike = log_of(alike.count)
    alike.columns.alike_words = log1p_of(alike.words)
    alike.columns.alike_word_share = <float>(words / at_least_1(work.sums[work.blocks].words))
    alike.columns.alike_mean_words = log1p_of_share(words, count)
    alike.columns.alike_good_share = <float>(<double>alike.good / count)
    alike.columns.alike_link_share = <float>(<double>alike.linked / at_least_1(words))


cdef float* write_repetition(Work* work, const Block* block, float* at) noexcept nogil:
    cdef Alike* alike = &work.templates[block.template_id]
    cdef int32_t row = place_of(work, block.enclosing_block)
    cdef Siblings* group
    cdef AlikeColumns* out = <AlikeColumns*>at
    cdef SiblingColumns* siblings = <SiblingColumns*>(out + 1)
    cdef int level
    if not alike.is_described:
        describe_alike(work, alike)
    out[0] = alike.columns
    out.said_before = log1p_of(block.said_before)
    out.said_in_all = log_of(work.templates[block.text_id].texts)
    for level in range(SIBLING_LEVELS):
        group = &work.siblings[work.row[row].group]
        if not group.is_described:
            describe_siblings(work, group)
        siblings[level] = group.columns
        row = parent_of(work, row)
    return <float*>(siblings + SIBLING_LEVELS)


cdef float* write_neighbours(
    Work* work, int32_t number, const float* matrix, int64_t stride, float* at
) noexcept nogil:
    """What stands around a block; the columns of its own text are written for all blocks."""
    cdef NeighbourColumns* out = <NeighbourColumns*>at
    cdef const Block* own = &work.block[number]
    cdef const Block* other
    cdef const TextColumns* text
    cdef int32_t place
    cdef int index
    for index in range(2):
        place = number + OFFSETS[index]
        if place < 0 or place >= work.blocks:
            out.words = out.link_share = out.stop_share = -1
            out.same_parent = own.parent == NONE or own.enclosing_block == NONE
        else:
            other = &work.block[place]
            text = <const TextColumns*>(matrix + place * stride)
            out.words = text.words
            out.link_share = text.link_share
            out.stop_share = text.stop_share
            out.same_parent = own.enclosing_block == other.enclosing_block or own.parent == other.parent
        out += 1
    return <float*>out


cdef float* write_windows(Work* work, int32_t number, float* at) noexcept nogil:
    cdef WindowColumns* out = <WindowColumns*>at
    cdef const Sums* before
    cdef const Sums* after
    cdef int64_t first, end
    cdef double words
    cdef int index
    for index in range(2):
        first = most(number - WINDOWS[index], 0)
        end = least(number + WINDOWS[index] + 1, work.blocks)
        before, after = &work.sums[first], &work.sums[end]
        words = after.words - before.words
        out.words = log1p_of_share(words, <double>(end - first))
        out.link_share = <float>((after.linked - before.linked) / at_least_1(words))
        out.good = <float>((after.good_words - before.good_words) / at_least_1(words))
        out += 1
    return <float*>out


cdef void begin_section(Work* work, int level, int32_t start, Section* section) noexcept nogil:
    """Describe the section of a level that begins with a block."""
    cdef int32_t end = start + 1
    cdef double words, linked
    while end < work.blocks and not begins_section(work, end, level):
        end += 1
    words = work.sums[end].words - work.sums[start].words
    linked = work.sums[end].linked - work.sums[start].linked
    section.starts = start
    section.end = end
    section.columns.words = log1p_of(<int64_t>words)
    section.columns.word_share = <float>(words / at_least_1(work.sums[work.blocks].words))
    section.columns.link_share = <float>(linked / at_least_1(words))
    section.columns.blocks = log1p_of(end - start)


cdef inline bint begins_section(Work* work, int32_t number, int level) noexcept nogil:
    return 0 < work.block[number].heading <= level


cdef float* write_sections(Work* work, int32_t number, Section* sections, float* at) noexcept nogil:
    cdef SectionColumns* out = <SectionColumns*>at
    cdef Section* section
    cdef int index
    for index in range(SECTIONS):
        section = &sections[index]
        if number >= section.end:
            begin_section(work, SECTION_LEVELS[index], number, section)
            section.number += begins_section(work, number, SECTION_LEVELS[index])
        out[index] = section.columns
        out[index].since = log1p_of(number - section.starts)
        out[index].place = <float>(<double>section.number / <double>section.sections)
    return <float*>(out + SECTIONS)


cdef void count_sections(Work* work, Section* sections) noexcept nogil:
    cdef int32_t number
    cdef int index
    memset(sections, 0, SECTIONS * sizeof(Section))
    for index in range(SECTIONS):
        sections[index].sections = 1
        for number in range(work.blocks):
            sections[index].sections += begins_section(work, number, SECTION_LEVELS[index])


cdef float* write_nearby_elements(Work* work, const Block* block, float* out) noexcept nogil:
    cdef int32_t row = place_of(work, block.enclosing_block)
    cdef const Container* container
    cdef int level
    for level in range(NEARBY_LEVELS):
        container = &work.container[work.row[row].container]
        memcpy(out, container.nearby_elements, sizeof(container.nearby_elements))
        row = parent_of(work, container.row)
        out += NEARBY_KINDS
    return out


cdef void describe_records(Work* work, const Siblings* group, RecordColumns* out) noexcept nogil:
    cdef double count = at_least_1(<double>group.with_text), mean = group.words / count
    cdef double spread = group.squares / count - mean * mean
    out.number = log_of(<int64_t>count)
    out.share = <float>(group.words / at_least_1(work.sums[work.blocks].words))
    out.words = log1p_of_share(group.words, count)
    out.link_share = <float>(<double>group.linked / at_least_1(group.words))
    out.unlinked = log1p_of_share(group.words - <double>group.linked, count)
    out.before = <float>(group.good_before / at_least_1(work.sums[work.blocks].good_words))
    out.blocks = log1p_of_share(<double>group.blocks, count)
    out.spread = <float>(sqrt(spread if spread > 0 else 0) / at_least_1(mean))
    out.images = <float>(<double>group.with_images / count)
    out.headings = <float>(<double>group.with_headings / count)


cdef struct Record:
    # The record that was described last: most blocks stand in the one of the block before.
    int32_t row
    RecordColumns columns


cdef void describe_record(Tables tables, Work* work, int32_t row, Record* record) noexcept nogil:
    cdef float* column = <float*>&record.columns
    cdef size_t index
    record.row = row
    if row < 0:
        for index in range(sizeof(RecordColumns) // sizeof(float)):
            column[index] = -1
        return
    describe_records(work, &work.siblings[work.row[row].group], &record.columns)
    record.columns.kind = tables.tag_record[known_tag(tables, work.tag[row])]


cdef float* write_record(
    Tables tables, Work* work, const Block* block, int32_t row, Record* last, float* at
) noexcept nogil:
    cdef RecordColumns* out = <RecordColumns*>at
    if row != last.row:
        describe_record(tables, work, row, last)
    out[0] = last.columns
    if row >= 0:
        out.depth = <float>(work.depth[place_of(work, block.enclosing_block)] - work.depth[row])
    return <float*>(out + 1)


cdef inline bint comes_first(const Siblings* one, const Siblings* other) noexcept nogil:
    """Of two groups of equally many words, which counts as the larger."""
    if one.tag != other.tag:
        return one.tag < other.tag
    if one.classes != other.classes:
        return one.classes < other.classes
    return one.parent < other.parent


cdef void write_page_records(Work* work, PageRecordColumns* out) noexcept nogil:
    cdef const Siblings* group
    cdef const Siblings* largest = NULL
    cdef int64_t found = 0
    cdef RecordColumns of_largest
    cdef int32_t number
    for number in range(1, work.siblings_count):
        group = &work.siblings[number]
        if are_records(group):
            found += 1
            if (
                largest == NULL
                or group.words > largest.words
                or (group.words == largest.words and comes_first(group, largest))
            ):
                largest = group
    out.records = log1p_of(found)
    out.record_number = out.record_share = out.record_words = -1
    if largest != NULL:
        describe_records(work, largest, &of_largest)
        out.record_number = of_largest.number
        out.record_share = of_largest.share
        out.record_words = of_largest.words


cdef void write_page(Work* work, PageColumns* out) noexcept nogil:
    cdef const Sums* total = &work.sums[work.blocks]
    cdef int64_t longest = 0, good = 0
    cdef int32_t number
    cdef double blocks = <double>work.blocks
    for number in range(work.blocks):
        longest = most(longest, work.block[number].text.words)
        good += work.block[number].good
    out.words = log1p_of(<int64_t>total.words)
    out.blocks = log1p_of(work.blocks)
    out.words_a_block = log1p_of_share(total.words, blocks)
    out.link_share = <float>(total.linked / at_least_1(total.words))
    out.good_words = log1p_of(<int64_t>total.good_words)
    out.good_share = <float>(total.good_words / at_least_1(total.words))
    out.good_blocks = log1p_of(good)
    out.headings = log1p_of(work.tags_seen[SEEN_HEADING])
    out.h1 = <float>least(work.tags_seen[SEEN_H1], 5)
    out.paragraphs = log1p_of(work.tags_seen[SEEN_P])
    out.items = log1p_of(work.tags_seen[SEEN_LI])
    out.images = log1p_of(work.tags_seen[SEEN_IMG])
    out.tables = log1p_of(work.tags_seen[SEEN_TABLE])
    out.forms = log1p_of(work.tags_seen[SEEN_CONTROL])
    out.articles = <float>least(work.tags_seen[SEEN_ARTICLE], 20)
    out.main = work.tags_seen[SEEN_MAIN] > 0
    out.code = log1p_of(work.tags_seen[SEEN_CODE])
    out.longest = log1p_of(longest)


cdef void write_matrix(Tables tables, Work* work, float* matrix, int64_t stride) noexcept nogil:
    cdef int32_t number
    cdef float* out
    cdef PageColumns of_page
    cdef PageRecordColumns of_page_records
    cdef Section[SECTIONS] sections
    cdef Record record, card
    cdef Walk walk
    cdef Block* block
    cdef double weight, weights = 0, depths = 0
    walk.last_heading = walk.last_top = walk.last_good = NONE
    walk.has_top = False
    for number in range(work.blocks):
        if passed(&work.watch, 4 * ROW):  # the first to touch the matrix: the system lends it slowly
            return
        block = &work.block[number]
        weight = at_least_1(<double>block.text.words)
        weights += weight
        depths += weight * <double>work.depth[place_of(work, block.enclosing_block)]
        walk.has_top = walk.has_top or block.heading == 1
        write_text(block, matrix + number * stride)
    walk.mean_depth = at_least_1(depths / weights)
    write_page(work, &of_page)
    count_sections(work, sections)
    write_page_records(work, &of_page_records)
    describe_record(tables, work, NONE, &record)
    card = record
    for number in range(work.blocks):
        if passed(&work.watch, 4 * ROW):
            return
        block = &work.block[number]
        out = matrix + number * stride + sizeof(TextColumns) // sizeof(float)
        out = write_place(tables, work, number, &walk, out)
        out = write_containers(work, number, out)
        out = write_hints(tables, work, block, out)
        out = write_repetition(work, block, out)
        out = write_neighbours(work, number, matrix, stride, out)
        out = write_windows(work, number, out)
        (<PageColumns*>out)[0] = of_page
        out = write_sections(work, number, sections, out + sizeof(PageColumns) // sizeof(float))
        out = write_nearby_elements(work, block, out)
        out = write_record(tables, work, block, work.row[block.first].record, &record, out)
        out = write_record(tables, work, block, work.row[block.first].card, &card, out)
        (<PageRecordColumns*>out)[0] = of_page_records
        out += sizeof(PageRecordColumns) // sizeof(float)
        write_scored(work, block, number, out)
