// Puts a colour on pixels through masks: what drawing letters comes down to.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A mask and where its upper left corner goes.
typedef struct {
  // Where it starts in the masks.
  uint32_t offset;
  // The width, a multiple of 4, as far as its rows are apart.
  uint16_t width;
  uint16_t height;
  int32_t left;
  int32_t top;
} ia_placed_mask;

// What can be written to: from the left and the top up to, not with, the right and the bottom.
typedef struct {
  int32_t left, top, right, bottom;
} ia_area;

// Blends a colour over pixels, both 0xAARRGGBB with the colours multiplied by the opacity, through
// masks one after the other. A mask may lie outside of the area; the area is within the pixels.
void ia_blend_masks(uint32_t *pixels, size_t pixels_per_row, ia_area area, const uint8_t *masks,
                    const ia_placed_mask *placed, size_t count, uint32_t color);
