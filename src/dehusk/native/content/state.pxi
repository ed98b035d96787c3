"""What the walk remembers, and the memory that it takes."""

cdef struct Buffer:
    uint8_t* data
    Py_ssize_t size
    Py_ssize_t room


cdef enum Outcome:
    WALKING, OUT_OF_MEMORY, STOPPED, TOO_DEEP


# A row of the content in the making. What it holds is a chain of others.
cdef struct Node:
    int kind
    int number
    int first           # of the rows of the page
    int last
    int argument
    int text_start
    int text_end
    int child
    int last_child
    int next
    int end             # where the rows inside of it end, once they are in order


cdef struct Chain:
    int first           # -1 where it is empty
    int last


cdef enum PieceType:
    WORDS, BREAK, ATOM


cdef struct Piece:
    int type
    int node            # of an atom
    int start
    int end
    uint64_t formats


cdef enum Gap:
    NO_GAP, IMPLIED_GAP, SPACE_GAP, SOLID_GAP, BREAK_GAP


cdef struct Line:
    Py_ssize_t base     # its first piece
    int gap
    uint8_t gap_text[4]
    int gap_length
    uint64_t gap_formats
    bint visible


cdef enum OnEnd:
    ONLY_FORMATS, CLOSE_BOX, CLOSE_BESIDE, CLOSE_INLINE, END_HEADING, CLOSE_QUOTATION
    CLOSE_NESTED_QUOTATION, CLOSE_RUBY


cdef struct Frame:
    int end
    int action
    uint64_t formats


cdef enum Receiver:
    AS_HEADING, AS_CAPTION, AS_TERM, AS_TABLE_CAPTION


cdef enum Separator:
    END_PARAGRAPH, BREAK_LINE, SPACE_LINE


cdef enum BoxType:
    ROOT_BOX, LIST_BOX, ITEM_BOX, QUOTE_BOX, FIGURE_BOX, DEFINITION_BOX, MEANING_BOX, TABLE_BOX
    CELL_BOX, NOTE_BOX


cdef struct Box:
    int type
    int first           # of the rows of the page
    int last
    Chain parts
    int number          # the first of a list, the check box of an item, the header of a cell
    bint ordered
    int argument        # the kind of a callout, the label of a note
    Chain caption
    int caption_first
    int caption_last
    Chain inner         # the definitions of a list, the lines of a table
    bint has_meaning    # the last definition has one
    int columns         # that a cell spans
    int lines


# What stands still while a note within a line is walked.
cdef struct Beside:
    Line line
    int first
    int run


cdef struct Totals:
    int structures
    int headings
    int lines
    int pres
    int items


cdef struct LinkText:
    bint is_known
    int start           # of its address in the text of the content
    int end
    int argument        # its position, where Python has more to say


cdef struct CodeLine:
    int end
    bint is_block
    int start


cdef struct Verdicts:
    const uint8_t* verdict      # NULL where nothing was asked
    const int32_t* argument
    const int32_t* text_start   # of words and formulas, by argument
    const int32_t* text_end
    const uint8_t* text
    const int32_t* number       # of players and of the sources of images, by argument
    const int32_t* source_start
    const int32_t* source_end
    const int32_t* source       # the sources of images as sorted numbers
    int note_count
    const int32_t* note_start   # positions, in order
    const int32_t* note_end
    const int32_t* note_label
    uint8_t* referenced         # by label
    uint8_t* written


cdef struct Walk:
    const Lexicon* lexicon
    # The page
    Columns page
    const uint8_t* row_flags  # of `scan`
    const uint8_t* attr_codes
    const uint8_t* custom_actions
    int custom_count
    Prefixes base
    # What is kept, by position
    int count
    int32_t* row
    int32_t* ends
    int32_t* parents
    int32_t* run
    int32_t* first_attribute
    int32_t* asked
    int asked_count
    uint8_t* kind
    uint8_t* spaced
    Totals* before
    int32_t* visible_before
    int32_t* words_before
    bint has_math               # formulas in attributes
    int base_attribute          # the first address of a `base`, -1 without one
    bint prose
    int dollars
    bint delimiters             # of formulas: two dollars, or a backslash and a bracket
    bint gutters
    bint noscripts
    Verdicts said
    # The walk
    int outcome
    Watch watch
    int position
    Frame* frames
    Py_ssize_t frame_count
    Py_ssize_t frame_room
    uint64_t formats
    int separator
    int separator_before
    int receiver
    int receiver_first
    int receiver_last
    bint inline_only
    int heading
    int depth
    int current_run
    int first
    int last
    int last_before
    int joined_at
    int quotations
    int noscript_end
    int last_image              # its argument
    bint last_in_noscript
    int last_player
    int next_note
    int scanned_from
    int scanned_to
    # The line
    Line line
    Piece* pieces
    Py_ssize_t piece_count
    Py_ssize_t piece_room
    Beside* beside
    Py_ssize_t beside_count
    Py_ssize_t beside_room
    CodeLine* code_lines
    Py_ssize_t code_line_count
    Py_ssize_t code_line_room
    LinkText* links             # by position
    Py_ssize_t address_bytes
    int32_t* ordinals           # of the lines of tables in their sections, by position
    # The content
    Buffer out
    Buffer scratch
    Buffer tidy
    Node* nodes
    Py_ssize_t node_count
    Py_ssize_t node_room
    Box* boxes
    Py_ssize_t box_count
    Py_ssize_t box_room
    int32_t* order
    int order_count


cdef inline const uint8_t* text_from(Walk* w, int row) noexcept nogil:
    """Where the text of a row of the page starts."""
    return w.page.text + w.page.text_start[row]


cdef inline const uint8_t* text_to(Walk* w, int row) noexcept nogil:
    return w.page.text + w.page.text_end[row]


cdef inline const uint8_t* value_from(Walk* w, int attribute) noexcept nogil:
    """Where the value of an attribute starts."""
    return w.page.attr_text + w.page.attr_start[attribute]


cdef inline const uint8_t* value_to(Walk* w, int attribute) noexcept nogil:
    return w.page.attr_text + w.page.attr_end[attribute]


cdef inline bint stopped(Walk* w, Py_ssize_t cost) noexcept nogil:
    """Whether the work has to end here: its time is over, or a signal has come."""
    if passed(&w.watch, cost):
        w.outcome = STOPPED
        return True
    return False


cdef bint reserve(Walk* w, Buffer* buffer, Py_ssize_t more) noexcept nogil:
    """Make room for `more` bytes; places in a buffer are told as 32 bits."""
    cdef Py_ssize_t room
    cdef void* data
    if buffer.size + more <= buffer.room:
        return True
    room = 2 * (buffer.size + more) + 256
    data = realloc(buffer.data, room) if room <= INT32_MAX else NULL
    if data == NULL:
        w.outcome = OUT_OF_MEMORY
        return False
    buffer.data = <uint8_t*>data
    buffer.room = room
    return True


cdef inline void put(Walk* w, Buffer* buffer, const uint8_t* data, Py_ssize_t size) noexcept nogil:
    if size > 0 and reserve(w, buffer, size):
        memcpy(buffer.data + buffer.size, data, size)
        buffer.size += size


cdef inline void put_byte(Walk* w, Buffer* buffer, uint8_t byte) noexcept nogil:
    if reserve(w, buffer, 1):
        buffer.data[buffer.size] = byte
        buffer.size += 1


cdef bint grow(Walk* w, void** items, Py_ssize_t count, Py_ssize_t* room, size_t size) noexcept nogil:
    """Make room for one more item."""
    if grow_items(items, count, room, size):
        return True
    w.outcome = OUT_OF_MEMORY
    return False


cdef void open_buffers(Walk* w) noexcept nogil:
    """Give every buffer a place in memory, so that places in it can be told."""
    reserve(w, &w.out, 1)
    reserve(w, &w.scratch, 1)
    reserve(w, &w.tidy, 1)
    # Node 0 is never part of the content: it takes what there is no memory for.
    if grow(w, <void**>&w.nodes, 0, &w.node_room, sizeof(Node)):
        memset(w.nodes, 0, sizeof(Node))
        w.node_count = 1


cdef void close_buffers(Walk* w) noexcept nogil:
    free(w.frames)
    free(w.pieces)
    free(w.beside)
    free(w.code_lines)
    free(w.links)
    free(w.ordinals)
    free(w.out.data)
    free(w.scratch.data)
    free(w.tidy.data)
    free(w.nodes)
    free(w.boxes)
    free(w.order)


# Nodes and chains of them


cdef int new_node(Walk* w, int kind, int first, int last) noexcept nogil:
    cdef Node* node
    if w.node_count >= INT32_MAX or not grow(
        w, <void**>&w.nodes, w.node_count, &w.node_room, sizeof(Node)
    ):
        w.outcome = OUT_OF_MEMORY
        return 0
    node = &w.nodes[w.node_count]
    node.kind = kind
    node.number = 0
    node.first = first
    node.last = last
    node.argument = -1
    node.text_start = node.text_end = 0
    node.child = node.last_child = node.next = -1
    w.node_count += 1
    return <int>(w.node_count - 1)


cdef inline Chain no_chain() noexcept nogil:
    cdef Chain chain
    chain.first = chain.last = -1
    return chain


cdef inline void append(Walk* w, Chain* chain, int node) noexcept nogil:
    if not node:
        return
    w.nodes[node].next = -1
    if chain.first < 0:
        chain.first = node
    else:
        w.nodes[chain.last].next = node
    chain.last = node


cdef inline void join(Walk* w, Chain* chain, Chain more) noexcept nogil:
    if more.first <= 0:
        return
    if chain.first < 0:
        chain[0] = more
    else:
        w.nodes[chain.last].next = more.first
        chain.last = more.last


cdef inline Chain inside(Walk* w, int node) noexcept nogil:
    cdef Chain chain
    chain.first = w.nodes[node].child
    chain.last = w.nodes[node].last_child
    return chain


cdef inline void hold(Walk* w, int node, Chain chain) noexcept nogil:
    w.nodes[node].child = chain.first
    w.nodes[node].last_child = chain.last


cdef inline Chain chain_of(Walk* w, int node) noexcept nogil:
    cdef Chain chain
    w.nodes[node].next = -1
    chain.first = chain.last = node
    return chain
