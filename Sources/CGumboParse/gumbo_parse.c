#include "gumbo_parse.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static _Thread_local sigjmp_buf *volatile escape;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int parses;
static struct sigaction before;

// A signal from another process says its sender; not every system says one for a process's own.
static void on_abort(int number, siginfo_t *info, void *context) {
  (void)context;
  int is_own = info->si_pid == 0 || info->si_pid == getpid();
  if (escape && is_own) siglongjmp(*escape, 1);
  // Delivered again, to what was there before, once this handler returns.
  sigaction(SIGABRT, &before, NULL);
  raise(number);
}

static void begin(void) {
  pthread_mutex_lock(&lock);
  if (parses++ == 0) {
    struct sigaction ours = {.sa_sigaction = on_abort, .sa_flags = SA_SIGINFO};
    sigemptyset(&ours.sa_mask);
    sigaction(SIGABRT, &ours, &before);
  }
  pthread_mutex_unlock(&lock);
}

static void end(void) {
  pthread_mutex_lock(&lock);
  if (--parses == 0) {
    struct sigaction current;
    sigaction(SIGABRT, NULL, &current);
    if (current.sa_flags & SA_SIGINFO && current.sa_sigaction == on_abort)
      sigaction(SIGABRT, &before, NULL);
  }
  pthread_mutex_unlock(&lock);
}

GumboOutput *ia_gumbo_parse(const GumboOptions *options, const char *bytes, size_t count) {
  begin();
  sigjmp_buf here;
  GumboOutput *volatile output = NULL;
  if (sigsetjmp(here, 1) == 0) {
    escape = &here;
    output = gumbo_parse_with_options(options, bytes, count);
  }
  escape = NULL;
  end();
  return output;
}
