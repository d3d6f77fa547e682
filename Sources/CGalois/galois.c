// Sixteen or thirty-two products at once by the processor's byte shuffle, which Swift cannot reach.

#include "ia_galois.h"

static void by_table(uint8_t *target, const uint8_t *source, size_t count, const uint8_t *tables) {
  for (size_t i = 0; i < count; ++i) {
    target[i] ^= tables[source[i] & 15] ^ tables[16 + (source[i] >> 4)];
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"))) static void by_shuffle(
    uint8_t *target, const uint8_t *source, size_t count, const uint8_t *tables) {
  const __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)tables));
  const __m256i high =
      _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(tables + 16)));
  const __m256i mask = _mm256_set1_epi8(15);
  size_t i = 0;
  for (; i + 32 <= count; i += 32) {
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(source + i));
    __m256i sum = _mm256_loadu_si256((const __m256i *)(target + i));
    __m256i left = _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, mask));
    __m256i right =
        _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi64(bytes, 4), mask));
    sum = _mm256_xor_si256(sum, _mm256_xor_si256(left, right));
    _mm256_storeu_si256((__m256i *)(target + i), sum);
  }
  by_table(target + i, source + i, count - i, tables);
}

void ia_galois_multiply_add(
    uint8_t *target, const uint8_t *source, size_t count, const uint8_t *tables) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) {
    by_shuffle(target, source, count, tables);
  } else {
    by_table(target, source, count, tables);
  }
}

#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

void ia_galois_multiply_add(
    uint8_t *target, const uint8_t *source, size_t count, const uint8_t *tables) {
  const uint8x16_t low = vld1q_u8(tables), high = vld1q_u8(tables + 16);
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    uint8x16_t bytes = vld1q_u8(source + i);
    uint8x16_t left = vqtbl1q_u8(low, vandq_u8(bytes, vdupq_n_u8(15)));
    uint8x16_t right = vqtbl1q_u8(high, vshrq_n_u8(bytes, 4));
    vst1q_u8(target + i, veorq_u8(vld1q_u8(target + i), veorq_u8(left, right)));
  }
  by_table(target + i, source + i, count - i, tables);
}

#else

void ia_galois_multiply_add(
    uint8_t *target, const uint8_t *source, size_t count, const uint8_t *tables) {
  by_table(target, source, count, tables);
}

#endif
