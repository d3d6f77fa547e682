#include "CAllocationCount.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

// A program that links this target has these functions instead of those of glibc, in its libraries, too. They count and call
// the functions of glibc under its own names.

#if defined(__GLIBC__)

static _Thread_local uint64_t count;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  count++;
  void *found = __libc_memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *block = found;
  return 0;
}

uint64_t counted_allocations(void) { return count; }

#else

uint64_t counted_allocations(void) { return 0; }

#endif
