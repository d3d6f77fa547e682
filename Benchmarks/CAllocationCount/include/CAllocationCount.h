// Counts calls of malloc and its relatives.
#ifndef CALLOCATIONCOUNT_H
#define CALLOCATIONCOUNT_H

#include <stdint.h>

/// The calls of malloc, calloc, realloc, aligned_alloc and posix_memalign by this thread so far; always 0 without glibc.
uint64_t counted_allocations(void);

#endif
