#include "ia_units.h"

#include <string.h>

// Vectors of sixteen bytes: every 64-bit machine of x86 and ARM has them, and the compiler makes
// others of what there is.
typedef uint16_t units8 __attribute__((vector_size(16)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));
#ifdef __SSE2__
typedef char char16 __attribute__((vector_size(16)));
typedef short short8 __attribute__((vector_size(16)));
#elif defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>
#define USES_NEON 1
#else
#define USES_NO_INSTRUCTIONS 1
typedef uint16_t units16 __attribute__((vector_size(32)));
#endif

static inline units8 load(const uint16_t *from) {
  units8 units;
  memcpy(&units, from, sizeof units);
  return units;
}

// The low bytes of eight units, or all ones for each that a comparison holds for; the first lowest.
static inline uint64_t narrowed(units8 units) {
  bytes8 bytes = __builtin_convertvector(units, bytes8);
  uint64_t word;
  memcpy(&word, &bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

// Which of the first `count` of eight lanes is the first that is marked; `count` for none.
static inline size_t first_marked(uint64_t marks, size_t count) {
  if (count < 8) marks &= ((uint64_t)1 << (8 * count)) - 1;
  return marks ? (size_t)__builtin_ctzll(marks) / 8 : count;
}

static inline units8 not_printable(units8 units) { return (units8)(units - 0x20 > 0x5E); }

static inline units8 not_ordinary(units8 units, uint16_t other) {
  return (not_printable(units) & (units8)(units - 0xA0 >= 0xD800 - 0xA0))
      | (units8)(units == other);
}

static inline units8 not_settled(units8 units) {
  return (units8)(units == 0x0D) | (units8)(units == 0x2029) | (units8)((units & 0xF800) == 0xD800);
}

static inline units8 not_short(units8 units, uint16_t first, uint16_t second, uint16_t third) {
  return (not_printable(units) & (units8)(units - 0xA1 >= 0x800 - 0xA1))
      | (units8)(units == first) | (units8)(units == second) | (units8)(units == third)
      | (units8)(units == 0xAD);
}

// The same sixteen at a time.
static inline bytes16 load_bytes(const uint8_t *from) {
  bytes16 bytes;
  memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

#ifdef USES_NO_INSTRUCTIONS
// The low bytes of sixteen units.
static inline bytes16 low_bytes(units8 low, units8 high) {
  units16 both = __builtin_shufflevector(
      low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_convertvector(both, bytes16);
}
#endif

// Sixteen units as bytes: those below U+0080 as they are, and no other as one of these or as 0x7F.
static inline bytes16 saturated(const uint16_t *units) {
  units8 low = load(units), high = load(units + 8);
#ifdef __SSE2__
  // Units are taken as signed: those from 0x8000 on become 0, others above 0xFF all ones.
  return (bytes16)__builtin_ia32_packuswb128((short8)low, (short8)high);
#elif defined(USES_NEON)
  return (bytes16)vqmovn_high_u16(vqmovn_u16((uint16x8_t)low), (uint16x8_t)high);
#else
  return low_bytes(low | (units8)(low > 0xFF), high | (units8)(high > 0xFF));
#endif
}

// Sixteen lanes of which each is all ones or none, as bytes.
static inline bytes16 joined(units8 low, units8 high) {
#ifdef __SSE2__
  return (bytes16)__builtin_ia32_packsswb128((short8)low, (short8)high);
#elif defined(USES_NEON)
  return (bytes16)vuzp1q_u8((uint8x16_t)low, (uint8x16_t)high);
#else
  return low_bytes(low, high);
#endif
}

static inline bytes16 not_plain(
    bytes16 bytes, uint8_t first, uint8_t second, uint8_t third) {
  return (bytes16)(bytes - 0x20 > 0x5E) | (bytes16)(bytes == first) | (bytes16)(bytes == second)
      | (bytes16)(bytes == third);
}

// Which of sixteen lanes is the first that is marked by all ones; 16 for none.
static inline size_t first_marked16(bytes16 marks) {
#ifdef __SSE2__
  return (size_t)__builtin_ctz((unsigned)__builtin_ia32_pmovmskb128((char16)marks) | 0x10000);
#elif defined(USES_NEON)
  // Four bits of each lane.
  uint8x8_t nibbles = vshrn_n_u16((uint16x8_t)marks, 4);
  uint64_t word = vget_lane_u64(vreinterpret_u64_u8(nibbles), 0);
  return word ? (size_t)__builtin_ctzll(word) / 4 : 16;
#else
  uint64_t words[2];
  memcpy(words, &marks, sizeof words);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  for (int i = 0; i < 2; i++) words[i] = __builtin_bswap64(words[i]);
#endif
  if (words[0]) return (size_t)__builtin_ctzll(words[0]) / 8;
  return words[1] ? 8 + (size_t)__builtin_ctzll(words[1]) / 8 : 16;
#endif
}

// Returns the first unit that an expression of `these` marks: sixteen at a time, then the last eight,
// of which some were looked at already. Copies fewer than eight that nothing readable follows.
#define RETURN_FIRST_MARKED(marks_of)                                                  \
  size_t at = 0;                                                                       \
  units8 these;                                                                        \
  for (; at + 16 <= count; at += 16) {                                                 \
    these = load(units + at);                                                          \
    units8 low = marks_of;                                                             \
    these = load(units + at + 8);                                                      \
    size_t kept = first_marked16(joined(low, marks_of));                               \
    if (kept < 16) return at + kept;                                                   \
  }                                                                                    \
  for (; at < count && count >= 8; at += 8) {                                          \
    size_t block = at + 8 <= count ? at : count - 8;                                   \
    these = load(units + block);                                                       \
    uint64_t marks = narrowed(marks_of);                                               \
    if (marks) return block + first_marked(marks, 8);                                  \
  }                                                                                    \
  if (at >= count) return count;                                                       \
  uint16_t few[8] = {0};                                                               \
  memcpy(few, units, count * sizeof *few);                                             \
  these = load(few);                                                                   \
  return first_marked(narrowed(marks_of), count);

size_t ia_units_printable(const uint16_t *units, size_t count) {
  for (size_t at = 0; at < count && count >= 16; at += 16) {
    size_t block = at + 16 <= count ? at : count - 16;
    size_t kept = first_marked16((bytes16)(saturated(units + block) - 0x20 > 0x5E));
    if (kept < 16) return block + kept;
  }
  if (count >= 16) return count;
  RETURN_FIRST_MARKED(not_printable(these))
}

size_t ia_units_ordinary(const uint16_t *units, size_t count, uint16_t other) {
  RETURN_FIRST_MARKED(not_ordinary(these, other))
}

size_t ia_units_other(const uint16_t *units, size_t count, uint16_t unit) {
  RETURN_FIRST_MARKED((units8)(these == unit))
}

size_t ia_units_copy_ascii(const uint16_t *units, size_t count, uint8_t *bytes) {
  size_t at = 0;
  for (; at + 16 <= count; at += 16) {
    units8 others = (load(units + at) | load(units + at + 8)) & 0xFF80;
    if (first_marked16((bytes16)(others != 0)) < 16) break;
    bytes16 these = saturated(units + at);
    memcpy(bytes + at, &these, sizeof these);
  }
  for (; at < count && units[at] < 0x80; at++) bytes[at] = (uint8_t)units[at];
  return at;
}

size_t ia_units_settled(const uint16_t *units, size_t count) {
  RETURN_FIRST_MARKED(not_settled(these))
}

static inline uint8_t *put_latin1(uint8_t byte, uint8_t *out) {
  // Two bytes are stored each time and one may be stored over, as in `ia_units_copy_short`.
  out[0] = byte < 0x80 ? byte : (uint8_t)(0xC0 | byte >> 6);
  out[1] = 0x80 | (byte & 0x3F);
  return out + 1 + (byte >> 7);
}

size_t ia_bytes_utf8(const uint8_t *bytes, size_t count, uint8_t *output) {
  uint8_t *out = output;
  size_t at = 0;
  for (; at + 16 <= count; at += 16) {
    bytes16 these = load_bytes(bytes + at);
    if (first_marked16((bytes16)(these > 0x7F)) == 16) {
      memcpy(out, &these, sizeof these);
      out += sizeof these;
    } else {
      for (int lane = 0; lane < 16; lane++) out = put_latin1(bytes[at + lane], out);
    }
  }
  for (; at < count; at++) out = put_latin1(bytes[at], out);
  return (size_t)(out - output);
}

size_t ia_bytes_without(const uint8_t *bytes, size_t count, uint32_t others) {
  uint8_t first = others, second = others >> 8, third = others >> 16, fourth = others >> 24;
  size_t at = 0;
  for (; at + 16 <= count; at += 16) {
    bytes16 these = load_bytes(bytes + at);
    size_t kept = first_marked16(
        (bytes16)(these == first) | (bytes16)(these == second) | (bytes16)(these == third)
        | (bytes16)(these == fourth));
    if (kept < 16) return at + kept;
  }
  while (at < count && bytes[at] != first && bytes[at] != second && bytes[at] != third
         && bytes[at] != fourth)
    at++;
  return at;
}

size_t ia_bytes_line(const uint8_t *bytes, size_t count) {
  size_t at = 0;
  for (; at + 16 <= count; at += 16) {
    bytes16 these = load_bytes(bytes + at);
    size_t kept = first_marked16((bytes16)(these == 0x0A) | (bytes16)(these == 0x0D));
    if (kept < 16) return at + kept;
  }
  while (at < count && bytes[at] != 0x0A && bytes[at] != 0x0D) at++;
  return at;
}

size_t ia_units_copy_plain(
    const uint16_t *units, size_t count, size_t readable, uint8_t *bytes, uint8_t first,
    uint8_t second, uint8_t third) {
  for (size_t at = 0; at < count; at += 16) {
    uint16_t few[16] = {0};
    const uint16_t *from = units + at;
    if (readable - at < 16) {
      memcpy(few, from, (count - at < 16 ? count - at : 16) * sizeof *few);
      from = few;
    }
    bytes16 these = saturated(from);
    memcpy(bytes + at, &these, sizeof these);
    size_t kept = first_marked16(not_plain(these, first, second, third));
    if (kept < 16) return at + kept < count ? at + kept : count;
  }
  return count;
}

size_t ia_units_copy_short(
    const uint16_t *units, size_t count, size_t readable, uint8_t *bytes, uint8_t first,
    uint8_t second, uint8_t third, size_t *written) {
  uint8_t *out = bytes;
  size_t at = 0;
  while (at < count) {
    size_t taken = count - at < 8 ? count - at : 8;
    uint16_t few[8] = {0};
    const uint16_t *from = units + at;
    if (readable - at < 8) {
      memcpy(few, from, taken * sizeof *few);
      from = few;
    }
    units8 these = load(from);
    size_t kept = first_marked(narrowed(not_short(these, first, second, third)), taken);
    units8 isLong = (units8)(these >= 0x80);
    units8 pairs = 0x80C0 | these >> 6 | (these & 0x3F) << 8;
    pairs = (pairs & isLong) | (these & ~isLong);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    pairs = pairs << 8 | pairs >> 8;
#endif
    uint16_t lanes[8];
    memcpy(lanes, &pairs, sizeof lanes);
    // Two bytes are stored each time and one may be stored over: alphabets change with spaces too
    // often for branches to be foretold.
    if (kept == 8) {
      uint64_t lengths = narrowed(isLong) & 0x0101010101010101;
      for (int lane = 0; lane < 8; lane++, lengths >>= 8) {
        memcpy(out, &lanes[lane], 2);
        out += 1 + (lengths & 1);
      }
    } else {
      for (size_t lane = 0; lane < kept; lane++) {
        memcpy(out, &lanes[lane], 2);
        out += from[lane] < 0x80 ? 1 : 2;
      }
    }
    at += kept;
    if (kept < taken) break;
  }
  *written = (size_t)(out - bytes);
  return at;
}

size_t ia_bytes_plain(
    const uint8_t *bytes, size_t count, uint8_t first, uint8_t second, uint8_t third) {
  if (count >= 16) {
    for (size_t at = 0; at < count; at += 16) {
      size_t block = at + 16 <= count ? at : count - 16;
      size_t kept = first_marked16(not_plain(load_bytes(bytes + block), first, second, third));
      if (kept < 16) return block + kept;
    }
    return count;
  }
  uint8_t few[16] = {0};
  memcpy(few, bytes, count);
  size_t kept = first_marked16(not_plain(load_bytes(few), first, second, third));
  return kept < count ? kept : count;
}

static inline void widen_eight(const uint8_t *bytes, uint16_t *units) {
  bytes8 these;
  memcpy(&these, bytes, sizeof these);
  units8 wide = __builtin_convertvector(these, units8);
  memcpy(units, &wide, sizeof wide);
}

void ia_bytes_widen(const uint8_t *restrict bytes, size_t count, uint16_t *restrict units) {
  if (count < 8) {
    for (size_t at = 0; at < count; at++) units[at] = bytes[at];
    return;
  }
  // The last eight are there already, or some of them.
  for (size_t at = 0; at + 8 < count; at += 8) widen_eight(bytes + at, units + at);
  widen_eight(bytes + count - 8, units + count - 8);
}

// A text that is being hashed.
typedef struct {
  const uint16_t *at, *end;
  uint64_t hash;
  size_t number;
} chain;

static const uint64_t prime = 0x00000100000001B3, offset_basis = 0xCBF29CE484222325;

static inline uint64_t hashed(uint64_t hash, uint16_t unit) {
  return ((hash ^ (unit & 0xFF)) * prime ^ unit >> 8) * prime;
}

// As many steps of four texts: each multiplication waits for the one before it, but not for those
// of the others. A high byte of 0 changes nothing before its multiplication.
static void hash_four(chain *chains, size_t steps) {
  const uint16_t *a = chains[0].at, *b = chains[1].at, *c = chains[2].at, *d = chains[3].at;
  uint64_t e = chains[0].hash, f = chains[1].hash, g = chains[2].hash, h = chains[3].hash;
  for (size_t i = 0; i < steps; i++) {
    if ((a[i] | b[i] | c[i] | d[i]) < 0x100) {
      e = (e ^ a[i]) * (prime * prime);
      f = (f ^ b[i]) * (prime * prime);
      g = (g ^ c[i]) * (prime * prime);
      h = (h ^ d[i]) * (prime * prime);
    } else {
      e = hashed(e, a[i]);
      f = hashed(f, b[i]);
      g = hashed(g, c[i]);
      h = hashed(h, d[i]);
    }
  }
  const uint64_t hashes[] = {e, f, g, h};
  for (int i = 0; i < 4; i++) {
    chains[i].hash = hashes[i];
    chains[i].at += steps;
  }
}

void ia_units_hash(
    const uint16_t *units, const size_t *starts, const size_t *ends, size_t count,
    uint64_t *hashes) {
  chain chains[4];
  size_t open = 0, next = 0;
  for (;;) {
    for (; open < 4 && next < count; next++, open++)
      chains[open] = (chain){units + starts[next], units + ends[next], offset_basis, next};
    if (open < 4) break;
    size_t steps = (size_t)(chains[0].end - chains[0].at);
    for (int i = 1; i < 4; i++) {
      size_t rest = (size_t)(chains[i].end - chains[i].at);
      if (rest < steps) steps = rest;
    }
    hash_four(chains, steps);
    for (size_t i = 0; i < open;) {
      if (chains[i].at < chains[i].end) {
        i++;
      } else {
        hashes[chains[i].number] = chains[i].hash;
        chains[i] = chains[--open];
      }
    }
  }
  for (size_t i = 0; i < open; i++) {
    uint64_t hash = chains[i].hash;
    for (const uint16_t *at = chains[i].at; at < chains[i].end; at++)
      hash = *at < 0x100 ? (hash ^ *at) * (prime * prime) : hashed(hash, *at);
    hashes[chains[i].number] = hash;
  }
}
