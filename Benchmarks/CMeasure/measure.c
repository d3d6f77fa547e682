#define _GNU_SOURCE
#include "CMeasure.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unicode/ubrk.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

extern char **environ;

size_t measure_allocated_bytes(void) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

uint64_t measure_cpu_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t measure_icu_boundaries(int kind, const uint16_t *text, int32_t count) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator =
      ubrk_open((UBreakIteratorType)kind, "", (const UChar *)text, count, &status);
  if (U_FAILURE(status)) return -1;
  int64_t found = 0;
  while (ubrk_next(iterator) != UBRK_DONE) found += 1;
  ubrk_close(iterator);
  return found;
}

measure_child measure_spawn(const char *path, char *const argv[]) {
  measure_child result = {.status = -1};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t child;
  int failed = posix_spawn(&child, path, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return result;
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0) return result;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.cpu_nanoseconds =
      (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000u +
      (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000u;
#ifdef __APPLE__
  result.peak_bytes = (uint64_t)usage.ru_maxrss;
#else
  result.peak_bytes = (uint64_t)usage.ru_maxrss * 1024u;
#endif
  return result;
}

__attribute__((noinline)) void measure_call(void (*body)(void *), void *context) {
  body(context);
  // Something after the call, so that it does not become a jump.
  __asm__ volatile("" ::: "memory");
}
