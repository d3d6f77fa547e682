#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CAllocation.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static struct {
  size_t limit;
  int status;
  const char *message;
} watch;

static size_t peak_of_usage(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#if defined(__APPLE__)
  return (size_t)usage.ru_maxrss;
#else
  return (size_t)usage.ru_maxrss << 10;
#endif
}

// On Linux the usage of a process begins with the peak of the one that started it; its status has its
// own. That costs more to ask for.
static size_t peak_of_status(size_t otherwise) {
#if defined(__linux__)
  char text[4096];
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return otherwise;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return otherwise;
  text[count] = 0;
  const char *line = strstr(text, "VmHWM:");
  return line ? (size_t)strtoull(line + 6, NULL, 10) << 10 : otherwise;
#else
  return otherwise;
#endif
}

static int is_exceeded(void) {
  size_t peak = peak_of_usage();
  return peak > watch.limit && peak_of_status(peak) > watch.limit;
}

// Looks every two milliseconds: in that time a process can touch some megabytes.
static void *look(void *unused) {
  (void)unused;
  const struct timespec pause = {0, 2000000};
  while (!is_exceeded()) nanosleep(&pause, NULL);
  ssize_t written = write(STDERR_FILENO, watch.message, strlen(watch.message));
  (void)written;
  _exit(watch.status);
}

int ia_watch_memory(size_t limit, int status, const char *message) {
  watch.limit = limit;
  watch.status = status;
  watch.message = message;
  // A limit below what a process starts with is no race.
  if (is_exceeded()) look(NULL);
  pthread_t thread;
  int result = pthread_create(&thread, NULL, look, NULL);
  return result != 0 ? result : pthread_detach(thread);
}
