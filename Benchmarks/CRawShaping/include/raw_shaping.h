// HarfBuzz alone, whole paragraphs at a time: the yardstick of layout.
#ifndef RAW_SHAPING_H
#define RAW_SHAPING_H

#include <stdint.h>

/// A font at its own scale, unhinted; NULL where memory ran out.
void *raw_shaping_open(const char *path);

/// The same for one face of a file with several.
void *raw_shaping_open_face(const char *path, uint32_t index);

void raw_shaping_close(void *font);

/// Shapes UTF-16 text, each stretch up to U+000A at once; returns the sum of all advances.
int64_t raw_shaping_advance(void *font, const uint16_t *text, int32_t count);

/// Shapes a stretch of a text at once, in the script of its first letter, else in that of the letters before, else in
/// that of those after; returns the sum of its advances, and the script's tag.
int64_t raw_shaping_stretch(void *font, const uint16_t *text, int32_t count, int32_t start, int32_t length,
                            int is_right_to_left, uint32_t *script);

#endif
