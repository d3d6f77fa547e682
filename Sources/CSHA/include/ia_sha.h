#pragma once
#include <stddef.h>
#include <stdint.h>

// SHA-256 and SHA-512 (FIPS 180-4). A message may come in any number of parts, and is limited only
// by the length field of the standard. No function allocates, and none writes shared memory but the
// cache of the processor's features, which is atomic.

/// An implementation of a compression function. All have the same results.
typedef enum {
  /// C without instructions of a certain processor.
  ia_sha_portable,
  /// x86-64 with AVX2 and BMI2: the message schedules of two blocks at once.
  ia_sha_vectors,
  /// The processor's own instructions: SHA-NI on x86-64, the SHA2 and SHA512 extensions on ARMv8.
  ia_sha_instructions
} ia_sha_path;

/// Returns 1 if this processor can run a path of SHA-256, else 0.
int ia_sha256_has(ia_sha_path path);

/// Returns the fastest path of SHA-256 that this processor can run.
ia_sha_path ia_sha256_fastest(void);

/// A SHA-256 computation. `ia_sha256_start` initializes it.
typedef struct {
  uint64_t count;
  uint32_t state[8];
  uint8_t rest[64];
  ia_sha_path path;
} ia_sha256;

/// Starts a computation. The processor must be able to run the path.
void ia_sha256_start(ia_sha256 *hash, ia_sha_path path);

/// Appends bytes to the message.
void ia_sha256_update(ia_sha256 *hash, const void *bytes, size_t count);

/// Writes the digest of the message so far as four numbers, the most significant first. The
/// computation can continue.
void ia_sha256_finish(const ia_sha256 *hash, uint64_t words[4]);

/// Returns 1 if this processor can run a path of SHA-512, else 0.
int ia_sha512_has(ia_sha_path path);

/// Returns the fastest path of SHA-512 that this processor can run.
ia_sha_path ia_sha512_fastest(void);

/// A SHA-512 computation. `ia_sha512_start` initializes it.
typedef struct {
  uint64_t count;
  uint64_t state[8];
  uint8_t rest[128];
  ia_sha_path path;
} ia_sha512;

/// Starts a computation. The processor must be able to run the path.
void ia_sha512_start(ia_sha512 *hash, ia_sha_path path);

/// Appends bytes to the message.
void ia_sha512_update(ia_sha512 *hash, const void *bytes, size_t count);

/// Writes the digest of the message so far as eight numbers, the most significant first. The
/// computation can continue.
void ia_sha512_finish(const ia_sha512 *hash, uint64_t words[8]);
