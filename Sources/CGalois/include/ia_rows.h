#pragma once
#include <stddef.h>
#include <stdint.h>

/// Continues a CRC-64/XZ (reflected polynomial 0xC96C5795D7870F42) over bytes, without the
/// inversions before and after.
uint64_t ia_crc64_update(uint64_t state, const uint8_t *bytes, size_t count);

/// What is searched for at every offset of a file.
typedef struct ia_row_search {
  /// The length of a window of a data row.
  size_t row_count;
  /// What a byte that leaves a window takes with it: of windows of `row_count` bytes, and of windows
  /// of four bytes more.
  uint64_t leaving[2][256];
} ia_row_search;

/// Prepares the tables of a search.
void ia_row_search_prepare(ia_row_search *search, size_t row_count);

/// The checks, without inversions, of the windows at an offset.
typedef struct ia_row_windows {
  uint64_t row;
  uint64_t packet;
} ia_row_windows;

/// Computes the checks of the windows at the beginning of bytes; there are at least
/// `row_count` + 12.
ia_row_windows ia_row_windows_at(const ia_row_search *search, const uint8_t *bytes);

/// Goes on to the next offset at which a filter lets a check pass.
///
/// - row_filter: a set of bits, 2^filter_bits of them: by the low bits of a window's check.
/// - packet_filter: the same for the check of the longer window added (exclusive or) to the 8 bytes
///   behind it, which is returned as `found_packet`.
/// - bytes: what is searched; `end` + `row_count` + 12 bytes can be read.
/// - offset: the windows' offset; the search begins with the next one.
/// Returns the offset found, with the windows there, or `end` without any.
size_t ia_row_search_next(
    const ia_row_search *search, const uint64_t *row_filter, const uint64_t *packet_filter,
    unsigned filter_bits, const uint8_t *bytes, size_t offset, size_t end, ia_row_windows *windows,
    uint64_t *found_packet);
