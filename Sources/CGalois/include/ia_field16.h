#pragma once
#include <stddef.h>
#include <stdint.h>

/// The field of 65,536 elements by the polynomial x¹⁶ + x⁵ + x³ + x² + 1 (0x1002D), and additive
/// Fourier transforms over it (S.-J. Lin, W.-H. Chung, Y. S. Han: Novel Polynomial Basis and Its
/// Application to Reed-Solomon Erasure Codes, 2014).
///
/// A row is a string of 16-bit symbols; in each 64 bytes, byte i is the low and byte 32 + i the high
/// half of symbol i. Sizes of rows are multiples of 64 bytes.
///
/// The subspace W_j consists of the elements below 2^j. Its polynomial s_j(x) is the product of
/// x + w over all w in W_j, and ŝ_j(x) = s_j(x) / s_j(2^j). Polynomials are given in the basis of
/// the products of ŝ_j over the bits j of an index.
typedef struct ia_field16 {
  /// The logarithm of each element to base 2; that of 0 is unused.
  uint16_t logarithm[65536];
  /// The powers of 2, twice, so that a sum of two logarithms needs no remainder.
  uint16_t power[131072];
  /// ŝ_j(2^b) for b ≥ j.
  uint16_t subspace[16][16];
  /// The derivative of ŝ_j, a constant.
  uint16_t derivative[16];
} ia_field16;

/// Fills in the tables.
void ia_field16_prepare(ia_field16 *field);

/// Returns the product of two elements.
uint16_t ia_field16_product(const ia_field16 *field, uint16_t left, uint16_t right);

/// Which instructions multiply rows.
typedef enum ia_field16_path {
  ia_field16_portable = 0,
  ia_field16_ssse3 = 1,
  ia_field16_avx2 = 2,
  ia_field16_neon = 3,
} ia_field16_path;

/// Returns the fastest path of this processor.
ia_field16_path ia_field16_best(void);

/// Returns 1 if this processor has a path, else 0.
int ia_field16_has(ia_field16_path path);

/// Adds (exclusive or) to each symbol of `target` the product of a constant and the symbol of
/// `source`. `count` is a multiple of 64.
void ia_field16_multiply_add(
    const ia_field16 *field, ia_field16_path path, uint8_t *target, const uint8_t *source,
    size_t count, uint16_t factor);

/// Multiplies each symbol of a row by a constant. `count` is a multiple of 64.
void ia_field16_multiply(
    const ia_field16 *field, ia_field16_path path, uint8_t *row, size_t count, uint16_t factor);

/// Adds (exclusive or) a row to another.
void ia_field16_add(uint8_t *target, const uint8_t *source, size_t count);

/// Evaluates polynomials: `rows` has 2^bits coefficients of `width` bytes each, one after the other,
/// which become the values at first … first + 2^bits − 1. `first` is a multiple of 2^bits.
void ia_field16_evaluate(
    const ia_field16 *field, ia_field16_path path, uint8_t *rows, size_t width, unsigned bits,
    uint32_t first);

/// Interpolates: the inverse of `ia_field16_evaluate`.
void ia_field16_interpolate(
    const ia_field16 *field, ia_field16_path path, uint8_t *rows, size_t width, unsigned bits,
    uint32_t first);

/// Replaces the coefficients of polynomials with those of their formal derivatives.
void ia_field16_derive(
    const ia_field16 *field, ia_field16_path path, uint8_t *rows, size_t width, unsigned bits);

/// Computes the locator polynomial L(x), the product of x + e over the erased elements e, for all
/// elements x below 2^bits: the logarithm of L(x), or of the derivative of L at x where x is erased.
///
/// `erased` has a byte for each element, 0 or 1; `work` has 2 · 2^bits numbers of room.
void ia_field16_locate(
    const ia_field16 *field, const uint8_t *erased, unsigned bits, uint64_t *work,
    uint16_t *logarithms);

/// Adds a part of a code word to the sum that becomes its parity: interpolates `count` rows of `width`
/// bytes, filled up with zeros to 2^bits rows, whose first is the element `first`.
///
/// `sum` and `work` are cut into strips of `strip` bytes of each row, one strip after the other;
/// `sum` has room for 2^bits rows, `work` for 2^bits rows of one strip. `strip` divides `width`.
void ia_field16_absorb(
    const ia_field16 *field, ia_field16_path path, uint8_t *sum, const uint8_t *rows, size_t width,
    size_t count, unsigned bits, uint32_t first, size_t strip, uint8_t *work);

/// Makes parity rows of a sum: evaluates it at 0 … 2^bits − 1 and writes the first `count` rows.
void ia_field16_finish(
    const ia_field16 *field, ia_field16_path path, uint8_t *sum, uint8_t *rows, size_t width,
    size_t count, unsigned bits, size_t strip);

/// Computes the erased rows of a code word of 2^bits rows of `width` bytes, in place; the other rows
/// are lost. `logarithms` are those of `ia_field16_locate`.
void ia_field16_recover(
    const ia_field16 *field, ia_field16_path path, uint8_t *rows, size_t width, unsigned bits,
    const uint8_t *erased, const uint16_t *logarithms);
