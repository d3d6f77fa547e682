// JPEG by libjpeg, whose errors leave by longjmp, which Swift cannot.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int width;        // of the decoded picture, scaled down
  int height;
  int orientation;  // 1...8 as Exif has it; 1 where nothing is said
} ia_jpeg_facts;

// Reads the header. Returns 0, or -1 for what is no JPEG that can be decoded.
int ia_jpeg_read_facts(const uint8_t *bytes, size_t count, int denominator, ia_jpeg_facts *facts);

// Decodes into rows of 32-bit pixels, 0xFFRRGGBB in the machine's order, scaled down by a
// denominator of 1, 2, 4 or 8. More than `scans` passes of a progressive picture are refused.
// Returns 0, or -1 where the picture cannot be decoded; 1 where it ended early and is drawn as far
// as it goes.
int ia_jpeg_decode(const uint8_t *bytes, size_t count, int denominator, int scans,
                   uint32_t *pixels, size_t pixels_per_row, int rows);
