#ifndef IA_CHECKSUM_H
#define IA_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// Returns 1 if this processor has an instruction for CRC-32C that this file can use, else 0.
int ia_crc32c_is_available(void);

/// Continues a CRC-32C (reflected polynomial 0x82F63B78) over bytes, without the inversions before
/// and after. Only where `ia_crc32c_is_available` says so.
uint32_t ia_crc32c_update(uint32_t state, const void *bytes, size_t count);

#endif
