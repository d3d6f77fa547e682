#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFiles.h"

#include <stdio.h>

#if defined(__APPLE__)

#include <errno.h>
#include <unistd.h>

int ia_sync_file_system(int descriptor) {
  (void)descriptor;
  errno = ENOSYS;
  return -1;
}

int ia_sync_data(int descriptor) { return fsync(descriptor); }

int ia_exchange(const char *one, const char *other) { return renamex_np(one, other, RENAME_SWAP); }

int ia_rename_new(const char *old_name, const char *new_name) {
  return renamex_np(old_name, new_name, RENAME_EXCL);
}

#else

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int ia_sync_file_system(int descriptor) { return syncfs(descriptor); }

int ia_sync_data(int descriptor) { return fdatasync(descriptor); }

// The flags of renameat2, whose declaration not every C library has.
enum { NO_REPLACE = 1, EXCHANGE = 2 };

static int rename_with(const char *old_name, const char *new_name, unsigned flags) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, old_name, AT_FDCWD, new_name, flags);
}

int ia_exchange(const char *one, const char *other) { return rename_with(one, other, EXCHANGE); }

int ia_rename_new(const char *old_name, const char *new_name) {
  return rename_with(old_name, new_name, NO_REPLACE);
}

#endif
