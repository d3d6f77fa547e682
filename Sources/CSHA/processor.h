#pragma once

// Features of the processor that decide which path runs.
enum {
  // The cache is filled; a processor may have none of the other features.
  ia_processor_known = 1,
  // AVX2 and BMI2, which the operating system also saves.
  ia_processor_avx2 = 2,
  // Instructions for SHA-256.
  ia_processor_sha256 = 4,
  // Instructions for SHA-512.
  ia_processor_sha512 = 8
};

// Returns the features of this processor. Asks the system once and caches the answer.
int ia_processor_features(void);
