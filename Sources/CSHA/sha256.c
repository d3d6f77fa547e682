// SHA-256: FIPS 180-4, sections 4.1.2, 4.2.2, 5.3.3 and 6.2.

#include "ia_sha.h"
#include "processor.h"

#include <string.h>

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t constants[64] __attribute__((aligned(64))) = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

// Compresses `blocks` blocks of 64 bytes into the state.
typedef void compression(uint32_t state[8], const uint8_t *bytes, size_t blocks);

static inline uint32_t rotated(uint32_t x, int count) { return x >> count | x << (32 - count); }

static inline uint32_t big_endian(const uint8_t *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap32(word);
#endif
  return word;
}

// One round. `sum` is a word of the message schedule plus its constant. `b_c` is b ^ c, which is
// a ^ b of the round before: Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)).
#define ROUND(a, b, c, d, e, f, g, h, sum)                                              \
  do {                                                                                  \
    h += (sum) + (g ^ (e & (f ^ g))) + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)); \
    d += h;                                                                             \
    uint32_t a_b = a ^ b;                                                               \
    h += (b ^ (a_b & b_c)) + (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22));         \
    b_c = a_b;                                                                          \
  } while (0)

// Rounds 0 to 63 with the sums of message schedule and constants. Each group of four words of
// sums is followed by `skipped` words that belong to another block.
__attribute__((always_inline)) static inline void all_rounds(
    uint32_t state[8], const uint32_t *sums, size_t skipped) {
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  uint32_t b_c = b ^ c;
  for (int i = 0; i < 8; i++, sums += 8 + 2 * skipped) {
    const uint32_t *other = sums + 4 + skipped;
    ROUND(a, b, c, d, e, f, g, h, sums[0]);
    ROUND(h, a, b, c, d, e, f, g, sums[1]);
    ROUND(g, h, a, b, c, d, e, f, sums[2]);
    ROUND(f, g, h, a, b, c, d, e, sums[3]);
    ROUND(e, f, g, h, a, b, c, d, other[0]);
    ROUND(d, e, f, g, h, a, b, c, other[1]);
    ROUND(c, d, e, f, g, h, a, b, other[2]);
    ROUND(b, c, d, e, f, g, h, a, other[3]);
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

static void compress_portably(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  uint32_t words[64], sums[64];
  for (; blocks; blocks--, bytes += 64) {
    for (int i = 0; i < 16; i++) words[i] = big_endian(bytes + 4 * i);
    for (int i = 16; i < 64; i++) {
      uint32_t far = words[i - 15], near = words[i - 2];
      words[i] = words[i - 16] + words[i - 7]
          + (rotated(far, 7) ^ rotated(far, 18) ^ far >> 3)
          + (rotated(near, 17) ^ rotated(near, 19) ^ near >> 10);
    }
    for (int i = 0; i < 64; i++) sums[i] = words[i] + constants[i];
    all_rounds(state, sums, 0);
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi2")))

AVX2 static inline __m256i rotated_8(__m256i x, int count) {
  return _mm256_or_si256(_mm256_srli_epi32(x, count), _mm256_slli_epi32(x, 32 - count));
}

AVX2 static inline __m256i far_8(__m256i x) {
  return _mm256_xor_si256(
      _mm256_xor_si256(rotated_8(x, 7), rotated_8(x, 18)), _mm256_srli_epi32(x, 3));
}

AVX2 static inline __m256i near_8(__m256i x) {
  return _mm256_xor_si256(
      _mm256_xor_si256(rotated_8(x, 17), rotated_8(x, 19)), _mm256_srli_epi32(x, 10));
}

// Four words of the schedule after those in `a`, `b`, `c` and `d`, of two blocks. The last two
// depend on the first two.
AVX2 static inline __m256i next_8(__m256i a, __m256i b, __m256i c, __m256i d) {
  __m256i sum = _mm256_add_epi32(_mm256_add_epi32(a, far_8(_mm256_alignr_epi8(b, a, 4))),
                                 _mm256_alignr_epi8(d, c, 4));
  const __m256i zero = _mm256_setzero_si256();
  // The last two words of `d`, then zeros.
  sum = _mm256_add_epi32(sum, near_8(_mm256_unpackhi_epi64(d, zero)));
  return _mm256_add_epi32(sum, near_8(_mm256_unpacklo_epi64(zero, sum)));
}

// Each vector has four words of one block in its lower half and four of the next in its upper.
AVX2 static void compress_by_vectors(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  const __m256i swap = _mm256_broadcastsi128_si256(
      _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
  uint32_t sums[128] __attribute__((aligned(32)));
  while (blocks) {
    // An odd last block takes the place of both.
    const uint8_t *second = bytes + (blocks > 1 ? 64 : 0);
    __m256i words[16];
    for (int i = 0; i < 4; i++)
      words[i] = _mm256_shuffle_epi8(
          _mm256_inserti128_si256(
              _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(bytes + 16 * i))),
              _mm_loadu_si128((const __m128i *)(second + 16 * i)), 1),
          swap);
    for (int i = 4; i < 16; i++)
      words[i] = next_8(words[i - 4], words[i - 3], words[i - 2], words[i - 1]);
    for (int i = 0; i < 16; i++)
      _mm256_store_si256(
          (__m256i *)(sums + 8 * i),
          _mm256_add_epi32(
              words[i],
              _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)(constants + 4 * i)))));
    all_rounds(state, sums, 4);
    if (blocks == 1) return;
    all_rounds(state, sums + 4, 4);
    bytes += 128;
    blocks -= 2;
  }
}

// Four rounds with the sums, then, where `more` is set, the four words that follow those in
// `a`, `b`, `c` and `d` take the place of `a`.
#define QUAD(a, b, c, d, round, more)                                                          \
  do {                                                                                         \
    __m128i sum = _mm_add_epi32(a, _mm_load_si128((const __m128i *)(constants + (round))));    \
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);                                             \
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));                    \
    if (more)                                                                                  \
      a = _mm_sha256msg2_epu32(                                                                \
          _mm_add_epi32(_mm_sha256msg1_epu32(a, b), _mm_alignr_epi8(d, c, 4)), d);             \
  } while (0)

__attribute__((target("sha,sse4.1,ssse3"))) static void compress_by_instructions(
    uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  // The instructions want a, b, e, f and c, d, g, h, the first highest.
  __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
  for (; blocks; blocks--, bytes += 64) {
    const __m128i *block = (const __m128i *)bytes;
    const __m128i old_abef = abef, old_cdgh = cdgh;
    __m128i w0 = _mm_shuffle_epi8(_mm_loadu_si128(block), swap);
    __m128i w1 = _mm_shuffle_epi8(_mm_loadu_si128(block + 1), swap);
    __m128i w2 = _mm_shuffle_epi8(_mm_loadu_si128(block + 2), swap);
    __m128i w3 = _mm_shuffle_epi8(_mm_loadu_si128(block + 3), swap);
    QUAD(w0, w1, w2, w3, 0, 1);
    QUAD(w1, w2, w3, w0, 4, 1);
    QUAD(w2, w3, w0, w1, 8, 1);
    QUAD(w3, w0, w1, w2, 12, 1);
    QUAD(w0, w1, w2, w3, 16, 1);
    QUAD(w1, w2, w3, w0, 20, 1);
    QUAD(w2, w3, w0, w1, 24, 1);
    QUAD(w3, w0, w1, w2, 28, 1);
    QUAD(w0, w1, w2, w3, 32, 1);
    QUAD(w1, w2, w3, w0, 36, 1);
    QUAD(w2, w3, w0, w1, 40, 1);
    QUAD(w3, w0, w1, w2, 44, 1);
    QUAD(w0, w1, w2, w3, 48, 0);
    QUAD(w1, w2, w3, w0, 52, 0);
    QUAD(w2, w3, w0, w1, 56, 0);
    QUAD(w3, w0, w1, w2, 60, 0);
    abef = _mm_add_epi32(abef, old_abef);
    cdgh = _mm_add_epi32(cdgh, old_cdgh);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#define HAS_VECTORS 1
#define HAS_INSTRUCTIONS 1

#elif defined(__aarch64__)
#include <arm_neon.h>

#if defined(__clang__)
#define SHA2 __attribute__((target("sha2")))
#else
#define SHA2 __attribute__((target("+crypto")))
#endif

// Four rounds with the sums, then, where `more` is set, the four words that follow those in
// `a`, `b`, `c` and `d` take the place of `a`.
#define QUAD(a, b, c, d, round, more)                               \
  do {                                                              \
    uint32x4_t sum = vaddq_u32(a, vld1q_u32(constants + (round)));  \
    uint32x4_t before = abcd;                                       \
    abcd = vsha256hq_u32(abcd, efgh, sum);                          \
    efgh = vsha256h2q_u32(efgh, before, sum);                       \
    if (more) a = vsha256su1q_u32(vsha256su0q_u32(a, b), c, d);     \
  } while (0)

SHA2 static void compress_by_instructions(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; blocks; blocks--, bytes += 64) {
    const uint32x4_t old_abcd = abcd, old_efgh = efgh;
    uint32x4_t w0 = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes)));
    uint32x4_t w1 = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16)));
    uint32x4_t w2 = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 32)));
    uint32x4_t w3 = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 48)));
    QUAD(w0, w1, w2, w3, 0, 1);
    QUAD(w1, w2, w3, w0, 4, 1);
    QUAD(w2, w3, w0, w1, 8, 1);
    QUAD(w3, w0, w1, w2, 12, 1);
    QUAD(w0, w1, w2, w3, 16, 1);
    QUAD(w1, w2, w3, w0, 20, 1);
    QUAD(w2, w3, w0, w1, 24, 1);
    QUAD(w3, w0, w1, w2, 28, 1);
    QUAD(w0, w1, w2, w3, 32, 1);
    QUAD(w1, w2, w3, w0, 36, 1);
    QUAD(w2, w3, w0, w1, 40, 1);
    QUAD(w3, w0, w1, w2, 44, 1);
    QUAD(w0, w1, w2, w3, 48, 0);
    QUAD(w1, w2, w3, w0, 52, 0);
    QUAD(w2, w3, w0, w1, 56, 0);
    QUAD(w3, w0, w1, w2, 60, 0);
    abcd = vaddq_u32(abcd, old_abcd);
    efgh = vaddq_u32(efgh, old_efgh);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

#define HAS_INSTRUCTIONS 1

#endif

static compression *compression_of(ia_sha_path path) {
#if defined(HAS_INSTRUCTIONS)
  if (path == ia_sha_instructions) return compress_by_instructions;
#endif
#if defined(HAS_VECTORS)
  if (path == ia_sha_vectors) return compress_by_vectors;
#endif
  (void)path;
  return compress_portably;
}

int ia_sha256_has(ia_sha_path path) {
  switch (path) {
    case ia_sha_portable: return 1;
    case ia_sha_vectors: return (ia_processor_features() & ia_processor_avx2) != 0;
    case ia_sha_instructions: return (ia_processor_features() & ia_processor_sha256) != 0;
  }
  return 0;
}

ia_sha_path ia_sha256_fastest(void) {
  if (ia_sha256_has(ia_sha_instructions)) return ia_sha_instructions;
  return ia_sha256_has(ia_sha_vectors) ? ia_sha_vectors : ia_sha_portable;
}

void ia_sha256_start(ia_sha256 *hash, ia_sha_path path) {
  // The first 32 bits of the fractional parts of the square roots of the first eight primes.
  static const uint32_t start[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  hash->count = 0;
  memcpy(hash->state, start, sizeof start);
  hash->path = path;
}

void ia_sha256_update(ia_sha256 *hash, const void *bytes, size_t count) {
  if (!count) return;
  const uint8_t *at = bytes;
  compression *compress = compression_of(hash->path);
  size_t used = hash->count % 64;
  hash->count += count;
  if (used) {
    size_t taken = count < 64 - used ? count : 64 - used;
    memcpy(hash->rest + used, at, taken);
    if (used + taken < 64) return;
    compress(hash->state, hash->rest, 1);
    at += taken;
    count -= taken;
  }
  if (count >= 64) compress(hash->state, at, count / 64);
  memcpy(hash->rest, at + count / 64 * 64, count % 64);
}

void ia_sha256_finish(const ia_sha256 *hash, uint64_t words[4]) {
  // The rest, a bit of 1, zeros, and the length in bits fill one block or two.
  uint8_t last[128] = {0};
  size_t used = hash->count % 64, end = used < 56 ? 64 : 128;
  memcpy(last, hash->rest, used);
  last[used] = 0x80;
  uint64_t bits = hash->count << 3;
  for (size_t i = 1; i <= 8; i++, bits >>= 8) last[end - i] = (uint8_t)bits;
  uint32_t state[8];
  memcpy(state, hash->state, sizeof state);
  compression_of(hash->path)(state, last, end / 64);
  for (int i = 0; i < 4; i++) words[i] = (uint64_t)state[2 * i] << 32 | state[2 * i + 1];
}
