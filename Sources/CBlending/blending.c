#include "blending.h"

#include <string.h>

// x / 255, rounded, exact for what two bytes multiplied and added can be.
static inline uint32_t divided(uint32_t x) {
  x += 128;
  return (x + (x >> 8)) >> 8;
}

// With an opaque colour a pixel goes the mask's share of the way to it; else the colour is made
// fainter and lies over the pixel.
static inline uint32_t blended(uint32_t pixel, uint32_t color, uint32_t mask) {
  uint32_t own = mask, rest = 255 - mask, result = 0;
  if (color >> 24 != 255) rest = 255 - divided((color >> 24) * mask);
  for (int shift = 0; shift < 32; shift += 8) {
    uint32_t source = (color >> shift & 255) * own, under = (pixel >> shift & 255) * rest;
    uint32_t channel =
        color >> 24 == 255 ? divided(source + under) : divided(source) + divided(under);
    result |= channel << shift;
  }
  return result;
}

void ia_blend_mask_part(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask,
                        size_t mask_per_row, size_t width, size_t height, uint32_t color) {
  for (size_t y = 0; y < height; y++, pixels += pixels_per_row, mask += mask_per_row)
    for (size_t x = 0; x < width; x++)
      if (mask[x]) pixels[x] = blended(pixels[x], color, mask[x]);
}

#if defined(__SSE2__)
#include <immintrin.h>

static inline __m128i divided_8(__m128i x) {
  x = _mm_add_epi16(x, _mm_set1_epi16(128));
  return _mm_srli_epi16(_mm_add_epi16(x, _mm_srli_epi16(x, 8)), 8);
}

// Two pixels on their way to an opaque colour: 255 p + (c - p) m, which fits in 16 bits.
static inline __m128i mixed_2(__m128i pixels, __m128i color, __m128i masks) {
  __m128i way = _mm_mullo_epi16(_mm_sub_epi16(color, pixels), masks);
  __m128i whole = _mm_sub_epi16(_mm_slli_epi16(pixels, 8), pixels);
  return divided_8(_mm_add_epi16(whole, way));
}

// A colour that is not opaque over two pixels.
static inline __m128i covered_2(__m128i pixels, __m128i color, __m128i masks) {
  __m128i source = divided_8(_mm_mullo_epi16(color, masks));
  __m128i alpha = _mm_shufflehi_epi16(_mm_shufflelo_epi16(source, 0xFF), 0xFF);
  __m128i rest = _mm_sub_epi16(_mm_set1_epi16(255), alpha);
  return _mm_add_epi16(source, divided_8(_mm_mullo_epi16(pixels, rest)));
}

// Four pixels; a mask of nothing leaves them, one of everything replaces them.
static inline void blend_4(uint32_t *pixels, const uint8_t *mask, __m128i solid, __m128i wide,
                           int is_opaque) {
  const __m128i zero = _mm_setzero_si128();
  uint32_t four;
  memcpy(&four, mask, 4);
  if (!four) return;
  __m128i *target = (__m128i *)pixels;
  if (four == 0xFFFFFFFFu && is_opaque) {
    _mm_storeu_si128(target, solid);
    return;
  }
  // Each mask four times, then in 16 bits.
  __m128i masks = _mm_cvtsi32_si128((int)four);
  masks = _mm_unpacklo_epi8(masks, masks);
  masks = _mm_unpacklo_epi16(masks, masks);
  __m128i old = _mm_loadu_si128(target);
  __m128i low = _mm_unpacklo_epi8(old, zero), high = _mm_unpackhi_epi8(old, zero);
  __m128i low_masks = _mm_unpacklo_epi8(masks, zero), high_masks = _mm_unpackhi_epi8(masks, zero);
  if (is_opaque) {
    low = mixed_2(low, wide, low_masks);
    high = mixed_2(high, wide, high_masks);
  } else {
    low = covered_2(low, wide, low_masks);
    high = covered_2(high, wide, high_masks);
  }
  _mm_storeu_si128(target, _mm_packus_epi16(low, high));
}

static void blend_sse2(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width,
                       size_t height, uint32_t color) {
  const __m128i solid = _mm_set1_epi32((int)color);
  const __m128i wide = _mm_unpacklo_epi8(solid, _mm_setzero_si128());
  const int is_opaque = color >> 24 == 255;
  for (size_t y = 0; y < height; y++, pixels += pixels_per_row, mask += width)
    for (size_t x = 0; x < width; x += 4) blend_4(pixels + x, mask + x, solid, wide, is_opaque);
}

#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__))
// Opaque colours, eight pixels at a time: nearly all text.
__attribute__((target("avx2"))) static void blend_opaque_avx2(
    uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width, size_t height,
    uint32_t color) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i solid = _mm256_set1_epi32((int)color);
  const __m256i wide = _mm256_unpacklo_epi8(solid, zero);
  const __m256i half = _mm256_set1_epi16(128);
  const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4,
                                          4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
  const __m128i solid_4 = _mm256_castsi256_si128(solid);
  const __m128i wide_4 = _mm256_castsi256_si128(wide);
  for (size_t y = 0; y < height; y++, pixels += pixels_per_row, mask += width) {
    size_t x = 0;
    for (; x + 8 <= width; x += 8) {
      uint64_t eight;
      memcpy(&eight, mask + x, 8);
      if (!eight) continue;
      __m256i *target = (__m256i *)(pixels + x);
      if (eight == ~(uint64_t)0) {
        _mm256_storeu_si256(target, solid);
        continue;
      }
      __m256i masks = _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)eight), spread);
      __m256i old = _mm256_loadu_si256(target);
      __m256i result[2];
      for (int side = 0; side < 2; side++) {
        __m256i under = side ? _mm256_unpackhi_epi8(old, zero) : _mm256_unpacklo_epi8(old, zero);
        __m256i share =
            side ? _mm256_unpackhi_epi8(masks, zero) : _mm256_unpacklo_epi8(masks, zero);
        __m256i way = _mm256_mullo_epi16(_mm256_sub_epi16(wide, under), share);
        __m256i whole = _mm256_sub_epi16(_mm256_slli_epi16(under, 8), under);
        __m256i sum = _mm256_add_epi16(_mm256_add_epi16(whole, way), half);
        result[side] = _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_srli_epi16(sum, 8)), 8);
      }
      _mm256_storeu_si256(target, _mm256_packus_epi16(result[0], result[1]));
    }
    if (x < width) blend_4(pixels + x, mask + x, solid_4, wide_4, 1);
  }
}

void ia_blend_mask(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width,
                   size_t height, uint32_t color) {
  if (color >> 24 == 255 && __builtin_cpu_supports("avx2"))
    blend_opaque_avx2(pixels, pixels_per_row, mask, width, height, color);
  else
    blend_sse2(pixels, pixels_per_row, mask, width, height, color);
}
#else
void ia_blend_mask(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width,
                   size_t height, uint32_t color) {
  blend_sse2(pixels, pixels_per_row, mask, width, height, color);
}
#endif
#else
void ia_blend_mask(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width,
                   size_t height, uint32_t color) {
  ia_blend_mask_part(pixels, pixels_per_row, mask, width, width, height, color);
}
#endif
