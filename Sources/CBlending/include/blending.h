// Puts a colour on pixels through a mask: what drawing letters comes down to.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Blends a colour over pixels, both 0xAARRGGBB with the colours multiplied by the opacity.
//
// `width` is a multiple of 4, as are the rows of the mask; all pixels of the rectangle are there.
void ia_blend_mask(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask, size_t width,
                   size_t height, uint32_t color);

// The same for any part of a mask whose rows are `mask_per_row` long.
void ia_blend_mask_part(uint32_t *pixels, size_t pixels_per_row, const uint8_t *mask,
                        size_t mask_per_row, size_t width, size_t height, uint32_t color);
