#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CWorkers.h"
#include "attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int start(char *const arguments[], const char *output, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int fault = posix_spawn_file_actions_init(&actions);
  if (fault != 0) return fault;
  fault = posix_spawnattr_init(&attributes);
  if (fault == 0) {
    ia_set_program_attributes(&attributes);
    fault = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (fault == 0)
      fault = posix_spawn_file_actions_addopen(
        &actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fault == 0)
      fault = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (fault == 0)
      fault = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return fault;
}

int ia_program_start(char *const arguments[], const char *output) {
  pid_t process = 0;
  int fault = start(arguments, output, &process);
  return fault != 0 ? -fault : (int)process;
}

int ia_program_wait(int process, int *status) {
  const struct timespec pause = {0, 20 * 1000 * 1000};
  int found = 0;
  pid_t ended = waitpid(process, &found, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) {
    // A signal ends the pause.
    nanosleep(&pause, NULL);
    return 0;
  }
  // What the program has started and left behind ends with it.
  kill(-process, SIGKILL);
  *status = ended < 0 ? -errno : WIFEXITED(found) ? WEXITSTATUS(found) : 128 + WTERMSIG(found);
  return 1;
}

void ia_program_kill(int process) {
  kill(-process, SIGKILL);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
}
