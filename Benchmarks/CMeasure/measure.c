#define _GNU_SOURCE
#include "CMeasure.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unicode/ubrk.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

size_t measure_allocated_bytes(void) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

void measure_keep_heap(int keeps) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, keeps ? 32 << 20 : 128 << 10);
  mallopt(M_TRIM_THRESHOLD, keeps ? INT_MAX : 128 << 10);
  if (!keeps) malloc_trim(0);
#else
  (void)keeps;
#endif
}

size_t measure_resident_bytes(void) {
  size_t pages = 0;
#ifdef __linux__
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%*u %zu", &pages) != 1) pages = 0;
  fclose(file);
#endif
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

size_t measure_peak_bytes(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  return (size_t)usage.ru_maxrss;
#else
  return (size_t)usage.ru_maxrss * 1024;
#endif
}

uint64_t measure_cpu_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t measure_icu_boundaries(int kind, const uint16_t *text, int32_t count) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator =
      ubrk_open((UBreakIteratorType)kind, "", (const UChar *)text, count, &status);
  if (U_FAILURE(status)) return -1;
  int64_t found = 0;
  while (ubrk_next(iterator) != UBRK_DONE) found += 1;
  ubrk_close(iterator);
  return found;
}

__attribute__((noinline)) void measure_call(void (*body)(void *), void *context) {
  body(context);
  // Something after the call, so that it does not become a jump.
  __asm__ volatile("" ::: "memory");
}

void measure_spin(int64_t instructions) {
  // A subtraction, a test and a jump, or a subtraction and a jump: at least two for each turn.
  for (int64_t turns = instructions / 2; turns > 0; turns -= 1) __asm__ volatile("" : "+r"(turns));
}

void measure_allocate(void) {
  void *volatile block = malloc(16);
  free(block);
}
