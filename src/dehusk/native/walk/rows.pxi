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
                w.outcome = MALFORMED
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
    Walk* w, const uint8_t* keep, const uint8_t* without, uint8_t* flags, int32_t* scratch
) noexcept nogil:
    """Find what is included; how many positions that makes. `scratch` holds runs, then positions."""
    cdef int32_t* run = scratch
    cdef int32_t* nearest = scratch + w.rows + 1
    cdef bint raw_text = mark_raw_text(w, flags)
    read_rows(w, keep, flags, run, nearest)
    if w.outcome == WALKING:
        include_companions(w, flags, run, nearest, raw_text)
    return number_positions(w, flags, without, nearest) if w.outcome == WALKING else 0


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
            w.tag[w.row[at]] == TEXT_TAG and figures_in(w, w.row[at]) != ARE_FIGURES
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
    cdef object columns
    cdef readonly object page
    cdef readonly object rows
    cdef readonly object ends
    cdef readonly object parents
    cdef readonly object first_attribute
    cdef readonly object asked
    cdef readonly object kinds
    cdef readonly object undecided

    def __cinit__(self):
        memset(&self.w, 0, sizeof(Walk))

    def __dealloc__(self):
        free(self.w.before)
        free(self.w.ink_before)
        free(self.w.words_before)

    def __init__(self, page, keep, numbers, without=None):
        """Read what `keep` keeps of a page, `without` some elements around it. `numbers` are those of
        the names of attributes."""
        self.page = page
        self.open_page(numbers)
        self.read(keep, without)

    cdef int open_page(self, numbers) except -1:
        cdef Walk* w = &self.w
        page = self.page
        cdef const uint16_t[::1] tag = page.tag
        cdef const int32_t[::1] parent = page.parent
        cdef const int32_t[::1] end = page.end
        cdef const int32_t[::1] text_start = page.text_start
        cdef const int32_t[::1] text_end = page.text_end
        cdef const int32_t[::1] attr_row = page.attr_row
        cdef const uint16_t[::1] attr_name = page.attr_name
        cdef const int32_t[::1] attr_start = page.attr_start
        cdef const int32_t[::1] attr_end = page.attr_end
        cdef bytes text_bytes = page.text
        cdef bytes attr_bytes = page.attr_text
        cdef bytes codes = codes_of(numbers, len(page.attr_names))
        cdef bytes actions = bytes(
            [_NAMED_ACTIONS.get(name, 0) for name in page.tag_names[FIRST_CUSTOM:]]
        )
        cdef Py_ssize_t rows = tag.shape[0], attributes = attr_row.shape[0]
        if not (rows == parent.shape[0] == end.shape[0] == text_start.shape[0] == text_end.shape[0]):
            raise ValueError("The columns of the page are not of one length.")
        if not (attributes == attr_name.shape[0] == attr_start.shape[0] == attr_end.shape[0]):
            raise ValueError("The columns of the page's attributes are not of one length.")
        # Memoryviews end with this function, so the arrays themselves are held.
        self.columns = (
            page.tag, page.parent, page.end, page.text_start, page.text_end, page.attr_row,
            page.attr_name, page.attr_start, page.attr_end, text_bytes, attr_bytes, codes, actions,
        )
        w.rows = <int>rows
        w.attributes = <int>attributes
        if rows:
            w.tag = &tag[0]
            w.parent = &parent[0]
            w.end = &end[0]
            w.text_start = &text_start[0]
            w.text_end = &text_end[0]
        if attributes:
            w.attr_row = &attr_row[0]
            w.attr_name = &attr_name[0]
            w.attr_start = &attr_start[0]
            w.attr_end = &attr_end[0]
        w.text = <const uint8_t*><char*>text_bytes
        w.text_size = len(text_bytes)
        w.attr_text = <const uint8_t*><char*>attr_bytes
        w.attr_size = len(attr_bytes)
        w.attr_codes = <const uint8_t*><char*>codes
        w.attr_name_count = <int>len(codes)
        w.custom_actions = <const uint8_t*><char*>actions
        w.custom_count = <int>len(actions)
        return 0

    cdef int read(self, keep, without) except -1:
        cdef Walk* w = &self.w
        cdef const uint8_t[::1] kept = keep.view("uint8")
        cdef const uint8_t[::1] around = without.view("uint8") if without is not None else None
        cdef const uint8_t* left_out = NULL
        cdef uint8_t* flags = NULL
        cdef int32_t* scratch = NULL
        cdef int count = 0
        if kept.shape[0] != w.rows or (around is not None and around.shape[0] != w.rows):
            raise ValueError("The selection is not one of this page.")
        if around is not None and w.rows:
            left_out = &around[0]
        start_watch(&w.watch, seconds_left())
        try:
            if w.rows:
                with nogil:
                    flags = <uint8_t*>calloc(w.rows, 1)
                    scratch = <int32_t*>malloc((3 * <size_t>w.rows + 2) * sizeof(int32_t))
                    if flags == NULL or scratch == NULL:
                        w.outcome = OUT_OF_MEMORY
                    elif not is_well_formed(w):
                        w.outcome = MALFORMED
                    else:
                        count = find_included(w, &kept[0], left_out, flags, scratch)
            self.raise_if_failed()
            self.make_room(count)
            with nogil:
                if count:
                    make_positions(w, flags, scratch, scratch + w.rows + 1)
                    if w.gutters:
                        tell_figures(w)
        finally:
            free(flags)
            free(scratch)
        self.raise_if_failed()
        self.asked = self.asked[: w.asked_count]
        if w.gutters:
            self.undecided = [
                at for at in range(count)
                if w.tag[w.row[at]] == TEXT_TAG and figures_in(w, w.row[at]) == BEYOND_TELLING
            ]
        return 0

    cdef int make_room(self, Py_ssize_t count) except -1:
        cdef Walk* w = &self.w
        numbers = np.empty(6 * count + 1, np.int32)
        codes = np.empty(2 * count + 1, np.uint8)
        cdef int32_t[::1] all_numbers = numbers
        cdef uint8_t[::1] all_codes = codes
        w.before = <Counts*>malloc((count + 1) * sizeof(Counts))
        if w.before == NULL:
            raise MemoryError
        w.row = &all_numbers[0]
        w.ends = w.row + count
        w.parents = w.ends + count
        w.run = w.parents + count
        w.asked = w.run + count
        w.first_attribute = w.asked + count
        w.kind = &all_codes[0]
        w.spaced = w.kind + count
        self.rows, self.ends, self.parents = (
            numbers[at * count : (at + 1) * count] for at in range(3)
        )
        self.asked = numbers[4 * count : 5 * count]
        self.first_attribute = numbers[5 * count :]
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
        if self.w.outcome == MALFORMED:
            raise ValueError("The columns of the page do not fit together.")
        return 0

    def __len__(self):
        return self.w.count

    @property
    def dollars(self):
        """Whether a kept text has a dollar sign in it."""
        return bool(self.w.dollars)

    @property
    def backslashes(self):
        """Whether a kept text has a backslash in it."""
        return bool(self.w.backslashes)

    @property
    def has_noscript(self):
        """Whether something is kept for readers without JavaScript."""
        return bool(self.w.noscripts)

    def ink(self, int position):
        """How many characters of kept text, white space aside, an element holds, about."""
        return ink(&self.w, position)

    def items(self, int position):
        """How many items of lists are inside an element."""
        cdef Walk* w = &self.w
        return w.before[w.ends[position]].items - w.before[position + 1].items

    def text(self, int start, int end):
        """All kept text between two positions."""
        cdef Walk* w = &self.w
        cdef int at, row
        parts = []
        for at in range(start, end):
            row = w.row[at]
            if w.tag[row] == TEXT_TAG and w.text_end[row] > w.text_start[row]:
                parts.append(w.text[w.text_start[row] : w.text_end[row]])
        return b"".join(parts).decode()

    def lines_of_text(self):
        """All kept text, a line for each."""
        cdef Walk* w = &self.w
        cdef int at, row
        parts = []
        for at in range(w.count):
            row = w.row[at]
            if w.tag[row] == TEXT_TAG and w.text_end[row] > w.text_start[row]:
                parts.append(w.text[w.text_start[row] : w.text_end[row]])
        return b"\n".join(parts).decode()

    def attribute(self, int position, int name):
        """The value of the attribute with a number, None where there is none."""
        cdef Walk* w = &self.w
        cdef int row = w.row[position], at = w.first_attribute[position]
        while at < w.attributes and w.attr_row[at] == row:
            if w.attr_name[at] == name:
                return w.attr_text[w.attr_start[at] : w.attr_end[at]].decode()
            at += 1
        return None

    def attributes(self, int position):
        """All attributes of an element, by name."""
        cdef Walk* w = &self.w
        cdef int row = w.row[position], at = w.first_attribute[position]
        names = self.page.attr_names
        found = {}
        while at < w.attributes and w.attr_row[at] == row:
            found[names[w.attr_name[at]]] = w.attr_text[w.attr_start[at] : w.attr_end[at]].decode()
            at += 1
        return found

    def walk(self, verdicts=None, dead_links=None):
        """The rows of the content as columns, and its text. `verdicts` is what Python said."""
        cdef Walk w = self.w
        cdef Held held = Held()
        cdef const uint8_t[::1] dead
        w.outcome = WALKING
        if not w.count:
            return np.empty(0, np.uint8), np.empty((7, 0), np.int32), b""
        if dead_links is not None:
            dead = dead_links.view("uint8")
            w.dead_links = &dead[0]
        if verdicts is not None:
            held.read(verdicts, w.count)
            w.said = held.said
        start_watch(&w.watch, seconds_left())
        try:
            with nogil:
                open_buffers(&w)
                if w.outcome == WALKING:
                    put_in_order(&w, walk(&w))
            self.w.ink_before = w.ink_before
            raise_if_stopped(&w.watch, out_of_time, "assembling")
            if w.outcome == OUT_OF_MEMORY:
                raise MemoryError
            return columns_of(&w)
        finally:
            close_buffers(&w)


cdef columns_of(Walk* w):
    kind = np.empty(w.order_count, np.uint8)
    columns = np.empty((7, w.order_count), np.int32)
    cdef uint8_t[::1] kinds = kind
    cdef int32_t[:, ::1] numbers = columns
    if w.order_count:
        fill_columns(w, &kinds[0], &numbers[0, 0])
    return kind, columns, w.out.data[: w.out.size]


cdef class Held:
    """Verdicts as pointers, and the arrays that they point into."""

    cdef Verdicts said
    cdef list arrays

    def __cinit__(self):
        memset(&self.said, 0, sizeof(Verdicts))
        self.arrays = []

    cdef const int32_t* numbers(self, values) except? NULL:
        # One more, so that there is a first even where there is none.
        array = np.zeros(len(values) + 1, np.int32)
        array[: len(values)] = values
        cdef int32_t[::1] view = array
        self.arrays.append(array)
        return &view[0]

    cdef uint8_t* flags(self, array) except NULL:
        cdef uint8_t[::1] view = array
        self.arrays.append(array)
        return &view[0]

    cdef int read(self, verdicts, Py_ssize_t count) except -1:
        cdef bytes text = bytes(verdicts.text)
        if len(verdicts.verdict) != count or len(verdicts.argument) != count:
            raise ValueError("There is to be one verdict a position.")
        self.arrays.append(text)
        self.said.verdict = self.flags(verdicts.verdict)
        self.said.argument = self.numbers(verdicts.argument)
        self.said.text = <const uint8_t*><char*>text
        self.said.text_start = self.numbers(verdicts.text_start)
        self.said.text_end = self.numbers(verdicts.text_end)
        self.said.number = self.numbers(verdicts.number)
        self.said.source_start = self.numbers(verdicts.source_start)
        self.said.source_end = self.numbers(verdicts.source_end)
        self.said.source = self.numbers(verdicts.source)
        self.said.note_count = <int>len(verdicts.note_start)
        self.said.note_start = self.numbers(verdicts.note_start)
        self.said.note_end = self.numbers(verdicts.note_end)
        self.said.note_label = self.numbers(verdicts.note_label)
        self.said.referenced = self.flags(verdicts.referenced)
        self.said.written = self.flags(verdicts.written)
        return 0
