#pragma once
#include <stddef.h>
#include <stdint.h>

// Loops over UTF-16 units, several at a time. Where `readable` is given, so many units lie in memory
// from the first on: `count` at least. No function reads beyond them.

/// Copies the units at the start as bytes, while they are printable ASCII and none of three, and
/// returns how many. Up to 16 bytes behind them may be written over.
size_t ia_units_copy_plain(
    const uint16_t *units, size_t count, size_t readable, uint8_t *bytes, uint8_t first,
    uint8_t second, uint8_t third);

/// Writes the UTF-8 of the units at the start while they are below U+0800, no control characters,
/// none of three, and neither U+00A0 nor U+00AD; returns how many, and the bytes in `written`. Up to
/// 16 bytes behind them may be written over.
size_t ia_units_copy_short(
    const uint16_t *units, size_t count, size_t readable, uint8_t *bytes, uint8_t first,
    uint8_t second, uint8_t third, size_t *written);

/// How many units at the start are printable ASCII.
size_t ia_units_printable(const uint16_t *units, size_t count);

/// How many units at the start are printable ASCII or from U+00A0 on and below the surrogates, and
/// other than one.
size_t ia_units_ordinary(const uint16_t *units, size_t count, uint16_t other);

/// How many units at the start are other than one.
size_t ia_units_other(const uint16_t *units, size_t count, uint16_t unit);

/// Copies the units at the start as bytes while they are ASCII, and returns how many.
size_t ia_units_copy_ascii(const uint16_t *units, size_t count, uint8_t *bytes);

/// How many units at the start are neither CR nor U+2029, and no surrogates.
size_t ia_units_settled(const uint16_t *units, size_t count);

/// Writes bytes of Latin-1 as UTF-8 where there is room for two bytes each, and returns how many.
size_t ia_bytes_utf8(const uint8_t *bytes, size_t count, uint8_t *output);

/// How many bytes at the start are printable ASCII and none of three.
size_t ia_bytes_plain(
    const uint8_t *bytes, size_t count, uint8_t first, uint8_t second, uint8_t third);

/// Returns the number of bytes at the start that differ from each of the four bytes of `others`.
size_t ia_bytes_without(const uint8_t *bytes, size_t count, uint32_t others);

/// How many bytes at the start are neither CR nor LF.
size_t ia_bytes_line(const uint8_t *bytes, size_t count);

/// Writes bytes as units.
void ia_bytes_widen(const uint8_t *bytes, size_t count, uint16_t *units);

/// Writes the FNV-1a hashes, of 64 bits, of texts whose bounds among `units` are given in turn: the
/// units' bytes, the low one first.
void ia_units_hash(
    const uint16_t *units, const size_t *starts, const size_t *ends, size_t count,
    uint64_t *hashes);
