#pragma once
#include <stddef.h>
#include <stdint.h>

#include "ia_field16.h"
#include "ia_rows.h"

/// Adds (exclusive or) to each of `count` bytes at `target` the product of a constant of GF(256)
/// and the byte at `source`. `tables` has 32 bytes: the products of the constant with 0…15, then
/// with 0, 16, 32 … 240.
void ia_galois_multiply_add(
    uint8_t *target, const uint8_t *source, size_t count, const uint8_t *tables);
