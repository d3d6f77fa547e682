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

// Any part of a mask whose rows are `mask_per_row` long.
static void blend_part(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask,
                       size_t mask_per_row, size_t width, size_t height, uint32_t color) {
  for (size_t y = 0; y < height; y++, pixels += pixels_per_row, mask += mask_per_row)
    for (size_t x = 0; x < width; x++)
      if (mask[x]) pixels[x] = blended(pixels[x], color, mask[x]);
}

// Whole rows of a mask; their width is a multiple of 4.
typedef void (*blend_whole)(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask,
                            size_t width, size_t height, uint32_t color);

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
// Four pixels in 16 bits a channel, each its mask's share on its way to an opaque colour:
// p (255 - m) + c m, divided by 255.
__attribute__((target("avx2"), always_inline)) static inline __m256i mixed_4(__m256i under,
                                                                             __m256i share,
                                                                             __m256i color) {
  __m256i rest = _mm256_mullo_epi16(under, _mm256_sub_epi16(_mm256_set1_epi16(255), share));
  __m256i own = _mm256_add_epi16(_mm256_mullo_epi16(color, share), _mm256_set1_epi16(128));
  // (x + (x >> 8)) >> 8 is (257 x) >> 16.
  return _mm256_mulhi_epu16(_mm256_add_epi16(rest, own), _mm256_set1_epi16(257));
}

// Opaque colours, eight pixels at a time: nearly all text.
__attribute__((target("avx2"))) static void blend_opaque_avx2(
    uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width, size_t height,
    uint32_t color) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i solid = _mm256_set1_epi32((int)color);
  const __m256i wide = _mm256_unpacklo_epi8(solid, zero);
  // Each of the masks four times in 16 bits: those of pixels 0, 1, 4, 5 and of 2, 3, 6, 7.
  const __m256i low = _mm256_setr_epi8(0, -1, 0, -1, 0, -1, 0, -1, 1, -1, 1, -1, 1, -1, 1, -1, 4,
                                       -1, 4, -1, 4, -1, 4, -1, 5, -1, 5, -1, 5, -1, 5, -1);
  const __m256i high = _mm256_add_epi16(low, _mm256_set1_epi16(2));
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
      __m256i masks = _mm256_set1_epi64x((long long)eight);
      __m256i old = _mm256_loadu_si256(target);
      __m256i first =
          mixed_4(_mm256_unpacklo_epi8(old, zero), _mm256_shuffle_epi8(masks, low), wide);
      __m256i second =
          mixed_4(_mm256_unpackhi_epi8(old, zero), _mm256_shuffle_epi8(masks, high), wide);
      _mm256_storeu_si256(target, _mm256_packus_epi16(first, second));
    }
    if (x < width) blend_4(pixels + x, mask + x, solid_4, wide_4, 1);
  }
}

static blend_whole fastest(uint32_t color) {
  return color >> 24 == 255 && __builtin_cpu_supports("avx2") ? blend_opaque_avx2 : blend_sse2;
}
#else
static blend_whole fastest(uint32_t color) {
  (void)color;
  return blend_sse2;
}
#endif
#elif defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>

// Eight sums of products of two bytes, divided by 255 and rounded, as `divided` does.
static inline uint8x8_t divided_8(uint16x8_t x) {
  return vraddhn_u16(x, vrshrq_n_u16(x, 8));
}

// The products of the bytes of one pair of vectors plus those of another, divided by 255.
static inline uint8x16_t mixed_16(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  uint16x8_t low = vmull_u8(vget_low_u8(a), vget_low_u8(b));
  uint16x8_t high = vmull_high_u8(a, b);
  low = vmlal_u8(low, vget_low_u8(c), vget_low_u8(d));
  high = vmlal_high_u8(high, c, d);
  return vcombine_u8(divided_8(low), divided_8(high));
}

static inline uint8x16_t scaled_16(uint8x16_t a, uint8x16_t b) {
  return vcombine_u8(divided_8(vmull_u8(vget_low_u8(a), vget_low_u8(b))),
                     divided_8(vmull_high_u8(a, b)));
}

static void blend_neon(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width,
                       size_t height, uint32_t color) {
  static const uint8_t masks_of[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
  static const uint8_t alphas_of[16] = {3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15};
  const uint8x16_t spread = vld1q_u8(masks_of), alphas = vld1q_u8(alphas_of);
  const uint8x16_t solid = vreinterpretq_u8_u32(vdupq_n_u32(color));
  const int is_opaque = color >> 24 == 255;
  for (size_t y = 0; y < height; y++, pixels += pixels_per_row, mask += width)
    for (size_t x = 0; x < width; x += 4) {
      uint32_t four;
      memcpy(&four, mask + x, 4);
      if (!four) continue;
      uint8_t *target = (uint8_t *)(pixels + x);
      const uint8x16_t old = vld1q_u8(target);
      const uint8x16_t share = vqtbl1q_u8(vreinterpretq_u8_u32(vdupq_n_u32(four)), spread);
      if (is_opaque) {
        vst1q_u8(target, mixed_16(old, vmvnq_u8(share), solid, share));
      } else {
        const uint8x16_t source = scaled_16(solid, share);
        const uint8x16_t rest = vmvnq_u8(vqtbl1q_u8(source, alphas));
        vst1q_u8(target, vaddq_u8(source, scaled_16(old, rest)));
      }
    }
}

static blend_whole fastest(uint32_t color) {
  (void)color;
  return blend_neon;
}
#else
static void blend_plainly(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask,
                          size_t width, size_t height, uint32_t color) {
  blend_part(pixels, pixels_per_row, mask, width, width, height, color);
}

static blend_whole fastest(uint32_t color) {
  (void)color;
  return blend_plainly;
}
#endif

static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

void ia_blend_masks(uint32_t *pixels, size_t pixels_per_row, ia_area area, const uint8_t *masks,
                    const ia_placed_mask *placed, size_t count, uint32_t color) {
  const blend_whole blend = fastest(color);
  for (size_t i = 0; i < count; i++) {
    const ia_placed_mask mask = placed[i];
    const int32_t right = mask.left + mask.width, bottom = mask.top + mask.height;
    const int32_t x = larger(mask.left, area.left), y = larger(mask.top, area.top);
    const int32_t end = smaller(right, area.right), last = smaller(bottom, area.bottom);
    if (x >= end || y >= last) continue;
    uint32_t *target = pixels + (size_t)y * pixels_per_row + (size_t)x;
    const uint8_t *source = masks + mask.offset;
    source += (size_t)(y - mask.top) * mask.width;
    // Whole rows: of a mask that is cut off above and below, too, as those at the edges of a view that scrolls.
    if (x == mask.left && end == right) {
      blend(target, pixels_per_row, source, mask.width, (size_t)(last - y), color);
    } else {
      source += x - mask.left;
      blend_part(target, pixels_per_row, source, mask.width, (size_t)(end - x),
                 (size_t)(last - y), color);
    }
  }
}
