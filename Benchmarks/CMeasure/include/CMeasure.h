// What the benchmarks need from C: memory in use, ICU's own iteration, a call to count in.
#ifndef CMEASURE_H
#define CMEASURE_H

#include <stddef.h>
#include <stdint.h>

/// Bytes that malloc has handed out and not got back, large blocks included; 0 where unknown.
size_t measure_allocated_bytes(void);

/// Bytes of memory that the process holds, the kernel's view; 0 where unknown.
size_t measure_resident_bytes(void);

/// The most memory that the process ever held, in bytes; 0 where unknown.
size_t measure_peak_bytes(void);

/// Makes the heap keep what is given back to it, as `iaconv` does, or not. Otherwise it depends on what
/// lies at its end whether large blocks come with new pages each time. Nothing happens without glibc.
void measure_keep_heap(int keeps);

/// CPU time of this process in nanoseconds.
uint64_t measure_cpu_nanoseconds(void);

/// The number of boundaries that ICU's iterator finds in UTF-16 text; -1 on failure.
///
/// kind: 0 characters, 1 words, 3 sentences, as ICU numbers them.
int64_t measure_icu_boundaries(int kind, const uint16_t *text, int32_t count);

/// Calls a function with its context. Callgrind counts between its entry and its return alone
/// (--toggle-collect=measure_call), so that starting the process is not counted.
void measure_call(void (*body)(void *), void *context);

/// Executes at least so many instructions: a regression that a test plants.
void measure_spin(int64_t instructions);

/// Allocates a small block and frees it: a regression that a test plants.
void measure_allocate(void);

#endif
