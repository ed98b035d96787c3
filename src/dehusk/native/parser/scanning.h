/* Scanning bytes, many at a time. */

#ifndef DEHUSK_SCANNING
#define DEHUSK_SCANNING

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__) || defined(_M_X64)
  #include <emmintrin.h>
  #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int dehusk_lowest_bit(unsigned int bits) {
        unsigned long at; _BitScanForward(&at, bits); return (int)at;
    }
  #else
    #define dehusk_lowest_bit(bits) __builtin_ctz(bits)
  #endif
#elif defined(__aarch64__)
  #include <arm_neon.h>
#endif

/* The first byte between `at` and `end` that is one of four; `end` where there is none. */
static inline const uint8_t *dehusk_find_any(
    const uint8_t *at, const uint8_t *end, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
#if defined(__SSE2__) || defined(_M_X64)
    const __m128i va = _mm_set1_epi8((char)a), vb = _mm_set1_epi8((char)b);
    const __m128i vc = _mm_set1_epi8((char)c), vd = _mm_set1_epi8((char)d);
    while (end - at >= 16) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)at);
        const __m128i hit = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(bytes, va), _mm_cmpeq_epi8(bytes, vb)),
            _mm_or_si128(_mm_cmpeq_epi8(bytes, vc), _mm_cmpeq_epi8(bytes, vd)));
        const unsigned int bits = (unsigned int)_mm_movemask_epi8(hit);
        if (bits) return at + dehusk_lowest_bit(bits);
        at += 16;
    }
#elif defined(__aarch64__)
    const uint8x16_t va = vdupq_n_u8(a), vb = vdupq_n_u8(b);
    const uint8x16_t vc = vdupq_n_u8(c), vd = vdupq_n_u8(d);
    while (end - at >= 16) {
        const uint8x16_t bytes = vld1q_u8(at);
        const uint8x16_t hit = vorrq_u8(
            vorrq_u8(vceqq_u8(bytes, va), vceqq_u8(bytes, vb)),
            vorrq_u8(vceqq_u8(bytes, vc), vceqq_u8(bytes, vd)));
        const uint64_t bits = vget_lane_u64(
            vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(hit), 4)), 0);
        if (bits) return at + (__builtin_ctzll(bits) >> 2);
        at += 16;
    }
#endif
    while (at < end && *at != a && *at != b && *at != c && *at != d) at++;
    return at;
}

/* The first byte between `at` and `end` that is not ASCII; `end` where there is none. */
static inline const uint8_t *dehusk_find_non_ascii(const uint8_t *at, const uint8_t *end)
{
#if defined(__SSE2__) || defined(_M_X64)
    while (end - at >= 64) {
        const __m128i *four = (const __m128i *)at;
        const __m128i any = _mm_or_si128(
            _mm_or_si128(_mm_loadu_si128(four), _mm_loadu_si128(four + 1)),
            _mm_or_si128(_mm_loadu_si128(four + 2), _mm_loadu_si128(four + 3)));
        if (_mm_movemask_epi8(any)) break;
        at += 64;
    }
    while (end - at >= 16) {
        const unsigned int bits =
            (unsigned int)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)at));
        if (bits) return at + dehusk_lowest_bit(bits);
        at += 16;
    }
#elif defined(__aarch64__)
    while (end - at >= 16 && vmaxvq_u8(vld1q_u8(at)) < 0x80) at += 16;
#endif
    while (at < end && *at < 0x80) at++;
    return at;
}

#endif
