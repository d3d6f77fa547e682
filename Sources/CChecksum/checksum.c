// The processor's instruction for CRC-32C, which Swift cannot reach.

#include "ia_checksum.h"

#include <string.h>

#if defined(__x86_64__)
#include <nmmintrin.h>

int ia_crc32c_is_available(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.2") != 0;
}

__attribute__((target("sse4.2"))) uint32_t ia_crc32c_update(
    uint32_t state, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  uint64_t wide = state;
  for (; count >= 8; at += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  state = (uint32_t)wide;
  for (; count > 0; ++at, --count) state = _mm_crc32_u8(state, *at);
  return state;
}

#elif defined(__aarch64__) && (defined(__APPLE__) || defined(__linux__))
#include <arm_acle.h>

#if defined(__APPLE__)

// Every ARM processor that runs macOS has the instruction.
int ia_crc32c_is_available(void) { return 1; }

#else
#include <sys/auxv.h>

// A bit of AT_HWCAP, from Documentation/arch/arm64/elf_hwcaps.rst of Linux.
enum { hwcap_crc32 = 1 << 7 };

int ia_crc32c_is_available(void) { return (getauxval(AT_HWCAP) & hwcap_crc32) != 0; }

#endif

#if defined(__clang__)
#define CRC __attribute__((target("crc")))
#else
#define CRC __attribute__((target("+crc")))
#endif

CRC uint32_t ia_crc32c_update(uint32_t state, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  for (; count >= 8; at += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    state = __crc32cd(state, word);
  }
  for (; count > 0; ++at, --count) state = __crc32cb(state, *at);
  return state;
}

#else

int ia_crc32c_is_available(void) { return 0; }

uint32_t ia_crc32c_update(uint32_t state, const void *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return state;
}

#endif
