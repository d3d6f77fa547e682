// Rows of symbols of GF(2^16) by the processor's byte shuffle, which Swift cannot reach.

#include "ia_field16.h"

#include <string.h>

// What a kernel does with two rows.
typedef enum operation {
  // left += factor · right
  multiply_add,
  // right = factor · right
  multiply,
  // left += factor · right, then right += left
  evaluate,
  // right += left, then left += factor · right
  interpolate,
} operation;

// Portable: the same tables, byte by byte.
static void portable_run(
    operation what, uint8_t *left, uint8_t *right, size_t count, const uint8_t *tables) {
  for (size_t block = 0; block < count; block += 64) {
    for (size_t i = block; i < block + 32; ++i) {
      uint8_t low = right[i], high = right[i + 32];
      if (what == interpolate) {
        low ^= left[i];
        high ^= left[i + 32];
      }
      const uint8_t a = low & 15, b = low >> 4, c = high & 15, d = high >> 4;
      const uint8_t low_product = tables[a] ^ tables[32 + b] ^ tables[64 + c] ^ tables[96 + d];
      const uint8_t high_product =
          tables[16 + a] ^ tables[48 + b] ^ tables[80 + c] ^ tables[112 + d];
      if (what == multiply) {
        right[i] = low_product;
        right[i + 32] = high_product;
        continue;
      }
      left[i] ^= low_product;
      left[i + 32] ^= high_product;
      if (what == evaluate) {
        low ^= left[i];
        high ^= left[i + 32];
      }
      if (what != multiply_add) {
        right[i] = low;
        right[i + 32] = high;
      }
    }
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define VECTOR __m128i
#define WIDTH 16
#define ATTRIBUTES __attribute__((target("ssse3")))
#define NAME(x) ssse3_##x
#define LOAD(at) _mm_loadu_si128((const __m128i *)(at))
#define LOAD_TABLE(at) LOAD(at)
#define STORE(at, value) _mm_storeu_si128((__m128i *)(at), value)
#define XOR(a, b) _mm_xor_si128(a, b)
#define LOOK_UP(table, index) _mm_shuffle_epi8(table, index)
#define LOW(v) _mm_and_si128(v, _mm_set1_epi8(15))
#define HIGH(v) _mm_and_si128(_mm_srli_epi64(v, 4), _mm_set1_epi8(15))
#include "field16_kernels.h"

#define VECTOR __m256i
#define WIDTH 32
#define ATTRIBUTES __attribute__((target("avx2")))
#define NAME(x) avx2_##x
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define LOAD_TABLE(at) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(at)))
#define STORE(at, value) _mm256_storeu_si256((__m256i *)(at), value)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define LOOK_UP(table, index) _mm256_shuffle_epi8(table, index)
#define LOW(v) _mm256_and_si256(v, _mm256_set1_epi8(15))
#define HIGH(v) _mm256_and_si256(_mm256_srli_epi64(v, 4), _mm256_set1_epi8(15))
#include "field16_kernels.h"

int ia_field16_has(ia_field16_path path) {
  __builtin_cpu_init();
  switch (path) {
    case ia_field16_portable: return 1;
    case ia_field16_ssse3: return __builtin_cpu_supports("ssse3") != 0;
    case ia_field16_avx2: return __builtin_cpu_supports("avx2") != 0;
    default: return 0;
  }
}

#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

#define VECTOR uint8x16_t
#define WIDTH 16
#define ATTRIBUTES
#define NAME(x) neon_##x
#define LOAD(at) vld1q_u8(at)
#define LOAD_TABLE(at) vld1q_u8(at)
#define STORE(at, value) vst1q_u8(at, value)
#define XOR(a, b) veorq_u8(a, b)
#define LOOK_UP(table, index) vqtbl1q_u8(table, index)
#define LOW(v) vandq_u8(v, vdupq_n_u8(15))
#define HIGH(v) vshrq_n_u8(v, 4)
#include "field16_kernels.h"

int ia_field16_has(ia_field16_path path) {
  return path == ia_field16_portable || path == ia_field16_neon;
}

#else

int ia_field16_has(ia_field16_path path) { return path == ia_field16_portable; }

#endif

ia_field16_path ia_field16_best(void) {
  for (int path = ia_field16_neon; path > ia_field16_portable; --path) {
    if (ia_field16_has((ia_field16_path)path)) return (ia_field16_path)path;
  }
  return ia_field16_portable;
}

// MARK: The field

void ia_field16_prepare(ia_field16 *field) {
  memset(field, 0, sizeof *field);
  uint32_t power = 1;
  for (uint32_t exponent = 0; exponent < 65535; ++exponent) {
    field->power[exponent] = field->power[exponent + 65535] = (uint16_t)power;
    field->logarithm[power] = (uint16_t)exponent;
    power <<= 1;
    if (power > 65535) power ^= 0x1002D;
  }
  // s_0(x) = x; s_{j+1}(x) = s_j(x) · (s_j(x) + s_j(2^j)), for s_j is linear over the bits.
  uint16_t values[16];
  for (unsigned bit = 0; bit < 16; ++bit) values[bit] = (uint16_t)(1u << bit);
  uint16_t slope = 1;
  for (unsigned layer = 0; layer < 16; ++layer) {
    const uint16_t scale = values[layer];
    const uint16_t inverse = field->power[65535 - field->logarithm[scale]];
    for (unsigned bit = layer; bit < 16; ++bit) {
      field->subspace[layer][bit] = ia_field16_product(field, values[bit], inverse);
    }
    field->derivative[layer] = ia_field16_product(field, slope, inverse);
    slope = ia_field16_product(field, slope, scale);
    for (unsigned bit = 0; bit < 16; ++bit) {
      values[bit] = ia_field16_product(field, values[bit], values[bit] ^ scale);
    }
  }
}

uint16_t ia_field16_product(const ia_field16 *field, uint16_t left, uint16_t right) {
  if (left == 0 || right == 0) return 0;
  return field->power[(uint32_t)field->logarithm[left] + field->logarithm[right]];
}

static void fill_tables(const ia_field16 *field, uint16_t factor, uint8_t *tables) {
  const uint32_t logarithm = field->logarithm[factor];
  for (unsigned nibble = 0; nibble < 4; ++nibble) {
    uint8_t *low = tables + 32 * nibble, *high = low + 16;
    low[0] = high[0] = 0;
    for (unsigned bit = 0; bit < 4; ++bit) {
      const unsigned step = 1u << bit;
      const uint16_t product = field->power[logarithm + field->logarithm[step << (4 * nibble)]];
      for (unsigned index = 0; index < step; ++index) {
        low[step + index] = low[index] ^ (uint8_t)product;
        high[step + index] = high[index] ^ (uint8_t)(product >> 8);
      }
    }
  }
}

void ia_field16_add(uint8_t *target, const uint8_t *source, size_t count) {
  for (size_t i = 0; i < count; ++i) target[i] ^= source[i];
}

static void run(
    const ia_field16 *field, ia_field16_path path, operation what, uint8_t *left, uint8_t *right,
    size_t count, uint16_t factor) {
  if (factor == 0) {
    if (what == multiply) memset(right, 0, count);
    if (what == evaluate || what == interpolate) ia_field16_add(right, left, count);
    return;
  }
  uint8_t tables[128];
  fill_tables(field, factor, tables);
  switch (path) {
#if defined(__x86_64__)
    case ia_field16_ssse3: ssse3_run(what, left, right, count, tables); return;
    case ia_field16_avx2: avx2_run(what, left, right, count, tables); return;
#elif defined(__aarch64__) && defined(__ARM_NEON)
    case ia_field16_neon: neon_run(what, left, right, count, tables); return;
#endif
    default: portable_run(what, left, right, count, tables); return;
  }
}

void ia_field16_multiply_add(
    const ia_field16 *field, ia_field16_path path, uint8_t *target, const uint8_t *source,
    size_t count, uint16_t factor) {
  // The kernel of multiply_add does not write its right row.
  run(field, path, multiply_add, target, (uint8_t *)(uintptr_t)source, count, factor);
}

void ia_field16_multiply(
    const ia_field16 *field, ia_field16_path path, uint8_t *row, size_t count, uint16_t factor) {
  run(field, path, multiply, row, row, count, factor);
}

// MARK: Transforms

// ŝ_layer at an element, of which the bits below the layer do not count.
static uint16_t twiddle(const ia_field16 *field, unsigned layer, uint32_t element) {
  uint16_t value = 0;
  for (unsigned bit = layer; element >> bit != 0; ++bit) {
    if (element >> bit & 1) value ^= field->subspace[layer][bit];
  }
  return value;
}

// Halves are transformed one after the other, so that small ones stay in the cache. The depth of the
// recursion is `bits`, at most 16.
void ia_field16_evaluate(
    const ia_field16 *field, ia_field16_path path, uint8_t *rows, size_t width, unsigned bits,
    uint32_t first) {
  if (bits == 0) return;
  const unsigned layer = bits - 1;
  const size_t half = width << layer;
  const uint16_t factor = twiddle(field, layer, first);
  run(field, path, evaluate, rows, rows + half, half, factor);
  ia_field16_evaluate(field, path, rows, width, layer, first);
  ia_field16_evaluate(field, path, rows + half, width, layer, first + (1u << layer));
}

void ia_field16_interpolate(
    const ia_field16 *field, ia_field16_path path, uint8_t *rows, size_t width, unsigned bits,
    uint32_t first) {
  if (bits == 0) return;
  const unsigned layer = bits - 1;
  const size_t half = width << layer;
  ia_field16_interpolate(field, path, rows, width, layer, first);
  ia_field16_interpolate(field, path, rows + half, width, layer, first + (1u << layer));
  run(field, path, interpolate, rows, rows + half, half, twiddle(field, layer, first));
}

// The derivative of a basis polynomial is the sum, over the bits j of its index, of the derivative of
// ŝ_j times the basis polynomial without that bit. Coefficients are scaled by the product of the
// derivatives over their bits first, so that the sums need no products.
void ia_field16_derive(
    const ia_field16 *field, ia_field16_path path, uint8_t *rows, size_t width, unsigned bits) {
  const uint32_t count = 1u << bits;
  for (int pass = 0; pass < 2; ++pass) {
    for (uint32_t index = 0; index < count; ++index) {
      uint32_t logarithm = 0;
      for (unsigned bit = 0; bit < bits; ++bit) {
        if (index >> bit & 1) logarithm += field->logarithm[field->derivative[bit]];
      }
      logarithm %= 65535;
      if (pass == 1) logarithm = 65535 - logarithm;
      run(field, path, multiply, rows, rows + width * index, width, field->power[logarithm]);
    }
    if (pass == 1) break;
    for (uint32_t index = 0; index < count; ++index) {
      uint8_t *row = rows + width * index;
      uint8_t clear = 1;
      for (unsigned bit = 0; bit < bits; ++bit) {
        if (index >> bit & 1) continue;
        const uint8_t *other = rows + width * (index | 1u << bit);
        if (clear) {
          memcpy(row, other, width);
        } else {
          ia_field16_add(row, other, width);
        }
        clear = 0;
      }
      if (clear) memset(row, 0, width);
    }
  }
}

// The Walsh-Hadamard transform, modulo 2^64.
static void walsh(uint64_t *values, unsigned bits) {
  const size_t count = (size_t)1 << bits;
  for (size_t half = 1; half < count; half *= 2) {
    for (size_t start = 0; start < count; start += 2 * half) {
      for (size_t i = start; i < start + half; ++i) {
        const uint64_t left = values[i], right = values[i + half];
        values[i] = left + right;
        values[i + half] = left - right;
      }
    }
  }
}

// The logarithm of the locator at x is the sum of the logarithms of x + e: a convolution over
// exclusive or, which transforms turn into products. It is below 2^16 · 2^16, and 2^bits times that
// still fits.
void ia_field16_locate(
    const ia_field16 *field, const uint8_t *erased, unsigned bits, uint64_t *work,
    uint16_t *logarithms) {
  const size_t count = (size_t)1 << bits;
  uint64_t *sums = work, *table = work + count;
  for (size_t i = 0; i < count; ++i) {
    sums[i] = erased[i];
    table[i] = i == 0 ? 0 : field->logarithm[i];
  }
  walsh(sums, bits);
  walsh(table, bits);
  for (size_t i = 0; i < count; ++i) sums[i] *= table[i];
  walsh(sums, bits);
  for (size_t i = 0; i < count; ++i) logarithms[i] = (uint16_t)((sums[i] >> bits) % 65535);
}

// MARK: Code words

void ia_field16_absorb(
    const ia_field16 *field, ia_field16_path path, uint8_t *sum, const uint8_t *rows, size_t width,
    size_t count, unsigned bits, uint32_t first, size_t strip, uint8_t *work) {
  const size_t room = strip << bits;
  for (size_t column = 0; column < width; column += strip, sum += room) {
    for (size_t row = 0; row < count; ++row) {
      memcpy(work + row * strip, rows + row * width + column, strip);
    }
    memset(work + count * strip, 0, room - count * strip);
    ia_field16_interpolate(field, path, work, strip, bits, first);
    ia_field16_add(sum, work, room);
  }
}

void ia_field16_finish(
    const ia_field16 *field, ia_field16_path path, uint8_t *sum, uint8_t *rows, size_t width,
    size_t count, unsigned bits, size_t strip) {
  const size_t room = strip << bits;
  for (size_t column = 0; column < width; column += strip, sum += room) {
    ia_field16_evaluate(field, path, sum, strip, bits, 0);
    for (size_t row = 0; row < count; ++row) {
      memcpy(rows + row * width + column, sum + row * strip, strip);
    }
  }
}

void ia_field16_recover(
    const ia_field16 *field, ia_field16_path path, uint8_t *rows, size_t width, unsigned bits,
    const uint8_t *erased, const uint16_t *logarithms) {
  const size_t count = (size_t)1 << bits;
  for (size_t i = 0; i < count; ++i) {
    if (erased[i]) {
      memset(rows + i * width, 0, width);
    } else {
      ia_field16_multiply(field, path, rows + i * width, width, field->power[logarithms[i]]);
    }
  }
  ia_field16_interpolate(field, path, rows, width, bits, 0);
  ia_field16_derive(field, path, rows, width, bits);
  ia_field16_evaluate(field, path, rows, width, bits, 0);
  for (size_t i = 0; i < count; ++i) {
    if (!erased[i]) continue;
    ia_field16_multiply(field, path, rows + i * width, width, field->power[65535 - logarithms[i]]);
  }
}
