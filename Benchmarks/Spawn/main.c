// ia-spawn PROGRAM [ARGUMENT…]: runs a program with its output thrown away and prints
// `STATUS CPU-NANOSECONDS PEAK-BYTES ELAPSED-NANOSECONDS`; the CPU time includes processes that the program waited for.
//
// Linux carries the peak memory of whoever starts a process over to it. So this program is small and
// does nothing else: what it needs itself (5 MB measured on Linux, for the Swift package manager links
// Swift's libraries to it) is the least that can be told.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child;
  if (posix_spawn(&child, argv[1], &actions, NULL, argv + 1, environ)) return 66;
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0) return 70;
  clock_gettime(CLOCK_MONOTONIC, &end);
  long long elapsed = (end.tv_sec - start.tv_sec) * 1000000000LL + (end.tv_nsec - start.tv_nsec);
  long long cpu = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000LL +
                  (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000LL;
#ifdef __APPLE__
  long long peak = usage.ru_maxrss;
#else
  long long peak = usage.ru_maxrss * 1024LL;
#endif
  printf("%d %lld %lld %lld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
         cpu, peak, elapsed);
  return 0;
}
