#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CRingMemory.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

size_t ia_page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

#if defined(__linux__)
#include <sys/syscall.h>

enum { CLOSE_ON_EXEC = 1, NO_EXECUTE = 8 };

// Returns a file in memory without a name, or -1.
static int memory_file(size_t bytes) {
  int file = (int)syscall(SYS_memfd_create, "pixels", CLOSE_ON_EXEC | NO_EXECUTE);
  // Kernels before 6.3 do not know the second flag.
  if (file < 0 && errno == EINVAL) file = (int)syscall(SYS_memfd_create, "pixels", CLOSE_ON_EXEC);
  if (file >= 0 && ftruncate(file, (off_t)bytes) != 0) {
    close(file);
    return -1;
  }
  return file;
}

void *ia_map_ring(size_t bytes) {
  if (bytes == 0 || bytes > SIZE_MAX / 2) return NULL;
  int file = memory_file(bytes);
  if (file < 0) return NULL;
  // The address space for both is reserved first.
  char *memory = mmap(NULL, 2 * bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t part = 0; part < 2 && memory != MAP_FAILED; part++) {
    void *mapped = mmap(memory + part * bytes, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0);
    if (mapped == MAP_FAILED) {
      munmap(memory, 2 * bytes);
      memory = MAP_FAILED;
    }
  }
  close(file);
  return memory == MAP_FAILED ? NULL : memory;
}

void ia_unmap_ring(void *memory, size_t bytes) { munmap(memory, 2 * bytes); }

#elif defined(__APPLE__)
#include <mach/mach.h>

void *ia_map_ring(size_t bytes) {
  if (bytes == 0 || bytes > SIZE_MAX / 2) return NULL;
  vm_address_t memory = 0;
  if (vm_allocate(mach_task_self(), &memory, 2 * bytes, VM_FLAGS_ANYWHERE) != KERN_SUCCESS) return NULL;
  vm_address_t second = memory + bytes;
  vm_prot_t current = 0, most = 0;
  if (vm_remap(mach_task_self(), &second, bytes, 0, VM_FLAGS_FIXED | VM_FLAGS_OVERWRITE, mach_task_self(), memory,
               0, &current, &most, VM_INHERIT_DEFAULT) != KERN_SUCCESS) {
    vm_deallocate(mach_task_self(), memory, 2 * bytes);
    return NULL;
  }
  return (void *)memory;
}

void ia_unmap_ring(void *memory, size_t bytes) {
  vm_deallocate(mach_task_self(), (vm_address_t)memory, 2 * bytes);
}

#else

void *ia_map_ring(size_t bytes) {
  (void)bytes;
  return NULL;
}

void ia_unmap_ring(void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
}

#endif
