# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""What every writer of a content stands on: `writing.pxd` says what that is."""

from dehusk.budget import Meter, out_of_time, seconds_left

from libc.stdlib cimport free, realloc

from dehusk.native.watch cimport passed, raise_if_stopped, start_watch


cdef class ContentWriter:
    def __dealloc__(self):
        free(self.notes)
        close_buffer(&self.out)

    cdef int begin(self, str stage) except -1:
        """Get ready to write within the limits at hand."""
        self.stage = stage
        self.meter = Meter(stage)
        self.most = self.meter.most
        start_watch(&self.watch, seconds_left())
        # The buffer has a place in memory from the start, so that places in it can be told.
        if not reserve(&self.out, 1):
            raise MemoryError
        return 0

    cdef int open_content(self, content) except -1:
        """Open the columns of a content, and hold on to it."""
        self.content, self.arguments = content, content.arguments
        return open_rows(&self.rows, content)

    cdef object argument(self, int row):
        """The argument of a row, None where it has none."""
        cdef int place = self.rows.argument[row]
        return self.arguments[place] if place >= 0 else None

    cdef int look(self, int depth) except -1 nogil:
        """Is there time to go on, at such a depth?"""
        if passed(&self.watch, ROW):
            with gil:
                raise_if_stopped(&self.watch, out_of_time, self.stage)
        if depth > DEEPEST:
            with gil:
                raise ValueError(f"The content is nested more than {<int>DEEPEST:,} levels deep.")
        return 0

    cdef int measure(self) except -1 nogil:
        """May so much be written?"""
        if self.out.size > self.most:
            with gil:
                self.meter.reach(self.out.size)
        return 0

    cdef int refuse(self, int row) except -1 with gil:
        """Raise what is wrong with a row that stands where only blocks do."""
        raise ValueError(f"A row of kind {self.rows.kind[row]} is no block.")

    cdef int add_note(self, int row) except -1 nogil:
        """Note a footnote, to be written last."""
        cdef void* notes
        cdef int room = 2 * self.note_count + 16
        if self.note_count == self.note_room:
            notes = realloc(self.notes, room * sizeof(int))
            if notes == NULL:
                with gil:
                    raise MemoryError
            self.notes = <int*>notes
            self.note_room = room
        self.notes[self.note_count] = row
        self.note_count += 1
        return 0

    cdef str whole(self):
        """All that was written."""
        if self.out.failed:
            raise MemoryError
        return as_str(self.out.data, self.out.size)
