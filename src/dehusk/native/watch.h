/* How native loops notice that their time is over, or that a signal has come: see watch.pxd. */

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
