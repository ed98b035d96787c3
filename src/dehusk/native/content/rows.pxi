"""The rows of the content in order, and what Python sees."""

cdef enum:
    DEEPEST = 256


cdef void put_in_order(Walk* w, Chain content) noexcept nogil:
    """Number the rows of the content: each before what is inside of it."""
    cdef int open_nodes[DEEPEST]
    cdef int depth = 0, node = content.first
    w.order = <int32_t*>malloc(w.node_count * sizeof(int32_t))
    if w.order == NULL:
        w.outcome = OUT_OF_MEMORY
        return
    while node >= 0 and not stopped(w, ROW):
        w.order[w.order_count] = node
        w.order_count += 1
        if w.nodes[node].child >= 0:
            if depth == DEEPEST:
                w.outcome = TOO_DEEP
                return
            open_nodes[depth] = node
            depth += 1
            node = w.nodes[node].child
            continue
        w.nodes[node].end = w.order_count
        node = w.nodes[node].next
        while node < 0 and depth:
            depth -= 1
            w.nodes[open_nodes[depth]].end = w.order_count
            node = w.nodes[open_nodes[depth]].next


cdef void fill_columns(Walk* w, uint8_t* kind, int32_t* columns) noexcept nogil:
    """The rows as columns, one after the other: end, number, text_start, text_end, first, last,
    argument."""
    cdef int at, count = w.order_count
    cdef Node* node
    for at in range(count):
        node = &w.nodes[w.order[at]]
        kind[at] = <uint8_t>node.kind
        columns[at] = node.end
        columns[count + at] = node.number
        columns[2 * count + at] = node.text_start
        columns[3 * count + at] = node.text_end
        columns[4 * count + at] = node.first
        columns[5 * count + at] = node.last
        columns[6 * count + at] = node.argument


cdef int find_included(
    Walk* w,
    Scope* scope,
    const uint8_t* keep,
    const uint8_t* without,
    uint8_t* flags,
    int32_t* run,
    int32_t* nearest,
) noexcept nogil:
    """Find what is included; how many positions that makes. `nearest` has them at the end."""
    cdef bint raw_text = mark_raw_text(w, flags)
    find_scope(w, keep, raw_text, scope)
    read_rows(w, scope, keep, flags, run)
    if w.outcome == WALKING:
        include_companions(w, scope, flags, run, nearest, raw_text)
    return number_positions(w, scope, flags, without, nearest) if w.outcome == WALKING else 0


cdef void tell_figures(Walk* w) noexcept nogil:
    """Count the texts that are more than numbers; what is beyond telling counts as more."""
    cdef int at
    w.words_before = <int32_t*>malloc((w.count + 1) * sizeof(int32_t))
    if w.words_before == NULL:
        w.outcome = OUT_OF_MEMORY
        return
    w.words_before[0] = 0
    for at in range(w.count):
        w.words_before[at + 1] = w.words_before[at] + (
            w.page.tag[w.row[at]] == T_TEXT and figures_in(w, w.row[at]) != ARE_FIGURES
        )


cdef bytes codes_of(numbers, Py_ssize_t count):
    """The code of each attribute name, 0 for those that the walk does not ask for."""
    codes = bytearray(count)
    for name, code in _ATTRIBUTE_CODES.items():
        number = numbers.get(name)
        if number is not None:
            codes[number] = code
    return bytes(codes)


cdef class Reading:
    """What is kept of a page, by position, ready to be walked."""

    cdef Walk w
    cdef object held  # what the walk points to
    cdef readonly object page
    cdef readonly object rows
    cdef readonly object ends
    cdef readonly object parents
    cdef readonly object asked
    cdef readonly object kinds
    cdef readonly object undecided

    def __dealloc__(self):
        free(self.w.before)
        free(self.w.visible_before)
        free(self.w.words_before)

    def __init__(self, Vocabulary vocabulary not None, page, keep, numbers, without=None):
        """Read what `keep` keeps of a page, `without` some elements around it. `numbers` are those of
        the names of attributes."""
        self.page = page
        self.open_page(vocabulary, numbers)
        self.read(keep, without)

    cdef int open_page(self, Vocabulary vocabulary, numbers) except -1:
        cdef Walk* w = &self.w
        page = self.page
        cdef bytes codes = codes_of(numbers, len(page.attr_names))
        cdef bytes actions = bytes(
            [_NAMED_ACTIONS.get(name, 0) for name in page.tag_names[FIRST_CUSTOM:]]
        )
        self.held = vocabulary, page.page_columns, page.scan, codes, actions
        w.lexicon = &vocabulary.lexicon
        w.page, w.row_flags = columns_of(page)[0], row_flags_of(page)
        w.attr_codes = <const uint8_t*><char*>codes
        w.has_math = DATA_MATH in codes
        w.custom_actions = <const uint8_t*><char*>actions
        w.custom_count = <int>len(actions)
        return 0

    cdef int read(self, keep, without) except -1:
        cdef Walk* w = &self.w
        cdef const uint8_t* kept
        cdef const uint8_t* left_out = NULL
        cdef uint8_t* flags = NULL
        cdef int32_t* scratch = NULL
        cdef int32_t* run = NULL
        cdef int32_t* places = NULL
        cdef Scope scope
        cdef int count = 0, at
        if len(keep) != w.page.rows or (without is not None and len(without) != w.page.rows):
            raise ValueError("The selection is not one of this page.")
        if w.page.rows and w.page.end[0] != w.page.rows:
            raise ValueError("A part of a page has no content of its own.")
        kept = <const uint8_t*>column_of(keep, w.page.rows, 1)
        if without is not None:
            left_out = <const uint8_t*>column_of(without, w.page.rows, 1)
        start_watch(&w.watch, seconds_left())
        try:
            if w.page.rows:
                flags = <uint8_t*>calloc(w.page.rows, 1)
                scratch = <int32_t*>calloc(3 * <size_t>w.page.rows + 2, sizeof(int32_t))
                run, places = scratch, scratch + w.page.rows + 1
                scope.above = places + w.page.rows + 1
                if flags == NULL or scratch == NULL:
                    w.outcome = OUT_OF_MEMORY
                else:
                    count = find_included(w, &scope, kept, left_out, flags, run, places)
            self.raise_if_failed()
            self.make_room(count)
            if count:
                make_positions(w, &scope, flags, run, places, count)
                if w.gutters:
                    tell_figures(w)
        finally:
            free(flags)
            free(scratch)
        self.raise_if_failed()
        self.asked = [w.asked[at] for at in range(w.asked_count)]
        if w.gutters:
            self.undecided = [
                at for at in range(count)
                if w.page.tag[w.row[at]] == T_TEXT and figures_in(w, w.row[at]) == BEYOND_TELLING
            ]
        return 0

    cdef int make_room(self, Py_ssize_t count) except -1:
        cdef Walk* w = &self.w
        numbers = np.empty(6 * count + 1, np.int32)
        codes = np.empty(2 * count + 1, np.uint8)
        w.before = <Totals*>malloc((count + 1) * sizeof(Totals))
        if w.before == NULL:
            raise MemoryError
        w.row = <int32_t*>memory_of(numbers)
        w.ends = w.row + count
        w.parents = w.ends + count
        w.run = w.parents + count
        w.asked = w.run + count
        w.first_attribute = w.asked + count
        w.kind = <uint8_t*>memory_of(codes)
        w.spaced = w.kind + count
        self.rows, self.ends = numbers[:count], numbers[count : 2 * count]
        self.parents = numbers[2 * count : 3 * count]
        self.kinds = codes[:count]
        self.undecided = []
        return 0

    def are_figures(self, positions):
        """Say of some texts that they are numbers after all."""
        cdef int at, fewer = 0
        chosen = set(positions)
        for at in range(self.w.count):
            fewer += at in chosen
            self.w.words_before[at + 1] -= fewer

    cdef int raise_if_failed(self) except -1:
        raise_if_stopped(&self.w.watch, out_of_time, "assembling")
        if self.w.outcome == OUT_OF_MEMORY:
            raise MemoryError
        if self.w.outcome == TOO_DEEP:
            raise ValueError("The content is deeper than a walk makes it.")
        return 0

    def __len__(self):
        return self.w.count

    @property
    def dollars(self):
        """How many dollar signs the kept texts have."""
        return self.w.dollars

    @property
    def delimiters(self):
        r"""Whether a kept text has what a formula may begin with, `\(`, `\[` or two dollar signs."""
        return bool(self.w.delimiters)

    @property
    def has_noscript(self):
        """Whether something is kept for readers without JavaScript."""
        return bool(self.w.noscripts)

    def visible_chars(self, int position):
        """How many characters of kept text, white space aside, an element holds, about."""
        return visible_chars(&self.w, position)

    def items(self, int position):
        """How many items of lists are inside an element."""
        cdef Walk* w = &self.w
        return w.before[w.ends[position]].items - w.before[position + 1].items

    def text(self, int start, int end):
        """All kept text between two positions."""
        return b"".join(self.texts(start, end)).decode()

    def lines_of_text(self):
        """All kept text, a line for each."""
        return b"\n".join(self.texts(0, self.w.count)).decode()

    cdef list texts(self, int start, int end):
        cdef Walk* w = &self.w
        cdef int at, row
        cdef list texts = []
        for at in range(start, end):
            row = w.row[at]
            if w.page.tag[row] == T_TEXT and w.page.text_end[row] > w.page.text_start[row]:
                texts.append(w.page.text[w.page.text_start[row] : w.page.text_end[row]])
        return texts

    def attribute(self, int position, int name):
        """The value of the attribute with a number, None where there is none."""
        cdef Walk* w = &self.w
        cdef int row = w.row[position], at = w.first_attribute[position]
        while at < w.page.attributes and w.page.attr_row[at] == row:
            if w.page.attr_name[at] == name:
                return w.page.attr_text[w.page.attr_start[at] : w.page.attr_end[at]].decode()
            at += 1
        return None

    def attributes(self, int position):
        """All attributes of an element, by name."""
        return self.attributes_from(self.w.row[position], self.w.first_attribute[position])

    def attributes_of_row(self, int row):
        """All attributes of an element of the page, kept or not, by name."""
        return self.attributes_from(row, <int>first_attribute(&self.w.page, row))

    cdef dict attributes_from(self, int row, int at):
        cdef Walk* w = &self.w
        names = self.page.attr_names
        found = {}
        while at < w.page.attributes and w.page.attr_row[at] == row:
            found[names[w.page.attr_name[at]]] = w.page.attr_text[w.page.attr_start[at] : w.page.attr_end[at]].decode()
            at += 1
        return found

    @property
    def base_href(self):
        """What the page says that its addresses are relative to, None where it says nothing."""
        cdef int at = self.w.base_attribute
        if not self.w.page.rows or at < 0:
            return None
        return self.w.page.attr_text[self.w.page.attr_start[at] : self.w.page.attr_end[at]].decode()

    def walk(self, Base base not None, verdicts=None):
        """The rows of the content as columns, its text, and the rows that have something left to say."""
        cdef Walk w = self.w
        cdef Held held = Held()
        w.outcome = WALKING
        if not w.count:
            return np.empty(0, np.uint8), np.empty((7, 0), np.int32), b"", [], []
        w.base = base.prefixes
        if verdicts is not None:
            held.read(verdicts, w.count)
            w.said = held.said
        start_watch(&w.watch, seconds_left())
        try:
            with nogil:
                open_buffers(&w)
                if w.outcome == WALKING:
                    put_in_order(&w, walk(&w))
            self.w.visible_before = w.visible_before
            raise_if_stopped(&w.watch, out_of_time, "assembling")
            if w.outcome == OUT_OF_MEMORY:
                raise MemoryError
            return columns_made(&w)
        finally:
            close_buffers(&w)


cdef columns_made(Walk* w):
    kind = np.empty(w.order_count, np.uint8)
    columns = np.empty((7, w.order_count), np.int32)
    cdef uint8_t* kinds = <uint8_t*>memory_of(kind)
    cdef int32_t* numbers = <int32_t*>memory_of(columns)
    cdef int row, count = w.order_count
    fill_columns(w, kinds, numbers)
    unfinished = [row for row in range(count) if numbers[6 * count + row] >= 0]
    titled = [row for row in range(count) if kinds[row] == CODE_BLOCK_ROW and numbers[count + row] == 1]
    return kind, columns, w.out.data[: w.out.size], unfinished, titled


cdef class Held:
    """Verdicts as pointers, and what they point into."""

    cdef Verdicts said
    cdef list arrays
    cdef int32_t* room
    cdef Py_ssize_t used

    def __init__(self):
        self.arrays = []

    def __dealloc__(self):
        free(self.room)

    cdef const int32_t* numbers(self, list values) except NULL:
        cdef int32_t* start = self.room + self.used
        cdef Py_ssize_t at
        for at in range(len(values)):
            start[at] = values[at]
        # One more, so that there is a first even where there is none.
        start[len(values)] = 0
        self.used += len(values) + 1
        return start

    cdef uint8_t* flags(self, array) except NULL:
        self.arrays.append(array)
        return <uint8_t*>memory_of(array)

    cdef int read(self, verdicts, Py_ssize_t count) except -1:
        cdef bytes text = bytes(verdicts.text)
        if len(verdicts.verdict) != count or len(verdicts.argument) != count:
            raise ValueError("There is to be one verdict a position.")
        lists = (
            verdicts.text_start, verdicts.text_end, verdicts.number, verdicts.source_start,
            verdicts.source_end, verdicts.source, verdicts.note_start, verdicts.note_end, verdicts.note_label,
        )
        self.room = <int32_t*>malloc(sum([len(one) + 1 for one in lists]) * sizeof(int32_t))
        if self.room == NULL:
            raise MemoryError
        self.arrays += [text, verdicts.argument]
        self.said.verdict = self.flags(verdicts.verdict)
        self.said.argument = <const int32_t*>column_of(verdicts.argument, count, sizeof(int32_t))
        self.said.text = <const uint8_t*><char*>text
        self.said.note_count = <int>len(verdicts.note_start)
        self.said.text_start = self.numbers(lists[0])
        self.said.text_end = self.numbers(lists[1])
        self.said.number = self.numbers(lists[2])
        self.said.source_start = self.numbers(lists[3])
        self.said.source_end = self.numbers(lists[4])
        self.said.source = self.numbers(lists[5])
        self.said.note_start = self.numbers(lists[6])
        self.said.note_end = self.numbers(lists[7])
        self.said.note_label = self.numbers(lists[8])
        self.said.referenced = self.flags(verdicts.referenced)
        self.said.written = self.flags(verdicts.written)
        return 0
