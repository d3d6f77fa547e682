// The kernels of one set of instructions. The file that includes this defines VECTOR, WIDTH (in
// bytes, 16 or 32), ATTRIBUTES, NAME(x), and LOAD, STORE, XOR, LOOK_UP, LOW and HIGH.

// Products of the four nibbles with the factor: tables[2 n] has the low and tables[2 n + 1] the high
// bytes for nibble n.
ATTRIBUTES static inline __attribute__((always_inline)) void NAME(product)(
    const VECTOR *tables, VECTOR low, VECTOR high, VECTOR *low_product, VECTOR *high_product) {
  VECTOR a = LOW(low), b = HIGH(low), c = LOW(high), d = HIGH(high);
  *low_product = XOR(
      XOR(LOOK_UP(tables[0], a), LOOK_UP(tables[2], b)),
      XOR(LOOK_UP(tables[4], c), LOOK_UP(tables[6], d)));
  *high_product = XOR(
      XOR(LOOK_UP(tables[1], a), LOOK_UP(tables[3], b)),
      XOR(LOOK_UP(tables[5], c), LOOK_UP(tables[7], d)));
}

ATTRIBUTES static inline __attribute__((always_inline)) void NAME(apply)(
    operation what, uint8_t *left, uint8_t *right, size_t count, const uint8_t *bytes) {
  VECTOR tables[8];
  for (int i = 0; i < 8; ++i) tables[i] = LOAD_TABLE(bytes + 16 * i);
  for (size_t block = 0; block < count; block += 64) {
    for (size_t i = block; i < block + 32; i += WIDTH) {
      VECTOR low = LOAD(right + i), high = LOAD(right + i + 32), low_product, high_product;
      VECTOR left_low, left_high;
      if (what == multiply) {
        NAME(product)(tables, low, high, &low_product, &high_product);
        STORE(right + i, low_product);
        STORE(right + i + 32, high_product);
        continue;
      }
      left_low = LOAD(left + i);
      left_high = LOAD(left + i + 32);
      if (what == interpolate) {
        low = XOR(low, left_low);
        high = XOR(high, left_high);
      }
      NAME(product)(tables, low, high, &low_product, &high_product);
      left_low = XOR(left_low, low_product);
      left_high = XOR(left_high, high_product);
      STORE(left + i, left_low);
      STORE(left + i + 32, left_high);
      if (what == evaluate) {
        low = XOR(low, left_low);
        high = XOR(high, left_high);
      }
      if (what != multiply_add) {
        STORE(right + i, low);
        STORE(right + i + 32, high);
      }
    }
  }
}

ATTRIBUTES static void NAME(run)(
    operation what, uint8_t *left, uint8_t *right, size_t count, const uint8_t *tables) {
  switch (what) {
    case multiply_add: NAME(apply)(multiply_add, left, right, count, tables); break;
    case multiply: NAME(apply)(multiply, left, right, count, tables); break;
    case evaluate: NAME(apply)(evaluate, left, right, count, tables); break;
    case interpolate: NAME(apply)(interpolate, left, right, count, tables); break;
  }
}

#undef VECTOR
#undef WIDTH
#undef ATTRIBUTES
#undef NAME
#undef LOAD
#undef LOAD_TABLE
#undef STORE
#undef XOR
#undef LOOK_UP
#undef LOW
#undef HIGH
