// CRC-64 by tables of eight bytes at once, and rolling over every offset of a file: loops of table
// look-ups that must not be slow in debug builds either.

#include "ia_rows.h"

#include <pthread.h>
#include <string.h>

static uint64_t tables[8][256];

static void fill_tables(void) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    uint64_t state = byte;
    for (int bit = 0; bit < 8; ++bit) {
      state = state & 1 ? state >> 1 ^ 0xC96C5795D7870F42 : state >> 1;
    }
    tables[0][byte] = state;
  }
  for (int table = 1; table < 8; ++table) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const uint64_t state = tables[table - 1][byte];
      tables[table][byte] = state >> 8 ^ tables[0][state & 255];
    }
  }
}

static void prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill_tables);
}

uint64_t ia_crc64_update(uint64_t state, const uint8_t *bytes, size_t count) {
  prepare();
  for (; count >= 8; bytes += 8, count -= 8) {
    for (int i = 0; i < 8; ++i) state ^= (uint64_t)bytes[i] << 8 * i;
    state = tables[7][state & 255] ^ tables[6][state >> 8 & 255] ^ tables[5][state >> 16 & 255] ^
            tables[4][state >> 24 & 255] ^ tables[3][state >> 32 & 255] ^
            tables[2][state >> 40 & 255] ^ tables[1][state >> 48 & 255] ^ tables[0][state >> 56];
  }
  for (; count > 0; ++bytes, --count) state = state >> 8 ^ tables[0][(state ^ *bytes) & 255];
  return state;
}

// A byte that is `count` bytes back has become its check continued over so many zeros.
static void fill_leaving(uint64_t *leaving, size_t count) {
  uint64_t powers[8];
  for (int bit = 0; bit < 8; ++bit) {
    uint64_t state = tables[0][1 << bit];
    for (size_t i = 0; i < count; ++i) state = state >> 8 ^ tables[0][state & 255];
    powers[bit] = state;
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    leaving[byte] = 0;
    for (int bit = 0; bit < 8; ++bit) {
      if (byte >> bit & 1) leaving[byte] ^= powers[bit];
    }
  }
}

void ia_row_search_prepare(ia_row_search *search, size_t row_count) {
  prepare();
  memset(search, 0, sizeof *search);
  search->row_count = row_count;
  fill_leaving(search->leaving[0], row_count);
  fill_leaving(search->leaving[1], row_count + 4);
}

ia_row_windows ia_row_windows_at(const ia_row_search *search, const uint8_t *bytes) {
  return (ia_row_windows){
      ia_crc64_update(0, bytes, search->row_count),
      ia_crc64_update(0, bytes, search->row_count + 4)};
}

static uint64_t eight_bytes(const uint8_t *bytes) {
  uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value |= (uint64_t)bytes[i] << 8 * i;
  return value;
}

static int passes(const uint64_t *filter, unsigned bits, uint64_t check) {
  check &= ((uint64_t)1 << bits) - 1;
  return filter[check >> 6] >> (check & 63) & 1;
}

size_t ia_row_search_next(
    const ia_row_search *search, const uint64_t *row_filter, const uint64_t *packet_filter,
    unsigned filter_bits, const uint8_t *bytes, size_t offset, size_t end, ia_row_windows *windows,
    uint64_t *found_packet) {
  const size_t count = search->row_count;
  uint64_t row = windows->row, packet = windows->packet;
  while (++offset < end) {
    const uint8_t gone = bytes[offset - 1];
    row = row >> 8 ^ tables[0][(row ^ bytes[offset + count - 1]) & 255] ^ search->leaving[0][gone];
    packet = packet >> 8 ^ tables[0][(packet ^ bytes[offset + count + 3]) & 255] ^
             search->leaving[1][gone];
    const uint64_t identity = packet ^ eight_bytes(bytes + offset + count + 4);
    if (passes(row_filter, filter_bits, row) ||
        passes(packet_filter, filter_bits, identity)) {
      *found_packet = identity;
      break;
    }
  }
  windows->row = row;
  windows->packet = packet;
  return offset;
}
