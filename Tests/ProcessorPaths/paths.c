// Runs the C targets that have paths for certain processors on the same random input, and prints a
// digest of each function's results. Scripts/arm-paths compares what builds for several processors
// print. Lines that begin with # name the paths that ran.
//
// A function whose result is simple is also compared with a plain loop here; a difference ends the
// program with status 1.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blending.h"
#include "ia_checksum.h"
#include "ia_galois.h"
#include "ia_sha.h"
#include "ia_units.h"

static uint64_t seed = 1;

// SplitMix64: S. Vigna, public domain algorithm.
static uint64_t next_random(void) {
  uint64_t z = seed += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

static size_t below(size_t bound) { return next_random() % bound; }

// FNV-1a of all results of a function.
static uint64_t digest;

static void restart(uint64_t start) {
  seed = start;
  digest = 0xCBF29CE484222325;
}

static void note(const void *bytes, size_t count) {
  const uint8_t *at = bytes;
  for (size_t i = 0; i < count; i++) digest = (digest ^ at[i]) * 0x100000001B3;
}

static void note_number(uint64_t number) { note(&number, sizeof number); }

static void print(const char *name) { printf("%-24s %016llx\n", name, (unsigned long long)digest); }

static void require(int condition, const char *what) {
  if (condition) return;
  printf("wrong: %s\n", what);
  exit(1);
}

enum { longest = 700, rounds = 20000 };

static void hash(void) {
  static const char *names[] = {"portable", "vectors", "instructions"};
  uint8_t bytes[longest];
  for (int bits = 256; bits <= 512; bits += 256) {
    uint64_t first = 0;
    for (ia_sha_path path = ia_sha_portable; path <= ia_sha_instructions; path++) {
      if (!(bits == 256 ? ia_sha256_has(path) : ia_sha512_has(path))) continue;
      printf("# sha%d %s\n", bits, names[path]);
      restart((uint64_t)bits);
      for (int round = 0; round < rounds / 4; round++) {
        ia_sha256 small;
        ia_sha512 large;
        ia_sha256_start(&small, bits == 256 ? path : ia_sha_portable);
        ia_sha512_start(&large, bits == 512 ? path : ia_sha_portable);
        for (size_t parts = below(4); parts; parts--) {
          size_t count = below(longest);
          for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)next_random();
          if (bits == 256) ia_sha256_update(&small, bytes, count);
          else ia_sha512_update(&large, bytes, count);
        }
        uint64_t words[8] = {0};
        if (bits == 256) ia_sha256_finish(&small, words);
        else ia_sha512_finish(&large, words);
        note(words, sizeof words);
      }
      if (path == ia_sha_portable) first = digest;
      require(digest == first, "a path of SHA");
    }
    print(bits == 256 ? "sha256" : "sha512");
  }
}

static void checksum(void) {
  uint8_t bytes[longest];
  if (ia_crc32c_is_available()) puts("# crc32c instruction");
  restart(32);
  for (int round = 0; round < rounds; round++) {
    size_t count = below(longest);
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)next_random();
    uint32_t state = (uint32_t)next_random(), plain = state;
    for (size_t i = 0; i < count; i++) {
      plain ^= bytes[i];
      for (int bit = 0; bit < 8; bit++) plain = plain >> 1 ^ (plain & 1 ? 0x82F63B78 : 0);
    }
    if (ia_crc32c_is_available())
      require(ia_crc32c_update(state, bytes, count) == plain, "CRC-32C");
    note_number(plain);
  }
  print("crc32c");
}

static void galois(void) {
  uint8_t target[longest], source[longest], plain[longest], tables[32];
  restart(256);
  for (int round = 0; round < rounds; round++) {
    size_t count = below(longest), start = below(17);
    if (start > count) start = count;
    for (int i = 0; i < 32; i++) tables[i] = (uint8_t)next_random();
    for (size_t i = 0; i < count; i++) {
      source[i] = (uint8_t)next_random();
      target[i] = (uint8_t)next_random();
      plain[i] = target[i];
      if (i >= start) plain[i] ^= tables[source[i] & 15] ^ tables[16 + (source[i] >> 4)];
    }
    ia_galois_multiply_add(target + start, source + start, count - start, tables);
    require(!memcmp(target, plain, count), "a product in GF(256)");
    note(target, count);
  }
  print("galois");
}

// Fills units of one alphabet, some of them others.
static void random_units(uint16_t *units, size_t count) {
  static const uint16_t starts[] = {0x20, 0x61, 0xA0, 0x400, 0x2000, 0x4E00, 0xD7F0, 0xFFE0};
  uint16_t start = starts[below(8)];
  size_t often = 1 + below(60);
  for (size_t i = 0; i < count; i++)
    units[i] = below(often) ? (uint16_t)(start + below(26)) : (uint16_t)next_random();
  for (size_t i = 0; i < count; i++)
    if (!below(often * 4)) units[i] = "\r\n&<>\"[]"[below(8)];
}

// Rows of GF(2^16) on each path, and transforms there and back.
static void field16(void) {
  static const char *names[] = {"portable", "ssse3", "avx2", "neon"};
  ia_field16 *field = malloc(sizeof *field);
  ia_field16_prepare(field);
  uint64_t first = 0;
  for (ia_field16_path path = ia_field16_portable; path <= ia_field16_neon; path++) {
    if (!ia_field16_has(path)) continue;
    printf("# field16 %s\n", names[path]);
    restart(6);
    for (int round = 0; round < rounds / 100; round++) {
      enum { bits = 4, width = 192, room = width << bits };
      uint8_t rows[room], copy[room], work[room], sum[room];
      uint8_t erased[1 << bits] = {0};
      uint16_t logarithms[1 << bits];
      uint64_t numbers[2 << bits];
      for (size_t i = 0; i < room; i++) rows[i] = copy[i] = (uint8_t)next_random();
      ia_field16_multiply_add(
          field, path, rows, rows + width, width, (uint16_t)next_random());
      ia_field16_multiply(field, path, rows + 2 * width, width, (uint16_t)next_random());
      note(rows, room);
      const uint32_t start = (uint32_t)(below(100) << bits);
      memcpy(rows, copy, room);
      ia_field16_interpolate(field, path, rows, width, bits, start);
      note(rows, room);
      ia_field16_evaluate(field, path, rows, width, bits, start);
      require(!memcmp(rows, copy, room), "a transform and its inverse");
      ia_field16_derive(field, path, rows, width, bits);
      note(rows, room);
      // Four parity rows for twelve others; as many are erased.
      memset(sum, 0, sizeof sum);
      for (uint32_t at = 4; at < 16; at += 4)
        ia_field16_absorb(field, path, sum, copy + at * width, width, 4, 2, at, 64, work);
      ia_field16_finish(field, path, sum, copy, width, 4, 2, 64);
      note(copy, 4 * width);
      for (int i = 0; i < 4; i++) erased[below(1 << bits)] = 1;
      memcpy(rows, copy, room);
      ia_field16_locate(field, erased, bits, numbers, logarithms);
      ia_field16_recover(field, path, rows, width, bits, erased, logarithms);
      for (size_t i = 0; i < 1 << bits; i++)
        require(
            !erased[i] || !memcmp(rows + i * width, copy + i * width, width), "an erased row");
    }
    if (path == ia_field16_portable) first = digest;
    require(digest == first, "paths of field16 differ");
  }
  free(field);
  print("field16");
}

// The check of rows, rolled over every offset.
static void rows_search(void) {
  enum { room = 3000, window = 256 };
  uint8_t bytes[room];
  restart(7);
  for (size_t i = 0; i < room; i++) bytes[i] = (uint8_t)next_random();
  ia_row_search search;
  ia_row_search_prepare(&search, window);
  uint64_t all[16], none[16];
  memset(all, 255, sizeof all);
  memset(none, 0, sizeof none);
  ia_row_windows windows = ia_row_windows_at(&search, bytes);
  uint64_t packet = 0;
  const size_t end = room - window - 12;
  for (size_t offset = 0; offset < end;) {
    ia_row_windows fresh = ia_row_windows_at(&search, bytes + offset);
    require(fresh.row == windows.row && fresh.packet == windows.packet, "a rolled check");
    note_number(windows.row);
    offset = ia_row_search_next(&search, all, none, 10, bytes, offset, end, &windows, &packet);
  }
  windows = ia_row_windows_at(&search, bytes);
  require(
      ia_row_search_next(&search, none, none, 10, bytes, 0, end, &windows, &packet) == end,
      "a search without a filter");
  print("rows");
}

static void units(void) {
  // Memory of exactly the size, so that a sanitizer finds reads beyond it.
  struct { const char *name; uint64_t digest; } results[12] = {
      {"units_copy_plain", 0}, {"units_copy_short", 0}, {"units_printable", 0},
      {"units_ordinary", 0},   {"units_other", 0},      {"units_copy_ascii", 0},
      {"units_settled", 0},    {"bytes_utf8", 0},       {"bytes_plain", 0},
      {"bytes_line", 0},       {"bytes_widen", 0},      {"units_hash", 0}};
  for (int which = 0; which < 12; which++) {
    restart(16);
    for (int round = 0; round < rounds; round++) {
      size_t count = below(90), readable = count + (below(2) ? 0 : below(20));
      uint16_t *text = malloc(readable * 2 + 2);
      uint8_t *bytes = malloc(count + 1), *output = malloc(count * 2 + 64);
      uint16_t *wide = malloc(count * 2 + 2);
      random_units(text, readable);
      for (size_t i = 0; i < count; i++)
        bytes[i] = below(9) ? (uint8_t)(0x20 + below(0x5F)) : (uint8_t)next_random();
      size_t result = 0, written = 0;
      switch (which) {
        case 0:
          result = ia_units_copy_plain(text, count, readable, output, '<', '&', '"');
          note(output, result);
          break;
        case 1:
          result =
              ia_units_copy_short(text, count, readable, output, '<', '&', '"', &written);
          note(output, written);
          break;
        case 2: result = ia_units_printable(text, count); break;
        case 3: result = ia_units_ordinary(text, count, '<'); break;
        case 4: result = ia_units_other(text, count, text[count ? below(count) : 0]); break;
        case 5:
          result = ia_units_copy_ascii(text, count, output);
          note(output, result);
          break;
        case 6: result = ia_units_settled(text, count); break;
        case 7:
          result = ia_bytes_utf8(bytes, count, output);
          note(output, result);
          break;
        case 8: result = ia_bytes_plain(bytes, count, '<', '&', '"'); break;
        case 9: result = ia_bytes_line(bytes, count); break;
        case 10:
          ia_bytes_widen(bytes, count, wide);
          note(wide, count * 2);
          break;
        default: {
          size_t starts[6], ends[6];
          uint64_t hashes[6];
          for (int i = 0; i < 6; i++) {
            ends[i] = below(count + 1);
            starts[i] = below(ends[i] + 1);
          }
          ia_units_hash(text, starts, ends, 6, hashes);
          note(hashes, sizeof hashes);
        }
      }
      note_number(result);
      free(text);
      free(bytes);
      free(output);
      free(wide);
    }
    results[which].digest = digest;
  }
  for (int which = 0; which < 12; which++) {
    digest = results[which].digest;
    print(results[which].name);
  }
}

static uint32_t premultiplied(uint32_t color) {
  uint32_t alpha = color >> 24, result = alpha << 24;
  for (int shift = 0; shift < 24; shift += 8)
    result |= ((color >> shift & 255) * alpha / 255) << shift;
  return result;
}

static void blending(void) {
  enum { side = 48 };
  uint32_t pixels[side * side];
  uint8_t masks[4096];
  restart(4);
  for (int round = 0; round < rounds / 10; round++) {
    for (int i = 0; i < side * side; i++) pixels[i] = premultiplied((uint32_t)next_random());
    for (int i = 0; i < 4096; i++)
      masks[i] = below(3) ? (uint8_t)next_random() : (below(2) ? 0 : 255);
    if (!below(4)) memset(masks, 255, sizeof masks);
    ia_placed_mask placed[4];
    for (int i = 0; i < 4; i++)
      placed[i] = (ia_placed_mask){
          .offset = (uint32_t)below(2000), .width = (uint16_t)(4 * (1 + below(8))),
          .height = (uint16_t)(1 + below(32)), .left = (int32_t)below(60) - 12,
          .top = (int32_t)below(60) - 12};
    uint32_t color = (uint32_t)next_random();
    color = below(2) ? color | 0xFF000000 : premultiplied(color);
    ia_area area = {0, 0, side, side};
    if (below(2)) area = (ia_area){3, 5, 40, 37};
    ia_blend_masks(pixels, side, area, masks, placed, 4, color);
    note(pixels, sizeof pixels);
  }
  print("blend_masks");
}

int main(void) {
  hash();
  checksum();
  galois();
  field16();
  rows_search();
  units();
  blending();
  return 0;
}
