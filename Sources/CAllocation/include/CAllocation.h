#ifndef CALLOCATION_H
#define CALLOCATION_H

#include <stddef.h>

/// Makes the heap keep what is given back to it, take large blocks too, and start with room, in
/// huge pages where the kernel has them. The room is address space; pages come as they are touched.
///
/// To be called before threads are started. Does nothing where the C library is not glibc.
void ia_prepare_heap(size_t room);

#endif
