#include "blending.h"

#include <string.h>

// x * y / 255, rounded, exact for bytes.
static inline uint32_t scaled(uint32_t x, uint32_t y) {
  uint32_t t = x * y + 128;
  return (t + (t >> 8)) >> 8;
}

static inline uint32_t blended(uint32_t pixel, uint32_t color, uint32_t mask) {
  uint32_t alpha = scaled(color >> 24, mask), rest = 255 - alpha;
  uint32_t result = (alpha + scaled(pixel >> 24, rest)) << 24;
  for (int shift = 0; shift < 24; shift += 8)
    result |= (scaled(color >> shift & 255, mask) + scaled(pixel >> shift & 255, rest)) << shift;
  return result;
}

void ia_blend_mask_part(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask,
                        size_t mask_per_row, size_t width, size_t height, uint32_t color) {
  for (size_t y = 0; y < height; y++, pixels += pixels_per_row, mask += mask_per_row)
    for (size_t x = 0; x < width; x++)
      if (mask[x]) pixels[x] = blended(pixels[x], color, mask[x]);
}

#if defined(__SSE2__)
#include <emmintrin.h>

// Products of eight pairs of bytes in 16 bits each, divided by 255.
static inline __m128i divided(__m128i product) {
  __m128i t = _mm_add_epi16(product, _mm_set1_epi16(128));
  return _mm_srli_epi16(_mm_add_epi16(t, _mm_srli_epi16(t, 8)), 8);
}

// Two pixels at once, their channels and masks in 16 bits each.
static inline __m128i two(__m128i pixels, __m128i color, __m128i masks) {
  __m128i source = divided(_mm_mullo_epi16(color, masks));
  __m128i alpha = _mm_shufflehi_epi16(_mm_shufflelo_epi16(source, 0xFF), 0xFF);
  __m128i rest = _mm_sub_epi16(_mm_set1_epi16(255), alpha);
  return _mm_add_epi16(source, divided(_mm_mullo_epi16(pixels, rest)));
}

void ia_blend_mask(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width,
                   size_t height, uint32_t color) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i solid = _mm_set1_epi32((int)color);
  const __m128i wide = _mm_unpacklo_epi8(solid, zero);
  const int is_opaque = color >> 24 == 255;
  for (size_t y = 0; y < height; y++, pixels += pixels_per_row, mask += width)
    for (size_t x = 0; x < width; x += 4) {
      uint32_t four;
      memcpy(&four, mask + x, 4);
      if (!four) continue;
      __m128i *target = (__m128i *)(pixels + x);
      if (four == 0xFFFFFFFFu && is_opaque) {
        _mm_storeu_si128(target, solid);
        continue;
      }
      // Each mask four times, then in 16 bits.
      __m128i masks = _mm_cvtsi32_si128((int)four);
      masks = _mm_unpacklo_epi8(masks, masks);
      masks = _mm_unpacklo_epi16(masks, masks);
      __m128i old = _mm_loadu_si128(target);
      __m128i low = two(_mm_unpacklo_epi8(old, zero), wide, _mm_unpacklo_epi8(masks, zero));
      __m128i high = two(_mm_unpackhi_epi8(old, zero), wide, _mm_unpackhi_epi8(masks, zero));
      _mm_storeu_si128(target, _mm_packus_epi16(low, high));
    }
}
#else
void ia_blend_mask(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width,
                   size_t height, uint32_t color) {
  ia_blend_mask_part(pixels, pixels_per_row, mask, width, width, height, color);
}
#endif
