#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CAllocation.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static struct {
  size_t limit;
  int status;
  const char *message;
} watch;

static size_t peak_bytes(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#if defined(__APPLE__)
  return (size_t)usage.ru_maxrss;
#else
  return (size_t)usage.ru_maxrss << 10;
#endif
}

// Looks every two milliseconds: in that time a process can touch some megabytes.
static void *look(void *unused) {
  (void)unused;
  const struct timespec pause = {0, 2000000};
  while (peak_bytes() <= watch.limit) nanosleep(&pause, NULL);
  ssize_t written = write(STDERR_FILENO, watch.message, strlen(watch.message));
  (void)written;
  _exit(watch.status);
}

int ia_watch_memory(size_t limit, int status, const char *message) {
  watch.limit = limit;
  watch.status = status;
  watch.message = message;
  // A limit below what a process starts with is no race.
  if (peak_bytes() > limit) look(NULL);
  pthread_t thread;
  int result = pthread_create(&thread, NULL, look, NULL);
  return result != 0 ? result : pthread_detach(thread);
}
