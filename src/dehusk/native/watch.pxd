# cython: language_level=3
"""How native loops notice that their time is over, or that a signal such as Ctrl-C has come.

A function that may take long keeps a `Watch`: `start_watch` at the door, with the GIL; `passed` in
every loop, without the GIL, and stop as soon as it says so; at the end `raise_if_stopped`.
A row or a token costs about `ROW`, a byte 1. A look at the clock is due each time that `DEHUSK_EVERY` of that
was spent, and a look at the signals, for which the GIL is needed, every 50 ms.
"""

cdef extern from "watch.h" nogil:
    enum:
        ROW "DEHUSK_ROW"
        GOING "DEHUSK_GOING"
        OUT_OF_TIME "DEHUSK_OUT_OF_TIME"

    ctypedef struct Watch "dehusk_watch":
        int outcome

    void start_watch "dehusk_start"(Watch* watch, double seconds) noexcept
    bint passed "dehusk_passed"(Watch* watch, long long cost) noexcept


cdef inline int raise_if_stopped(Watch* watch, out_of_time, stage) except -1:
    """Raise what stopped the work, if anything did: `out_of_time(stage)` says that its time was over."""
    if watch.outcome == GOING:
        return 0
    if watch.outcome == OUT_OF_TIME:
        raise out_of_time(stage)
    return -1  # the exception of a signal's handler is set already
