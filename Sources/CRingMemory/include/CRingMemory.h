// Memory that is mapped twice, one mapping after the other: a ring that can be read in order from any place.
#pragma once
#include <stddef.h>

// The size of a page of memory in bytes.
size_t ia_page_bytes(void);

// Maps memory of zeros twice in a row, so that what is written to one mapping is read from the other. The number of
// bytes is a multiple of the size of a page. Returns the start of the first mapping, or NULL where there is no such
// memory.
void *ia_map_ring(size_t bytes);

// Unmaps both mappings.
void ia_unmap_ring(void *memory, size_t bytes);
