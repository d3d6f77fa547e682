#pragma once
#include <stdint.h>

// Conversion of legacy character sets to UTF-16, by ICU and, for the sets that ICU has no table of,
// by the iconv of the C library. Tables are made once; nothing here keeps state.

/// Fills the units of all 256 single bytes of a set: U+FFFD for a byte that means nothing, U+FFFF
/// for one that starts a longer sequence. Returns the most bytes a character takes, 0 where the set
/// is not known.
int32_t ia_charset_bytes(const char *_Nonnull name, uint16_t *_Nonnull units);
/// Fills the units of all sequences of a lead byte and a second one of a set of one or two bytes:
/// U+FFFD for one that means nothing. Returns whether that worked, as 1 or 0.
int32_t ia_charset_row(const char *_Nonnull name, uint8_t lead, uint16_t *_Nonnull units);
/// Converts bytes of any set with U+FFFD for what means nothing. `capacity` must be at least twice
/// the count of bytes. Returns the count of units, -1 where the set is not known.
int64_t ia_charset_decode(
    const char *_Nonnull name, const uint8_t *_Nonnull bytes, int64_t count,
    uint16_t *_Nonnull units, int64_t capacity);
/// Keeps the C library's converter of a set loaded until the process ends, so that it can be used when no
/// file can be opened. Does nothing for a set of ICU, whose data is a library.
void ia_charset_keep(const char *_Nonnull name);
