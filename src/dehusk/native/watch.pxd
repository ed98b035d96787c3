# cython: language_level=3
"""How native loops notice that their time is over, or that a signal such as Ctrl-C has come.

A function that may take long keeps a `Watch`: `start_watch` at the door, with the GIL; `passed` in
every loop, without the GIL, and stop as soon as it says so; at the end `raise_if_stopped`.
A row or a token costs about `ROW`, a byte 1. A look at the clock is due each time that `EVERY` of that
was spent, and a look at the signals, for which the GIL is needed, every 50 ms.
"""

cdef extern from * nogil:
    """
    #ifndef DEHUSK_WATCH
    #define DEHUSK_WATCH
    #if defined(_WIN32)
      #include <windows.h>
    #else
      #include <time.h>
    #endif

    enum { DEHUSK_EVERY = 1 << 17, DEHUSK_ROW = 64 };
    enum { DEHUSK_GOING, DEHUSK_OUT_OF_TIME, DEHUSK_INTERRUPTED };

    typedef struct {
        int64_t left;     /* what may be spent until the next look at the clock */
        double deadline;  /* infinite where there is none */
        double signals;   /* when to look for signals again */
        int outcome;
    } dehusk_watch;

    static double dehusk_now(void) {
    #if defined(_WIN32)
        LARGE_INTEGER ticks, frequency;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&frequency);
        return (double)ticks.QuadPart / (double)frequency.QuadPart;
    #else
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    #endif
    }

    static inline void dehusk_start(dehusk_watch *watch, double seconds) {
        const double now = dehusk_now();
        watch->left = DEHUSK_EVERY;
        watch->deadline = now + seconds;
        watch->signals = now + 0.05;
        watch->outcome = DEHUSK_GOING;
    }

    /* An exception that a handler of signals raises is left with the thread. */
    static int dehusk_look(dehusk_watch *watch) {
        const double now = dehusk_now();
        watch->left = DEHUSK_EVERY;
        if (watch->outcome == DEHUSK_GOING && now >= watch->deadline)
            watch->outcome = DEHUSK_OUT_OF_TIME;
        if (watch->outcome == DEHUSK_GOING && now >= watch->signals) {
            const PyGILState_STATE state = PyGILState_Ensure();
            if (PyErr_CheckSignals()) watch->outcome = DEHUSK_INTERRUPTED;
            PyGILState_Release(state);
            watch->signals = dehusk_now() + 0.05;
        }
        if (watch->outcome != DEHUSK_GOING) watch->left = 0;
        return watch->outcome != DEHUSK_GOING;
    }

    static inline int dehusk_passed(dehusk_watch *watch, int64_t cost) {
        watch->left -= cost;
        return watch->left <= 0 && dehusk_look(watch);
    }
    #endif
    """
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
