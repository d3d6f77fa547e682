#include "raw_shaping.h"

#include <hb-ot.h>
#include <hb.h>
#include <stdlib.h>

typedef struct {
  hb_font_t *font;
  hb_buffer_t *buffer;
} raw_font;

void *raw_shaping_open_face(const char *path, uint32_t index) {
  raw_font *opened = malloc(sizeof(raw_font));
  if (!opened) return NULL;
  hb_blob_t *blob = hb_blob_create_from_file(path);
  hb_face_t *face = hb_face_create(blob, index);
  opened->font = hb_font_create(face);
  opened->buffer = hb_buffer_create();
  hb_face_destroy(face);
  hb_blob_destroy(blob);
  return opened;
}

void *raw_shaping_open(const char *path) { return raw_shaping_open_face(path, 0); }

void raw_shaping_close(void *font) {
  raw_font *opened = font;
  if (!opened) return;
  hb_buffer_destroy(opened->buffer);
  hb_font_destroy(opened->font);
  free(opened);
}

/// Shapes what the buffer holds and adds the advances up.
static int64_t shape(raw_font *font) {
  hb_shape(font->font, font->buffer, NULL, 0);
  unsigned glyphs = 0;
  hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(font->buffer, &glyphs);
  int64_t sum = 0;
  for (unsigned i = 0; i < glyphs; i++) sum += positions[i].x_advance;
  return sum;
}

int64_t raw_shaping_advance(void *handle, const uint16_t *text, int32_t count) {
  raw_font *font = handle;
  int64_t sum = 0;
  int32_t start = 0;
  for (int32_t i = 0; i <= count; i++) {
    if (i < count && text[i] != 0x0A) continue;
    if (i > start) {
      hb_buffer_clear_contents(font->buffer);
      hb_buffer_add_utf16(font->buffer, text + start, i - start, 0, i - start);
      hb_buffer_guess_segment_properties(font->buffer);
      sum += shape(font);
    }
    start = i + 1;
  }
  return sum;
}

/// The character at a place, and how many units it has.
static uint32_t character(const uint16_t *text, int32_t at, int32_t end, int32_t *units) {
  uint32_t first = text[at];
  *units = 1;
  if ((first & 0xFC00) != 0xD800 || at + 1 >= end || (text[at + 1] & 0xFC00) != 0xDC00) return first;
  *units = 2;
  return ((first - 0xD800) << 10) + (text[at + 1] - 0xDC00) + 0x10000;
}

/// The first script of its own in a stretch, or the last one; HB_SCRIPT_COMMON where there is none.
static hb_script_t script_of(const uint16_t *text, int32_t from, int32_t to, int last) {
  hb_script_t found = HB_SCRIPT_COMMON;
  int32_t units = 1;
  for (int32_t i = from; i < to; i += units) {
    hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), character(text, i, to, &units));
    if (script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN) continue;
    found = script;
    if (!last) return found;
  }
  return found;
}

int64_t raw_shaping_stretch(void *handle, const uint16_t *text, int32_t count, int32_t start, int32_t length,
                            int is_right_to_left, uint32_t *script) {
  raw_font *font = handle;
  hb_script_t found = script_of(text, start, start + length, 0);
  if (found == HB_SCRIPT_COMMON) found = script_of(text, 0, start, 1);
  if (found == HB_SCRIPT_COMMON) found = script_of(text, start + length, count, 0);
  if (found == HB_SCRIPT_COMMON) found = HB_SCRIPT_LATIN;
  *script = found;
  hb_buffer_clear_contents(font->buffer);
  hb_buffer_add_utf16(font->buffer, text + start, length, 0, length);
  hb_buffer_set_script(font->buffer, found);
  hb_buffer_set_direction(font->buffer, is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  return shape(font);
}
