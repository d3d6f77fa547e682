#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFiles.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#if defined(__linux__)

#include <sys/inotify.h>

int ia_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int ia_watch_add(int watch, const char *path) {
  return inotify_add_watch(
    watch, path,
    IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR | IN_EXCL_UNLINK);
}

enum ia_watch_event ia_watch_meaning(uint32_t mask) {
  if (mask & IN_Q_OVERFLOW) return IA_WATCH_LOST;
  if (mask & (IN_DELETE_SELF | IN_MOVE_SELF)) return IA_WATCH_GONE;
  if (mask & IN_MODIFY) return IA_WATCH_MODIFIED;
  if (mask & (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)) return IA_WATCH_CLOSED;
  return IA_WATCH_OTHER;
}

int ia_watch_is_folder(uint32_t mask) { return (mask & IN_ISDIR) != 0; }

int ia_watch_is_new(uint32_t mask) { return (mask & (IN_CREATE | IN_MOVED_TO)) != 0; }

#else

int ia_watch_open(void) {
  errno = ENOSYS;
  return -1;
}

int ia_watch_add(int watch, const char *path) {
  (void)watch;
  (void)path;
  errno = ENOSYS;
  return -1;
}

enum ia_watch_event ia_watch_meaning(uint32_t mask) {
  (void)mask;
  return IA_WATCH_OTHER;
}

int ia_watch_is_folder(uint32_t mask) {
  (void)mask;
  return 0;
}

int ia_watch_is_new(uint32_t mask) {
  (void)mask;
  return 0;
}

#endif

int ia_watch_wait(int watch, int milliseconds) {
  struct pollfd entry = {watch, POLLIN, 0};
  return poll(&entry, watch < 0 ? 0 : 1, milliseconds) > 0;
}
