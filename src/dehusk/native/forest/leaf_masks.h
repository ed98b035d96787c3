/* Rows of features through a forest of small trees, by masks of leaves: see trees.pxi. */

#ifndef DEHUSK_LEAF_MASKS
#define DEHUSK_LEAF_MASKS

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE__)
  #include <xmmintrin.h>
#endif
#if defined(__GNUC__)
  #define DEHUSK_INLINE static inline __attribute__((always_inline))
  #define dehusk_lowest_leaf(bits) __builtin_ctz(bits)
#else
  #include <intrin.h>
  #define DEHUSK_INLINE static __forceinline
  static inline int dehusk_lowest_leaf(uint32_t bits) {
      unsigned long at; _BitScanForward(&at, bits); return (int)at;
  }
#endif

enum { DEHUSK_LANES = 16, DEHUSK_FEW = 8, DEHUSK_LEAVES = 32 };

typedef struct {
    uint32_t kept;  /* the leaves that stay where the answer is "right" */
    int32_t tree;
} dehusk_question;

typedef struct {
    int32_t columns;
    int32_t trees;
    const int32_t *first;    /* where the questions about each column begin, and the last end */
    const float *threshold;  /* of each question, going up within a column */
    const dehusk_question *question;
    const double *value;     /* by tree and leaf */
} dehusk_masks;

/* A question that not all rows answer alike. */
typedef struct {
    float threshold;
    uint32_t kept;
    int32_t place;  /* of what the rows have in its column */
} dehusk_asked;

/* What is known of some rows, and room for sixteen of them. */
typedef struct {
    float *lowest, *highest;  /* of each column */
    dehusk_asked *asked;      /* by tree, with room for as many as a tree can have */
    dehusk_asked **next;      /* behind the last of each tree */
    uint32_t *always;         /* the leaves that all rows may fall into */
    float *own;               /* the values of a few rows, column by column */
    uint32_t *leaf;           /* and where they fall, tree by tree */
} dehusk_room;

#if defined(__GNUC__)
typedef float dehusk_floats __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t dehusk_ints __attribute__((vector_size(32), aligned(4), may_alias));
#define DEHUSK_EIGHT(same) {same, same, same, same, same, same, same, same}
#define DEHUSK_SELECT(chosen, yes, no) \
    ((dehusk_floats)(((chosen) & (dehusk_ints)(yes)) | (~(chosen) & (dehusk_ints)(no))))
#endif

/* Lets the bounds of each column hold the values of a few rows more. What is no number counts as the
   largest of all, which goes right as well. */
DEHUSK_INLINE void dehusk_widen(
    const float *matrix, int64_t count, int64_t width, int32_t columns, float *lowest, float *highest)
{
    int32_t column = 0;
#if defined(__GNUC__)
    const dehusk_floats infinite = DEHUSK_EIGHT(INFINITY);
    for (; column + 8 <= columns; column += 8) {
        dehusk_floats low = *(dehusk_floats *)(lowest + column);
        dehusk_floats high = *(dehusk_floats *)(highest + column);
        for (int64_t row = 0; row < count; row++) {
            const dehusk_floats given = *(const dehusk_floats *)(matrix + row * width + column);
            const dehusk_floats own = DEHUSK_SELECT(given == given, given, infinite);
            low = DEHUSK_SELECT(own < low, own, low);
            high = DEHUSK_SELECT(own > high, own, high);
        }
        *(dehusk_floats *)(lowest + column) = low;
        *(dehusk_floats *)(highest + column) = high;
    }
#endif
    for (; column < columns; column++) {
        for (int64_t row = 0; row < count; row++) {
            const float given = matrix[row * width + column];
            const float own = given == given ? given : INFINITY;
            if (own < lowest[column]) lowest[column] = own;
            if (own > highest[column]) highest[column] = own;
        }
    }
}

/* The smallest and the largest value of each column, by few enough rows to stay in the cache. */
DEHUSK_INLINE void dehusk_find_bounds(
    const float *matrix, int64_t count, int64_t width, int32_t columns, float *lowest, float *highest)
{
    for (int32_t column = 0; column < columns; column++) {
        lowest[column] = INFINITY;
        highest[column] = -INFINITY;
    }
    for (; count >= DEHUSK_FEW; count -= DEHUSK_FEW, matrix += DEHUSK_FEW * width)
        dehusk_widen(matrix, DEHUSK_FEW, width, columns, lowest, highest);
    dehusk_widen(matrix, count, width, columns, lowest, highest);
}

/* Asks what all rows answer alike, and notes what is left to ask. */
DEHUSK_INLINE void dehusk_ask_all(const dehusk_masks *masks, const dehusk_room *room) {
    const float *threshold = masks->threshold;
    const dehusk_question *question = masks->question;
    const int32_t *first = masks->first;
    const int32_t columns = masks->columns;
    uint32_t *always = room->always;
    dehusk_asked **next = room->next;
    memset(always, 0xFF, sizeof(uint32_t) * masks->trees);
    for (int64_t tree = 0; tree < masks->trees; tree++)
        next[tree] = room->asked + DEHUSK_LEAVES * tree;
    for (int32_t column = 0; column < columns; column++) {
        const int32_t end = first[column + 1], place = DEHUSK_LANES * column;
        const float low = room->lowest[column], high = room->highest[column];
        int32_t at = first[column];
        for (; at < end && threshold[at] < low; at++)
            always[question[at].tree] &= question[at].kept;
        for (; at < end && threshold[at] < high; at++) {
            const dehusk_asked asked = {threshold[at], question[at].kept, place};
            *next[question[at].tree]++ = asked;
        }
    }
}

/* Lays out the values of a few rows column by column. */
DEHUSK_INLINE void dehusk_turn(const float *const *rows, int32_t columns, float *own) {
    for (int lane = 0; lane < DEHUSK_LANES; lane += 4) {
        int32_t column = 0;
#if defined(__SSE__)
        for (; column + 4 <= columns; column += 4) {
            float *out = own + DEHUSK_LANES * (int64_t)column + lane;
            __m128 one = _mm_loadu_ps(rows[lane] + column);
            __m128 two = _mm_loadu_ps(rows[lane + 1] + column);
            __m128 three = _mm_loadu_ps(rows[lane + 2] + column);
            __m128 four = _mm_loadu_ps(rows[lane + 3] + column);
            _MM_TRANSPOSE4_PS(one, two, three, four);
            _mm_storeu_ps(out, one);
            _mm_storeu_ps(out + DEHUSK_LANES, two);
            _mm_storeu_ps(out + 2 * DEHUSK_LANES, three);
            _mm_storeu_ps(out + 3 * DEHUSK_LANES, four);
        }
#endif
        for (; column < columns; column++)
            for (int next = 0; next < 4; next++)
                own[DEHUSK_LANES * (int64_t)column + lane + next] = rows[lane + next][column];
    }
}

/* The leaves of one tree that a few rows fall into. */
DEHUSK_INLINE void dehusk_one_tree(
    const dehusk_asked *asked, const dehusk_asked *end, uint32_t always, const float *values, uint32_t *leaf)
{
    uint32_t bits[DEHUSK_LANES];
    for (int lane = 0; lane < DEHUSK_LANES; lane++) bits[lane] = always;
    for (; asked < end; asked++) {
        const float *own = values + asked->place;
        const float edge = asked->threshold;
        const uint32_t kept = asked->kept;
        for (int lane = 0; lane < DEHUSK_LANES; lane++)
            bits[lane] &= (own[lane] <= edge ? UINT32_MAX : 0) | kept;
    }
    for (int lane = 0; lane < DEHUSK_LANES; lane++) leaf[lane] = dehusk_lowest_leaf(bits[lane]);
}

/* The same by eight rows, for processors that can. */
#if defined(__GNUC__)
DEHUSK_INLINE void dehusk_one_tree_by_eight(
    const dehusk_asked *asked, const dehusk_asked *end, uint32_t always, const float *values, uint32_t *leaf)
{
    const dehusk_ints all = DEHUSK_EIGHT((int32_t)always);
    dehusk_ints bits[DEHUSK_LANES / 8] = {all, all};
    for (; asked < end; asked++) {
        const dehusk_floats *own = (const dehusk_floats *)(values + asked->place);
        const dehusk_floats edges = DEHUSK_EIGHT(asked->threshold);
        const dehusk_ints kept = DEHUSK_EIGHT((int32_t)asked->kept);
        for (int lane = 0; lane < DEHUSK_LANES / 8; lane++)
            bits[lane] &= (own[lane] <= edges) | kept;
    }
    for (int lane = 0; lane < DEHUSK_LANES / 8; lane++) {
        /* Which bit is the lowest is the exponent of its value. */
        const dehusk_floats lowest = __builtin_convertvector(bits[lane] & -bits[lane], dehusk_floats);
        *(dehusk_ints *)(leaf + 8 * lane) = (((dehusk_ints)lowest >> 23) - 127) & (DEHUSK_LEAVES - 1);
    }
}
#else
#define dehusk_one_tree_by_eight dehusk_one_tree
#endif

/* Adds up the leaves of a few rows, tree by tree. */
DEHUSK_INLINE void dehusk_add_up(
    const double *value, const uint32_t *leaf, int32_t trees, double *out)
{
    double sums[DEHUSK_LANES] = {0};
    for (int32_t tree = 0; tree < trees; tree++) {
        for (int lane = 0; lane < DEHUSK_LANES; lane++) sums[lane] += value[leaf[lane]];
        leaf += DEHUSK_LANES;
        value += DEHUSK_LEAVES;
    }
    memcpy(out, sums, sizeof(sums));
}

/* Adds up the leaves of all rows. Where the last are fewer than sixteen, the first of them stands
   in for those that are not there. */
DEHUSK_INLINE void dehusk_all_rows(
    const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
    const dehusk_room *room, double *out, int by_eight)
{
    const float *rows[DEHUSK_LANES];
    double sums[DEHUSK_LANES];
    dehusk_find_bounds(matrix, count, width, masks->columns, room->lowest, room->highest);
    dehusk_ask_all(masks, room);
    for (int64_t start = 0; start < count; start += DEHUSK_LANES) {
        const int64_t some = count - start < DEHUSK_LANES ? count - start : DEHUSK_LANES;
        for (int64_t lane = 0; lane < DEHUSK_LANES; lane++)
            rows[lane] = matrix + width * (lane < some ? start + lane : start);
        dehusk_turn(rows, masks->columns, room->own);
        for (int32_t tree = 0; tree < masks->trees; tree++) {
            const dehusk_asked *asked = room->asked + DEHUSK_LEAVES * (int64_t)tree;
            uint32_t *leaf = room->leaf + DEHUSK_LANES * (int64_t)tree;
            if (by_eight)
                dehusk_one_tree_by_eight(asked, room->next[tree], room->always[tree], room->own, leaf);
            else
                dehusk_one_tree(asked, room->next[tree], room->always[tree], room->own, leaf);
        }
        dehusk_add_up(masks->value, room->leaf, masks->trees, sums);
        memcpy(out + start, sums, sizeof(double) * some);
    }
}

static void dehusk_rows_anywhere(
    const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
    const dehusk_room *room, double *out)
{
    dehusk_all_rows(masks, matrix, count, width, room, out, 0);
}

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx2"))) static void dehusk_rows_with_avx2(
    const dehusk_masks *masks, const float *matrix, int64_t count, int64_t width,
    const dehusk_room *room, double *out)
{
    dehusk_all_rows(masks, matrix, count, width, room, out, 1);
}
static int dehusk_has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#else
#define dehusk_rows_with_avx2 dehusk_rows_anywhere
static int dehusk_has_avx2(void) { return 0; }
#endif

#endif
