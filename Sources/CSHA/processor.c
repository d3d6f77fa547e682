#include "processor.h"

#include <stdatomic.h>

#if defined(__x86_64__)
#include <cpuid.h>

static int detected(void) {
  unsigned a, b, c, d;
  int features = ia_processor_known;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
    features |= ia_processor_avx2;
  // The path also uses SSSE3 and SSE 4.1. Leaf 7, EBX, bit 29: SHA.
  if (__builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1")
      && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1)
    features |= ia_processor_sha256;
  return features;
}

#elif defined(__aarch64__) && defined(__APPLE__)

// Every ARM processor that runs macOS 11 or newer has both extensions.
static int detected(void) {
  return ia_processor_known | ia_processor_sha256 | ia_processor_sha512;
}

#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>

// Bits of AT_HWCAP, from Documentation/arch/arm64/elf_hwcaps.rst of Linux.
enum { hwcap_sha2 = 1 << 6, hwcap_sha512 = 1 << 21 };

static int detected(void) {
  unsigned long capabilities = getauxval(AT_HWCAP);
  return ia_processor_known | (capabilities & hwcap_sha2 ? ia_processor_sha256 : 0)
      | (capabilities & hwcap_sha512 ? ia_processor_sha512 : 0);
}

#else

static int detected(void) { return ia_processor_known; }

#endif

int ia_processor_features(void) {
  // Two threads may both detect; they store the same value.
  static _Atomic int cached;
  int features = atomic_load_explicit(&cached, memory_order_relaxed);
  if (!features) {
    features = detected();
    atomic_store_explicit(&cached, features, memory_order_relaxed);
  }
  return features;
}
