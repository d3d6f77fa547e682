#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CWorkers.h"
#include "internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

ptrdiff_t ia_group_read(const char *path, void *bytes, size_t count) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (file < 0) return failure();
  ptrdiff_t got = ia_worker_receive(file, bytes, count, NULL, 1);
  // A file of the system may return less than there is.
  while (got > 0 && (size_t)got < count) {
    ptrdiff_t more = ia_worker_receive(file, (char *)bytes + got, count - (size_t)got, NULL, 1);
    if (more <= 0) break;
    got += more;
  }
  close(file);
  return got;
}

int ia_group_write(const char *path, const void *bytes, size_t count) {
  int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
  if (file < 0) return failure();
  // One call: the kernel takes each as a command.
  ssize_t written;
  do { written = write(file, bytes, count); } while (written < 0 && errno == EINTR);
  int result = written == (ssize_t)count ? 0 : failure();
  close(file);
  return result;
}

int ia_group_make(const char *path) { return mkdir(path, 0755) == 0 ? 0 : failure(); }

int ia_group_remove(const char *path, int attempts) {
  while (rmdir(path) != 0) {
    attempts -= 1;
    if (errno != EBUSY || attempts <= 0) return failure();
    // A process that has just ended leaves its group a moment later.
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
  }
  return 0;
}

ptrdiff_t ia_group_names(const char *path, const char *prefix, char *names, size_t count) {
  DIR *folder = opendir(path);
  if (folder == NULL) return failure();
  size_t used = 0, prefix_count = strlen(prefix);
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    size_t size = strlen(entry->d_name) + 1;
    if (strncmp(entry->d_name, prefix, prefix_count) != 0) continue;
    if (size > count - used) break;
    memcpy(names + used, entry->d_name, size);
    used += size;
  }
  closedir(folder);
  return (ptrdiff_t)used;
}

int ia_process_runs(int process) { return kill(process, 0) == 0 || errno != ESRCH; }

int ia_process_own(void) { return (int)getpid(); }
