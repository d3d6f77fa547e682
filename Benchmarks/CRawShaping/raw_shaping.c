#include "raw_shaping.h"

#include <hb-ot.h>
#include <hb.h>
#include <stdlib.h>

typedef struct {
  hb_font_t *font;
  hb_buffer_t *buffer;
} raw_font;

void *raw_shaping_open(const char *path) {
  raw_font *opened = malloc(sizeof(raw_font));
  if (!opened) return NULL;
  hb_blob_t *blob = hb_blob_create_from_file(path);
  hb_face_t *face = hb_face_create(blob, 0);
  opened->font = hb_font_create(face);
  opened->buffer = hb_buffer_create();
  hb_face_destroy(face);
  hb_blob_destroy(blob);
  return opened;
}

void raw_shaping_close(void *font) {
  raw_font *opened = font;
  if (!opened) return;
  hb_buffer_destroy(opened->buffer);
  hb_font_destroy(opened->font);
  free(opened);
}

static int64_t shape(raw_font *font, const uint16_t *text, int32_t count) {
  hb_buffer_clear_contents(font->buffer);
  hb_buffer_add_utf16(font->buffer, text, count, 0, count);
  hb_buffer_guess_segment_properties(font->buffer);
  hb_shape(font->font, font->buffer, NULL, 0);
  unsigned glyphs = 0;
  hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(font->buffer, &glyphs);
  int64_t sum = 0;
  for (unsigned i = 0; i < glyphs; i++) sum += positions[i].x_advance;
  return sum;
}

int64_t raw_shaping_advance(void *font, const uint16_t *text, int32_t count) {
  int64_t sum = 0;
  int32_t start = 0;
  for (int32_t i = 0; i <= count; i++) {
    if (i < count && text[i] != 0x0A) continue;
    if (i > start) sum += shape(font, text + start, i - start);
    start = i + 1;
  }
  return sum;
}
