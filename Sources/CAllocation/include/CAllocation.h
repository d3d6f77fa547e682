#ifndef CALLOCATION_H
#define CALLOCATION_H

#include <stddef.h>

/// Makes the heap keep what is given back to it, take large blocks too, and start with room. The room
/// is address space; pages come as they are touched, and as huge pages, where the kernel has them, in
/// the first part, which is expected to be filled densely. Sizes are in bytes.
///
/// To be called before threads are started. Does nothing where the C library is not glibc.
void ia_prepare_heap(size_t room, size_t dense);

/// Starts a thread that ends the process with a status, after a message on the standard error, once
/// the process has had more memory than so many bytes. Returns 0, or an error number.
///
/// The message must stay where it is.
int ia_watch_memory(size_t limit, int status, const char *message);

#endif
