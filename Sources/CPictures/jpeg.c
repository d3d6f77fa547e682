#include "pictures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf escape;
} escaping_errors;

static void escape(j_common_ptr info) { longjmp(((escaping_errors *)info->err)->escape, 1); }

static void say_nothing(j_common_ptr info) { (void)info; }

// Counts warnings as the library's own does, and prints none.
static void count_warnings(j_common_ptr info, int level) {
  if (level < 0) info->err->num_warnings++;
}

typedef struct {
  struct jpeg_progress_mgr base;
  int scans;
} scan_guard;

static void guard_scans(j_common_ptr info) {
  scan_guard *guard = (scan_guard *)info->progress;
  if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > guard->scans)
    escape(info);
}

static void begin(struct jpeg_decompress_struct *info, escaping_errors *errors) {
  info->err = jpeg_std_error(&errors->base);
  errors->base.error_exit = escape;
  errors->base.output_message = say_nothing;
  errors->base.emit_message = count_warnings;
}

static unsigned number(const uint8_t *at, int count, int is_little) {
  unsigned value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | at[is_little ? count - 1 - i : i];
  return value;
}

// The orientation in an Exif block: tag 0x0112 of its first directory (Exif 2.32, 4.6.4).
static int exif_orientation(const uint8_t *data, size_t count) {
  if (count < 14 || memcmp(data, "Exif\0\0", 6) != 0) return 1;
  const uint8_t *tiff = data + 6;
  size_t size = count - 6;
  int is_little = tiff[0] == 'I';
  size_t at = number(tiff + 4, 4, is_little);
  if (at > size || size - at < 2) return 1;
  unsigned entries = number(tiff + at, 2, is_little);
  at += 2;
  for (unsigned i = 0; i < entries && size - at >= 12; i++, at += 12) {
    if (number(tiff + at, 2, is_little) != 0x0112) continue;
    unsigned value = number(tiff + at + 8, 2, is_little);
    return value >= 1 && value <= 8 ? (int)value : 1;
  }
  return 1;
}

static int orientation(const struct jpeg_decompress_struct *info) {
  for (jpeg_saved_marker_ptr marker = info->marker_list; marker; marker = marker->next)
    if (marker->marker == JPEG_APP0 + 1) return exif_orientation(marker->data, marker->data_length);
  return 1;
}

static void read_header(struct jpeg_decompress_struct *info, const uint8_t *bytes, size_t count,
                        int denominator) {
  jpeg_create_decompress(info);
  jpeg_mem_src(info, bytes, count);
  jpeg_save_markers(info, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(info, TRUE);
  info->scale_num = 1;
  info->scale_denom = (unsigned)denominator;
  int is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  info->out_color_space = is_cmyk ? JCS_CMYK : JCS_RGB;
}

int ia_jpeg_read_facts(const uint8_t *bytes, size_t count, int denominator, ia_jpeg_facts *facts) {
  struct jpeg_decompress_struct info;
  escaping_errors errors;
  memset(&info, 0, sizeof info);
  begin(&info, &errors);
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    return -1;
  }
  read_header(&info, bytes, count, denominator);
  jpeg_calc_output_dimensions(&info);
  facts->width = (int)info.output_width;
  facts->height = (int)info.output_height;
  facts->orientation = orientation(&info);
  jpeg_destroy_decompress(&info);
  return 0;
}

static void store(const JSAMPLE *row, uint32_t *pixels, int width, int components, int is_inverted) {
  for (int x = 0; x < width; x++) {
    const JSAMPLE *sample = row + (size_t)x * (size_t)components;
    uint32_t red = sample[0], green = sample[1], blue = sample[2];
    if (components == 4) {
      uint32_t key = is_inverted ? sample[3] : 255u - sample[3];
      red = (is_inverted ? red : 255 - red) * key / 255;
      green = (is_inverted ? green : 255 - green) * key / 255;
      blue = (is_inverted ? blue : 255 - blue) * key / 255;
    }
    pixels[x] = 0xFF000000u | red << 16 | green << 8 | blue;
  }
}

int ia_jpeg_decode(const uint8_t *bytes, size_t count, int denominator, int scans,
                   uint32_t *pixels, size_t pixels_per_row, int rows) {
  struct jpeg_decompress_struct info;
  escaping_errors errors;
  scan_guard guard;
  // Changed between setjmp and longjmp.
  JSAMPLE *volatile row = NULL;
  volatile int drawn = 0;
  memset(&info, 0, sizeof info);
  memset(&guard, 0, sizeof guard);
  begin(&info, &errors);
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    free(row);
    return drawn > 0 ? 1 : -1;
  }
  read_header(&info, bytes, count, denominator);
  guard.scans = scans;
  guard.base.progress_monitor = guard_scans;
  info.progress = &guard.base;
  jpeg_start_decompress(&info);
  size_t width = info.output_width;
  if (width > pixels_per_row || (int)info.output_height > rows) escape((j_common_ptr)&info);
  row = malloc(width * (size_t)info.output_components);
  if (!row) escape((j_common_ptr)&info);
  while (info.output_scanline < info.output_height) {
    JSAMPROW target = row;
    if (jpeg_read_scanlines(&info, &target, 1) != 1) break;
    store(row, pixels + (size_t)drawn * pixels_per_row, (int)width, info.output_components,
          info.saw_Adobe_marker);
    drawn = drawn + 1;
  }
  int is_whole = drawn == (int)info.output_height && info.err->num_warnings == 0;
  jpeg_destroy_decompress(&info);
  free(row);
  return is_whole ? 0 : 1;
}
