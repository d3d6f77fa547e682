// SHA-512: FIPS 180-4, sections 4.1.3, 4.2.3, 5.3.5 and 6.4.

#include "ia_sha.h"
#include "processor.h"

#include <string.h>

// The first 64 bits of the fractional parts of the cube roots of the first 80 primes.
static const uint64_t constants[80] __attribute__((aligned(64))) = {
    0x428A2F98D728AE22, 0x7137449123EF65CD, 0xB5C0FBCFEC4D3B2F, 0xE9B5DBA58189DBBC,
    0x3956C25BF348B538, 0x59F111F1B605D019, 0x923F82A4AF194F9B, 0xAB1C5ED5DA6D8118,
    0xD807AA98A3030242, 0x12835B0145706FBE, 0x243185BE4EE4B28C, 0x550C7DC3D5FFB4E2,
    0x72BE5D74F27B896F, 0x80DEB1FE3B1696B1, 0x9BDC06A725C71235, 0xC19BF174CF692694,
    0xE49B69C19EF14AD2, 0xEFBE4786384F25E3, 0x0FC19DC68B8CD5B5, 0x240CA1CC77AC9C65,
    0x2DE92C6F592B0275, 0x4A7484AA6EA6E483, 0x5CB0A9DCBD41FBD4, 0x76F988DA831153B5,
    0x983E5152EE66DFAB, 0xA831C66D2DB43210, 0xB00327C898FB213F, 0xBF597FC7BEEF0EE4,
    0xC6E00BF33DA88FC2, 0xD5A79147930AA725, 0x06CA6351E003826F, 0x142929670A0E6E70,
    0x27B70A8546D22FFC, 0x2E1B21385C26C926, 0x4D2C6DFC5AC42AED, 0x53380D139D95B3DF,
    0x650A73548BAF63DE, 0x766A0ABB3C77B2A8, 0x81C2C92E47EDAEE6, 0x92722C851482353B,
    0xA2BFE8A14CF10364, 0xA81A664BBC423001, 0xC24B8B70D0F89791, 0xC76C51A30654BE30,
    0xD192E819D6EF5218, 0xD69906245565A910, 0xF40E35855771202A, 0x106AA07032BBD1B8,
    0x19A4C116B8D2D0C8, 0x1E376C085141AB53, 0x2748774CDF8EEB99, 0x34B0BCB5E19B48A8,
    0x391C0CB3C5C95A63, 0x4ED8AA4AE3418ACB, 0x5B9CCA4F7763E373, 0x682E6FF3D6B2B8A3,
    0x748F82EE5DEFB2FC, 0x78A5636F43172F60, 0x84C87814A1F0AB72, 0x8CC702081A6439EC,
    0x90BEFFFA23631E28, 0xA4506CEBDE82BDE9, 0xBEF9A3F7B2C67915, 0xC67178F2E372532B,
    0xCA273ECEEA26619C, 0xD186B8C721C0C207, 0xEADA7DD6CDE0EB1E, 0xF57D4F7FEE6ED178,
    0x06F067AA72176FBA, 0x0A637DC5A2C898A6, 0x113F9804BEF90DAE, 0x1B710B35131C471B,
    0x28DB77F523047D84, 0x32CAAB7B40C72493, 0x3C9EBE0A15C9BEBC, 0x431D67C49C100D4C,
    0x4CC5D4BECB3E42B6, 0x597F299CFC657E2A, 0x5FCB6FAB3AD6FAEC, 0x6C44198C4A475817};

// Compresses `blocks` blocks of 128 bytes into the state.
typedef void compression(uint64_t state[8], const uint8_t *bytes, size_t blocks);

static inline uint64_t rotated(uint64_t x, int count) { return x >> count | x << (64 - count); }

static inline uint64_t big_endian(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

// One round. `sum` is a word of the message schedule plus its constant. `b_c` is b ^ c, which is
// a ^ b of the round before: Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)).
#define ROUND(a, b, c, d, e, f, g, h, sum)                                               \
  do {                                                                                   \
    h += (sum) + (g ^ (e & (f ^ g))) + (rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41)); \
    d += h;                                                                              \
    uint64_t a_b = a ^ b;                                                                \
    h += (b ^ (a_b & b_c)) + (rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39));         \
    b_c = a_b;                                                                           \
  } while (0)

// Rounds 0 to 79 with the sums of message schedule and constants. Each pair of words of sums is
// followed by `skipped` words that belong to another block.
__attribute__((always_inline)) static inline void all_rounds(
    uint64_t state[8], const uint64_t *sums, size_t skipped) {
  uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint64_t e = state[4], f = state[5], g = state[6], h = state[7];
  uint64_t b_c = b ^ c;
  const size_t pair = 2 + skipped;
  for (int i = 0; i < 10; i++, sums += 4 * pair) {
    ROUND(a, b, c, d, e, f, g, h, sums[0]);
    ROUND(h, a, b, c, d, e, f, g, sums[1]);
    ROUND(g, h, a, b, c, d, e, f, sums[pair]);
    ROUND(f, g, h, a, b, c, d, e, sums[pair + 1]);
    ROUND(e, f, g, h, a, b, c, d, sums[2 * pair]);
    ROUND(d, e, f, g, h, a, b, c, sums[2 * pair + 1]);
    ROUND(c, d, e, f, g, h, a, b, sums[3 * pair]);
    ROUND(b, c, d, e, f, g, h, a, sums[3 * pair + 1]);
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

static void compress_portably(uint64_t state[8], const uint8_t *bytes, size_t blocks) {
  uint64_t words[80], sums[80];
  for (; blocks; blocks--, bytes += 128) {
    for (int i = 0; i < 16; i++) words[i] = big_endian(bytes + 8 * i);
    for (int i = 16; i < 80; i++) {
      uint64_t far = words[i - 15], near = words[i - 2];
      words[i] = words[i - 16] + words[i - 7]
          + (rotated(far, 1) ^ rotated(far, 8) ^ far >> 7)
          + (rotated(near, 19) ^ rotated(near, 61) ^ near >> 6);
    }
    for (int i = 0; i < 80; i++) sums[i] = words[i] + constants[i];
    all_rounds(state, sums, 0);
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi2")))

AVX2 static inline __m256i rotated_4(__m256i x, int count) {
  return _mm256_or_si256(_mm256_srli_epi64(x, count), _mm256_slli_epi64(x, 64 - count));
}

AVX2 static inline __m256i far_4(__m256i x) {
  return _mm256_xor_si256(
      _mm256_xor_si256(rotated_4(x, 1), rotated_4(x, 8)), _mm256_srli_epi64(x, 7));
}

AVX2 static inline __m256i near_4(__m256i x) {
  return _mm256_xor_si256(
      _mm256_xor_si256(rotated_4(x, 19), rotated_4(x, 61)), _mm256_srli_epi64(x, 6));
}

// Each vector has two words of one block in its lower half and two of the next in its upper.
AVX2 static void compress_by_vectors(uint64_t state[8], const uint8_t *bytes, size_t blocks) {
  const __m256i swap = _mm256_broadcastsi128_si256(
      _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  uint64_t sums[160] __attribute__((aligned(32)));
  while (blocks) {
    // An odd last block takes the place of both.
    const uint8_t *second = bytes + (blocks > 1 ? 128 : 0);
    __m256i words[40];
    for (int i = 0; i < 8; i++)
      words[i] = _mm256_shuffle_epi8(
          _mm256_inserti128_si256(
              _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(bytes + 16 * i))),
              _mm_loadu_si128((const __m128i *)(second + 16 * i)), 1),
          swap);
    for (int i = 8; i < 40; i++)
      words[i] = _mm256_add_epi64(
          _mm256_add_epi64(
              _mm256_add_epi64(
                  words[i - 8], far_4(_mm256_alignr_epi8(words[i - 7], words[i - 8], 8))),
              _mm256_alignr_epi8(words[i - 3], words[i - 4], 8)),
          near_4(words[i - 1]));
    for (int i = 0; i < 40; i++)
      _mm256_store_si256(
          (__m256i *)(sums + 4 * i),
          _mm256_add_epi64(
              words[i],
              _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)(constants + 2 * i)))));
    all_rounds(state, sums, 2);
    if (blocks == 1) return;
    all_rounds(state, sums + 2, 2);
    bytes += 256;
    blocks -= 2;
  }
}

#define HAS_VECTORS 1

#elif defined(__aarch64__)
#include <arm_neon.h>

#if defined(__clang__)
#define SHA3 __attribute__((target("sha3")))
#else
#define SHA3 __attribute__((target("arch=armv8.2-a+sha3")))
#endif

// Two rounds. `sum` has two words of the message schedule plus their constants.
#define PAIR(ab, cd, ef, gh, sum)                                                         \
  do {                                                                                    \
    uint64x2_t swapped = vaddq_u64(vextq_u64(sum, sum, 1), gh);                           \
    uint64x2_t middle = vsha512hq_u64(swapped, vextq_u64(ef, gh, 1), vextq_u64(cd, ef, 1)); \
    gh = vsha512h2q_u64(middle, cd, ab);                                                  \
    cd = vaddq_u64(cd, middle);                                                           \
  } while (0)

SHA3 static void compress_by_instructions(uint64_t state[8], const uint8_t *bytes, size_t blocks) {
  uint64x2_t ab = vld1q_u64(state), cd = vld1q_u64(state + 2);
  uint64x2_t ef = vld1q_u64(state + 4), gh = vld1q_u64(state + 6);
  for (; blocks; blocks--, bytes += 128) {
    const uint64x2_t old_ab = ab, old_cd = cd, old_ef = ef, old_gh = gh;
    uint64x2_t words[8];
    for (int i = 0; i < 8; i++)
      words[i] = vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(bytes + 16 * i)));
    for (int i = 0; i < 40; i += 4) {
      // Four pairs bring the names of the state back to where they were.
      uint64x2_t sums[4];
      for (int j = 0; j < 4; j++) {
        const int at = (i + j) % 8;
        sums[j] = vaddq_u64(words[at], vld1q_u64(constants + 2 * (i + j)));
        if (i < 32)
          words[at] = vsha512su1q_u64(
              vsha512su0q_u64(words[at], words[(at + 1) % 8]), words[(at + 7) % 8],
              vextq_u64(words[(at + 4) % 8], words[(at + 5) % 8], 1));
      }
      PAIR(ab, cd, ef, gh, sums[0]);
      PAIR(gh, ab, cd, ef, sums[1]);
      PAIR(ef, gh, ab, cd, sums[2]);
      PAIR(cd, ef, gh, ab, sums[3]);
    }
    ab = vaddq_u64(ab, old_ab);
    cd = vaddq_u64(cd, old_cd);
    ef = vaddq_u64(ef, old_ef);
    gh = vaddq_u64(gh, old_gh);
  }
  vst1q_u64(state, ab);
  vst1q_u64(state + 2, cd);
  vst1q_u64(state + 4, ef);
  vst1q_u64(state + 6, gh);
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

int ia_sha512_has(ia_sha_path path) {
  switch (path) {
    case ia_sha_portable: return 1;
    case ia_sha_vectors: return (ia_processor_features() & ia_processor_avx2) != 0;
    case ia_sha_instructions: return (ia_processor_features() & ia_processor_sha512) != 0;
  }
  return 0;
}

ia_sha_path ia_sha512_fastest(void) {
  if (ia_sha512_has(ia_sha_instructions)) return ia_sha_instructions;
  return ia_sha512_has(ia_sha_vectors) ? ia_sha_vectors : ia_sha_portable;
}

void ia_sha512_start(ia_sha512 *hash, ia_sha_path path) {
  // The first 64 bits of the fractional parts of the square roots of the first eight primes.
  static const uint64_t start[8] = {
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179};
  hash->count = 0;
  memcpy(hash->state, start, sizeof start);
  hash->path = path;
}

void ia_sha512_update(ia_sha512 *hash, const void *bytes, size_t count) {
  if (!count) return;
  const uint8_t *at = bytes;
  compression *compress = compression_of(hash->path);
  size_t used = hash->count % 128;
  hash->count += count;
  if (used) {
    size_t taken = count < 128 - used ? count : 128 - used;
    memcpy(hash->rest + used, at, taken);
    if (used + taken < 128) return;
    compress(hash->state, hash->rest, 1);
    at += taken;
    count -= taken;
  }
  if (count >= 128) compress(hash->state, at, count / 128);
  memcpy(hash->rest, at + count / 128 * 128, count % 128);
}

void ia_sha512_finish(const ia_sha512 *hash, uint64_t words[8]) {
  // The rest, a bit of 1, zeros, and the length in bits (128 of them) fill one block or two.
  uint8_t last[256] = {0};
  size_t used = hash->count % 128, end = used < 112 ? 128 : 256;
  memcpy(last, hash->rest, used);
  last[used] = 0x80;
  uint64_t bits = hash->count << 3;
  for (size_t i = 1; i <= 8; i++, bits >>= 8) last[end - i] = (uint8_t)bits;
  last[end - 9] = (uint8_t)(hash->count >> 61);
  uint64_t state[8];
  memcpy(state, hash->state, sizeof state);
  compression_of(hash->path)(state, last, end / 128);
  memcpy(words, state, sizeof state);
}
