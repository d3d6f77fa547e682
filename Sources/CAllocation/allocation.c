#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CAllocation.h"

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__)

#include <limits.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20, LARGEST_FROM_HEAP = 32 << 20, STEP = 1 << 20 };

// Twice what as many small pages cost there, in nanoseconds.
enum { SLOW_HUGE_PAGE = 1500000 };

static int64_t now(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Asks for huge pages one by one and touches each, until one is slow to come: a virtual machine that
// gave free memory back to its host waits for that then, many times as long as for small pages, which
// are of memory that was not given back.
static void take_huge_pages(uintptr_t start, uintptr_t end) {
  for (uintptr_t page = start; page < end; page += HUGE_PAGE) {
    int64_t before = now();
    // Advice: where there are no huge pages, small ones do.
    if (madvise((void *)page, HUGE_PAGE, MADV_HUGEPAGE) != 0) return;
    *(volatile char *)page = 0;
    if (now() - before > SLOW_HUGE_PAGE) return;
  }
}

void ia_prepare_heap(size_t room, size_t dense) {
  if (room > INT_MAX) room = INT_MAX;
  // 32 MiB is the most that glibc takes for this.
  mallopt(M_MMAP_THRESHOLD, LARGEST_FROM_HEAP);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  uintptr_t before = (uintptr_t)sbrk(0);
  // The heap grows by what is asked for and this much more.
  mallopt(M_TOP_PAD, (int)room);
  // Volatile, or a compiler leaves out what is not used.
  void *volatile block = malloc(STEP);
  free(block);
  mallopt(M_TOP_PAD, STEP);
  uintptr_t end = (uintptr_t)sbrk(0);
  // Where it could not grow, what lies there is not its own.
  if (end == (uintptr_t)-1 || end < before || end - before < room) return;
  uintptr_t start = (end - room + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
  if (dense < end - start) end = start + (dense & ~(uintptr_t)(HUGE_PAGE - 1));
  take_huge_pages(start, end);
}

#else

void ia_prepare_heap(size_t room, size_t dense) {
  (void)room;
  (void)dense;
}

#endif
