// HarfBuzz alone, whole paragraphs at a time: the yardstick of layout.
#ifndef RAW_SHAPING_H
#define RAW_SHAPING_H

#include <stdint.h>

/// A font at its own scale, unhinted; NULL where memory ran out.
void *raw_shaping_open(const char *path);

void raw_shaping_close(void *font);

/// Shapes UTF-16 text, each stretch up to U+000A at once; returns the sum of all advances.
int64_t raw_shaping_advance(void *font, const uint16_t *text, int32_t count);

#endif
