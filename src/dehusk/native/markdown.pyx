# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""Lines of Markdown in which nothing can be misread: most lines.

The rules of what to escape and where emphasis may stand are in `dehusk.writers`, in Python. This module
knows when none of them has anything to do: the words hold no character that means something, every mark
stands between what leaves it a mark, every address is an ordinary one. Such a line is put together here;
of any other the answer is None, and the rules are asked.
"""

from dehusk.budget import out_of_time, seconds_left

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memchr, memcmp, memset

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from dehusk.native.characters cimport decode, decode_last, is_blank, is_space
from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch
from dehusk.native.writing cimport (
    BREAK_ROW, Buffer, CODE_ROW, EMPHASIS_ROW, IMAGE_ROW, LINK_ROW, REFERENCE_ROW, Rows, STRONG_ROW, TEXT_ROW,
    as_str, close_buffer, open_rows, put, put_byte, reserve,
)

cdef enum PieceType:
    WORDS, RAW, CODE, BREAK, OPEN, CLOSE


cdef enum Answer:
    PLAIN, NOT_PLAIN


cdef struct Piece:
    int type
    bint made           # its bytes stand among those that were made, not in the text of the content
    Py_ssize_t start
    Py_ssize_t size


cdef struct Pieces:
    Piece* items
    Py_ssize_t count
    Py_ssize_t room


cdef enum Mark:
    EMPHASIS = 1
    STRONG = 2

cdef const char* STARS = b"**"

# What a byte may mean within a line.
cdef enum Meaning:
    NONE, NEVER, STAR, LOW_LINE, DOLLAR, OPEN_BRACKET, CLOSE_BRACKET, AMPERSAND, COLON, LETTER_W, LEAD

cdef uint8_t MEANINGS[256]
cdef uint8_t IN_ADDRESS[256]
cdef uint8_t LETTER[256]


def _fill_tables():
    cdef int byte
    memset(MEANINGS, NONE, 256)
    for byte in (*range(32), 0x7F, *b"\\`~<"):
        MEANINGS[byte] = NEVER
    for byte, meaning in (
        (42, STAR), (95, LOW_LINE), (36, DOLLAR), (91, OPEN_BRACKET), (93, CLOSE_BRACKET),
        (38, AMPERSAND), (58, COLON), (119, LETTER_W), (87, LETTER_W),
        (0xC2, LEAD), (0xE2, LEAD), (0xED, LEAD),
    ):
        MEANINGS[byte] = meaning
    for byte in range(128):
        LETTER[byte] = chr(byte).isalnum()
        IN_ADDRESS[byte] = chr(byte).isalnum() or byte in b"_.~:/?#@!&'*+,;=%|-"


_fill_tables()


cdef class Lines:
    """Writes lines of one content."""

    cdef Rows rows
    cdef Watch watch
    cdef Pieces pieces
    cdef Pieces tidy
    cdef Pieces waiting
    cdef Buffer made
    cdef object content
    cdef object arguments
    cdef object class_of
    cdef dict notes
    cdef list used
    cdef bint links
    cdef bint images
    cdef bint emphasis

    def __dealloc__(self):
        free(self.pieces.items)
        free(self.tidy.items)
        free(self.waiting.items)
        close_buffer(&self.made)

    def __init__(self, content, *, links, images, emphasis, notes, used, class_of):
        self.content = content
        self.arguments = content.arguments
        self.links, self.images, self.emphasis = links, images, emphasis
        self.notes, self.used, self.class_of = notes, used, class_of
        open_rows(&self.rows, content)
        start_watch(&self.watch, seconds_left())

    def write(self, spans, str line_break):
        """Some spans of pieces as lines, None where that takes rules."""
        cdef int first, end
        cdef str mark
        cdef bint is_later = False
        self.pieces.count = self.made.size = 0
        for span in spans:
            first, end, mark = span
            if is_later:
                self.add(BREAK, 0, 0, False)
            is_later = True
            if mark:
                self.add(OPEN, 0, len(mark), False)
            if self.flatten(first, end, False, len(mark)) != PLAIN:
                return None
            if mark:
                self.add(CLOSE, 0, len(mark), False)
        return self.finished(line_break)

    def line(self, int first, int end, str line_break):
        """A line of the pieces between two rows, None where that takes rules."""
        self.pieces.count = self.made.size = 0
        if self.flatten(first, end, False, 0) != PLAIN:
            return None
        return self.finished(line_break)

    cdef finished(self, str line_break):
        cdef Py_ssize_t start = self.made.size, size
        cdef const char* text = PyUnicode_AsUTF8AndSize(line_break, &size)
        cdef Piece before, after
        if self.finish(0, &before, &after, <const uint8_t*>text, size) != PLAIN:
            return None
        if self.made.failed:
            raise MemoryError
        return as_str(self.made.data + start, self.made.size - start)

    # Rows to pieces

    cdef int add(self, int type, Py_ssize_t start, Py_ssize_t size, bint made) except -1:
        if size or type == BREAK:
            append(&self.pieces, type, start, size, made)
        return 0

    cdef int flatten(self, int row, int end, bint in_link, int marks) except -1:
        """Add the pieces of some rows."""
        cdef int kind, mark
        cdef Py_ssize_t start, size
        while row < end:
            if passed(&self.watch, ROW):
                raise_if_stopped(&self.watch, out_of_time, "writing Markdown")
            kind = self.rows.kind[row]
            start = self.rows.text_start[row]
            size = self.rows.text_end[row] - start
            if kind == TEXT_ROW:
                if not are_plain_words(self.rows.text + start, self.rows.text + start + size, in_link):
                    return NOT_PLAIN
                self.add(WORDS, start, size, False)
            elif kind == EMPHASIS_ROW or kind == STRONG_ROW:
                mark = EMPHASIS if kind == EMPHASIS_ROW else STRONG
                if marks & mark:
                    return NOT_PLAIN
                # Without words there is nothing to mark.
                if self.emphasis and self.has_words(row):
                    self.add(OPEN, 0, mark, False)
                    if self.flatten(row + 1, self.rows.end[row], in_link, marks | mark) != PLAIN:
                        return NOT_PLAIN
                    self.add(CLOSE, 0, mark, False)
                    row = self.rows.end[row]
                    continue
            elif kind == LINK_ROW and self.links:
                if in_link or self.link(row, marks) != PLAIN:
                    return NOT_PLAIN
                row = self.rows.end[row]
                continue
            elif kind == IMAGE_ROW:
                if self.images and self.image(row) != PLAIN:
                    return NOT_PLAIN
            elif kind == CODE_ROW:
                if not is_plain_code(self.rows.text + start, self.rows.text + start + size):
                    return NOT_PLAIN
                self.add(CODE, start, size, False)
            elif kind == BREAK_ROW:
                if marks or in_link:
                    return NOT_PLAIN
                self.add(BREAK, 0, 0, False)
            elif kind == REFERENCE_ROW:
                if in_link or self.reference(row) != PLAIN:
                    return NOT_PLAIN
            elif kind != LINK_ROW:
                return NOT_PLAIN
            row += 1
        return PLAIN

    cdef bint has_words(self, int row) noexcept:
        cdef int inner, kind
        for inner in range(row + 1, self.rows.end[row]):
            kind = self.rows.kind[inner]
            if kind == REFERENCE_ROW or (
                (kind == TEXT_ROW or kind == CODE_ROW) and not is_blank(
                    self.rows.text + self.rows.text_start[inner], self.rows.text + self.rows.text_end[inner]
                )
            ):
                return True
        return False

    cdef int link(self, int row, int marks) except -1:
        """Words in brackets and an address behind them, with the white space around them outside."""
        cdef Py_ssize_t count = self.pieces.count, start, size
        cdef Piece before, after
        url, title = self.arguments[self.rows.argument[row]]
        if self.flatten(row + 1, self.rows.end[row], True, marks) != PLAIN:
            return NOT_PLAIN
        start = self.made.size
        put_byte(&self.made, 91)
        if self.finish(count, &before, &after, b" ", 1) != PLAIN:
            return NOT_PLAIN
        self.pieces.count = count
        self.add(WORDS, before.start, before.size, False)
        size = self.made.size - start
        if size > 1:
            if self.made.data[start + 1] == 94:  # `[^` begins a footnote
                return NOT_PLAIN
            put(&self.made, b"](", 2)
            if self.address(url, title) != PLAIN:
                return NOT_PLAIN
            put_byte(&self.made, 41)
            self.add(RAW, start, self.made.size - start, True)
        self.add(WORDS, after.start, after.size, False)
        return PLAIN

    cdef int image(self, int row) except -1:
        cdef Py_ssize_t start = self.made.size, size
        cdef const uint8_t* alt
        picture = self.arguments[self.rows.argument[row]]
        alt = bytes_of_str(picture.alt, &size)
        if alt == NULL or not is_plain_alternative(alt, alt + size):
            return NOT_PLAIN
        put(&self.made, b"![", 2)
        put(&self.made, alt, size)
        put(&self.made, b"](", 2)
        if self.address(picture.url, picture.title) != PLAIN:
            return NOT_PLAIN
        put_byte(&self.made, 41)
        return self.add(RAW, start, self.made.size - start, True)

    cdef int address(self, str url, title) except -1:
        """An address that stands between parentheses as it is, and a title behind it."""
        cdef Py_ssize_t size, at
        cdef const char* text
        cdef int depth = 0
        cdef uint8_t byte
        cdef bint has_ampersand = False
        if not url.isascii():
            return NOT_PLAIN
        text = PyUnicode_AsUTF8AndSize(url, &size)
        if not size or not (
            text[0] == 47 or text[0] == 35
            or (size > 8 and (memcmp(text, b"https://", 8) == 0 or memcmp(text, b"http://", 7) == 0))
        ):
            return NOT_PLAIN
        for at in range(size):
            byte = <uint8_t>text[at]
            if byte == 40 or byte == 41:
                depth += 1 if byte == 40 else -1
                if not 0 <= depth < 32:
                    return NOT_PLAIN
            elif byte == 59 and has_ampersand or not IN_ADDRESS[byte]:
                return NOT_PLAIN
            has_ampersand |= byte == 38
        if depth:
            return NOT_PLAIN
        put(&self.made, <const uint8_t*>text, size)
        return self.title(title) if title else PLAIN

    cdef int title(self, str title) except -1:
        cdef Py_ssize_t size
        cdef const uint8_t* text = bytes_of_str(title, &size)
        if text == NULL or not is_plain_alternative(text, text + size) or memchr(text, 34, size) != NULL:
            return NOT_PLAIN
        put(&self.made, b' "', 2)
        put(&self.made, text, size)
        put_byte(&self.made, 34)
        return PLAIN

    cdef int reference(self, int row) except -1:
        cdef Py_ssize_t start = self.made.size, size
        cdef const char* text
        label = self.arguments[self.rows.argument[row]]
        name = self.notes.get(label)
        if name is None:
            return NOT_PLAIN
        self.used.append(label)
        text = PyUnicode_AsUTF8AndSize(name, &size)
        put(&self.made, b"[^", 2)
        put(&self.made, <const uint8_t*>text, size)
        put_byte(&self.made, 93)
        return self.add(RAW, start, self.made.size - start, True)

    # Pieces to a line

    cdef int finish(
        self, Py_ssize_t first, Piece* before, Piece* after, const uint8_t* line_break, Py_ssize_t size
    ) except -1:
        """Print the pieces from one on; the white space on both sides is told apart."""
        memset(before, 0, sizeof(Piece))
        memset(after, 0, sizeof(Piece))
        self.tighten(first)
        if not self.stand_well() or not self.marks_fit():
            return NOT_PLAIN
        if not self.take_ends(before, after):
            return NOT_PLAIN
        return self.print_pieces(line_break, size)

    cdef int tighten(self, Py_ssize_t first) except -1:
        """White space outside of marks, none at the ends of lines, and no marks around nothing."""
        cdef Py_ssize_t at, opened = 0, number
        cdef Piece piece, head, tail
        self.tidy.count = self.waiting.count = 0
        for at in range(first, self.pieces.count):
            piece = self.pieces.items[at]
            if piece.type == OPEN:
                append(&self.waiting, OPEN, 0, piece.size, False)
                opened += 1
            elif piece.type == CLOSE:
                if opened:
                    opened -= 1
                    number = self.waiting.count - 1
                    while self.waiting.items[number].type != OPEN:
                        number -= 1
                    remove(&self.waiting, number)
                else:
                    append(&self.tidy, CLOSE, 0, piece.size, False)
            elif piece.type == BREAK:
                drop_words(&self.waiting)
                if self.tidy.count and self.tidy.items[self.tidy.count - 1].type != BREAK:
                    append(&self.tidy, BREAK, 0, 0, False)
            else:
                if piece.type == WORDS:
                    split(self.rows.text, &piece, &head, &tail)
                    if head.size:
                        append(&self.waiting, WORDS, head.start, head.size, False)
                    if not piece.size:
                        continue
                if self.tidy.count and self.tidy.items[self.tidy.count - 1].type == BREAK:
                    drop_words(&self.waiting)
                self.let_in(opened)
                opened = 0
                append(&self.tidy, piece.type, piece.start, piece.size, piece.made)
                if piece.type == WORDS and tail.size:
                    append(&self.waiting, WORDS, tail.start, tail.size, False)
        while self.tidy.count and self.tidy.items[self.tidy.count - 1].type == BREAK:
            self.tidy.count -= 1
        return self.let_in(0)

    cdef int let_in(self, Py_ssize_t opened) except -1:
        """Add what waits: white space, then the marks that open before what follows."""
        cdef Py_ssize_t at
        for at in range(self.waiting.count):
            if self.waiting.items[at].type == WORDS:
                append(&self.tidy, WORDS, self.waiting.items[at].start, self.waiting.items[at].size, False)
        if opened:
            for at in range(self.waiting.count):
                if self.waiting.items[at].type == OPEN:
                    append(&self.tidy, OPEN, 0, self.waiting.items[at].size, False)
        self.waiting.count = 0
        return 0

    cdef bint stand_well(self) noexcept:
        """Does no piece join with the next: code with code, `!` with a link, `]` with a parenthesis?"""
        cdef Py_ssize_t at
        cdef Piece* one
        cdef Piece* other
        cdef uint8_t last, first
        for at in range(1, self.tidy.count):
            one, other = &self.tidy.items[at - 1], &self.tidy.items[at]
            if one.type == CODE and other.type == CODE:
                return False
            if other.type == WORDS and (one.type == RAW or one.type == CODE):
                last = self.bytes_of(one)[one.size - 1]
                if last == 93 and self.bytes_of(other)[0] == 40:
                    return False
            if one.type == WORDS and other.type == RAW:
                last, first = self.bytes_of(one)[one.size - 1], self.bytes_of(other)[0]
                if first == 91 and (last == 33 or last == 94):
                    return False
        return True

    cdef bint marks_fit(self) except -1:
        """Has every mark words on its inside, or something other than words on its outside?"""
        cdef Py_ssize_t at
        cdef int type, outside, inside
        for at in range(self.tidy.count):
            type = self.tidy.items[at].type
            if type != OPEN and type != CLOSE:
                continue
            if at + 1 < self.tidy.count and (
                self.tidy.items[at + 1].type == OPEN or self.tidy.items[at + 1].type == CLOSE
            ):
                return False
            outside, inside = self.class_before(at), self.class_after(at)
            if type == CLOSE:
                outside, inside = inside, outside
            if outside > 1 and inside != 2:
                return False
        return True

    cdef int class_before(self, Py_ssize_t at) except -1:
        """What `class_of` says of the character before a piece; white space is 0, words are 2."""
        cdef Piece* piece
        if at == 0:
            return 0
        piece = &self.tidy.items[at - 1]
        if piece.type != WORDS:
            return 0 if piece.type == BREAK else 1
        return self.class_at(
            decode_last(self.rows.text + piece.start, self.rows.text + piece.start + piece.size)
        )

    cdef int class_after(self, Py_ssize_t at) except -1:
        cdef Piece* piece
        cdef int length
        if at + 1 == self.tidy.count:
            return 0
        piece = &self.tidy.items[at + 1]
        if piece.type != WORDS:
            return 0 if piece.type == BREAK else 1
        return self.class_at(
            decode(self.rows.text + piece.start, self.rows.text + piece.start + piece.size, &length)
        )

    cdef int class_at(self, uint32_t code) except -1:
        if code < 128:
            return 2 if LETTER[code] else 0 if is_space(code) else 1
        return self.class_of(chr(code))

    cdef bint take_ends(self, Piece* before, Piece* after) noexcept:
        """Take the white space that stands before and after everything else, if it is of one piece."""
        cdef Py_ssize_t last
        if self.is_space_at(0):
            before[0] = self.tidy.items[0]
            remove(&self.tidy, 0)
        last = self.tidy.count - 1
        if self.is_space_at(last):
            after[0] = self.tidy.items[last]
            self.tidy.count = last
        return not self.is_space_at(0) and not self.is_space_at(self.tidy.count - 1)

    cdef inline bint is_space_at(self, Py_ssize_t at) noexcept:
        cdef const uint8_t* start
        if not 0 <= at < self.tidy.count or self.tidy.items[at].type != WORDS:
            return False
        start = self.rows.text + self.tidy.items[at].start
        return is_blank(start, start + self.tidy.items[at].size)

    cdef int print_pieces(self, const uint8_t* line_break, Py_ssize_t size) except -1:
        cdef Py_ssize_t at
        cdef Piece* piece
        for at in range(self.tidy.count):
            piece = &self.tidy.items[at]
            if piece.type == OPEN or piece.type == CLOSE:
                put(&self.made, <const uint8_t*>STARS, piece.size)
            elif piece.type == BREAK:
                put(&self.made, line_break, size)
            elif piece.type == CODE:
                put_byte(&self.made, 96)
                put(&self.made, self.rows.text + piece.start, piece.size)
                put_byte(&self.made, 96)
            elif reserve(&self.made, piece.size):  # what was made may move
                put(&self.made, self.bytes_of(piece), piece.size)
        return PLAIN

    cdef inline const uint8_t* bytes_of(self, Piece* piece) noexcept:
        return (self.made.data if piece.made else self.rows.text) + piece.start


cdef const uint8_t* bytes_of_str(str text, Py_ssize_t* size) except? NULL:
    """The bytes of a text, NULL where it holds half of a pair."""
    try:
        return <const uint8_t*>PyUnicode_AsUTF8AndSize(text, size)
    except UnicodeEncodeError:
        return NULL


# Pieces


cdef int append(Pieces* pieces, int type, Py_ssize_t start, Py_ssize_t size, bint made) except -1:
    cdef void* items
    cdef Py_ssize_t room
    if pieces.count == pieces.room:
        room = 2 * pieces.count + 32
        items = realloc(pieces.items, room * sizeof(Piece))
        if items == NULL:
            raise MemoryError
        pieces.items = <Piece*>items
        pieces.room = room
    pieces.items[pieces.count] = Piece(type=type, made=made, start=start, size=size)
    pieces.count += 1
    return 0


cdef void remove(Pieces* pieces, Py_ssize_t at) noexcept:
    pieces.count -= 1
    while at < pieces.count:
        pieces.items[at] = pieces.items[at + 1]
        at += 1


cdef void drop_words(Pieces* pieces) noexcept:
    """Leave out the white space among what waits."""
    cdef Py_ssize_t at, count = 0
    for at in range(pieces.count):
        if pieces.items[at].type != WORDS:
            pieces.items[count] = pieces.items[at]
            count += 1
    pieces.count = count


cdef void split(const uint8_t* text, Piece* piece, Piece* head, Piece* tail) noexcept:
    """Part words from the white space before and after them; what is only white space is head."""
    cdef const uint8_t* start = text + piece.start
    cdef const uint8_t* end = start + piece.size
    cdef const uint8_t* first = start
    cdef const uint8_t* last = end
    cdef const uint8_t* before
    cdef int length
    while first < end:
        if not is_space(decode(first, end, &length)):
            break
        first += length
    while last > first:
        before = last - 1
        while before > first and (before[0] & 0xC0) == 0x80:
            before -= 1
        if not is_space(decode(before, last, &length)):
            break
        last = before
    head[0] = Piece(type=WORDS, made=False, start=piece.start, size=first - start)
    tail[0] = Piece(type=WORDS, made=False, start=last - text, size=end - last)
    piece.start = first - text
    piece.size = last - first


# What holds nothing that means something


cdef bint are_plain_words(const uint8_t* start, const uint8_t* end, bint in_link) noexcept:
    """Words that no rule would change, wherever they stand; at their ends more is asked for."""
    cdef const uint8_t* at = start
    cdef const uint8_t* ahead
    cdef uint8_t meaning
    while at < end:
        meaning = MEANINGS[at[0]]
        if meaning == NONE:
            at += 1
            continue
        if meaning == NEVER:
            return False
        if meaning == LEAD:
            if is_control(at, end):
                return False
        elif meaning == LETTER_W:
            if end - at >= 4 and (at[1] | 32) == 119 and (at[2] | 32) == 119 and at[3] == 46:
                return False
        elif meaning == COLON:
            if end - at >= 3 and at[1] == 47 and at[2] == 47:
                return False
        elif at == start or at + 1 == end:
            return False
        elif meaning == STAR:
            if (at - 1)[0] != 32 or at[1] != 32:
                return False
        elif meaning == LOW_LINE:
            if (at - 1)[0] >= 128 or at[1] >= 128 or not LETTER[(at - 1)[0]] or not LETTER[at[1]]:
                return False
        elif meaning == DOLLAR:
            if not 48 <= at[1] <= 57 or (at - 1)[0] == 36:
                return False
        elif meaning == OPEN_BRACKET:
            if in_link or at[1] == 94 or (at - 1)[0] == 94:
                return False
        elif meaning == CLOSE_BRACKET:
            if in_link or at[1] == 40:
                return False
        elif meaning == AMPERSAND:
            ahead = at + 1 + (at[1] == 35)
            while ahead < end and (ahead[0] == 95 or (ahead[0] < 128 and LETTER[ahead[0]])):
                ahead += 1
            if ahead == end or ahead[0] == 59 or ahead[0] >= 128:
                return False
        at += 1
    return True


cdef bint is_control(const uint8_t* at, const uint8_t* end) noexcept:
    """A character that ends lines or has no look: U+0080 to U+009F, U+2028, U+2029, half of a pair."""
    if end - at < 2:
        return True
    if at[0] == 0xC2:
        return at[1] < 0xA0
    if at[0] == 0xED:
        return at[1] >= 0xA0
    return end - at < 3 or (at[1] == 0x80 and (at[2] == 0xA8 or at[2] == 0xA9))


cdef bint is_plain_alternative(const uint8_t* start, const uint8_t* end) noexcept:
    """Words of a picture that are one line and hold no mark at all."""
    cdef const uint8_t* at = start
    cdef uint32_t code
    cdef int length
    while at < end:
        code = decode(at, end, &length)
        if code < 128 and MEANINGS[code] != NONE and MEANINGS[code] != LETTER_W and code != 58:
            return False
        # White space is one space between two words.
        if is_space(code) and (code != 32 or at == start or at + 1 == end or at[1] == 32):
            return False
        at += length
    return are_plain_words(start, end, True)


cdef bint is_plain_code(const uint8_t* at, const uint8_t* end) noexcept:
    """Code that stands between two backticks as it is, in links and cells too."""
    if at == end or at[0] == 32 or (end - 1)[0] == 32:
        return False
    while at < end:
        if at[0] < 32 or at[0] == 127 or at[0] == 96 or at[0] == 36 or at[0] == 93 or at[0] == 92:
            return False
        if (at[0] == 0xC2 or at[0] == 0xE2 or at[0] == 0xED) and is_control(at, end):
            return False
        at += 1
    return True
