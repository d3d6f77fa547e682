#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CWorkers.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/// The number of clients that may wait.
enum { BACKLOG = 16 };

static int failure(void) { return errno != 0 ? -errno : -EIO; }

static int make_socket(void) {
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (descriptor < 0) return failure();
  int flags = fcntl(descriptor, F_GETFL);
  if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0
      || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0) {
    int fault = failure();
    close(descriptor);
    return fault;
  }
#if defined(SO_NOSIGPIPE)
  int on = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return descriptor;
}

// Removes the socket of a process that has ended. Returns 0, -EADDRINUSE if a process listens to it, or
// -EEXIST if the path is not that of a socket.
static int remove_stale(const struct sockaddr_un *address) {
  struct stat status;
  if (lstat(address->sun_path, &status) != 0) return errno == ENOENT ? 0 : failure();
  if (!S_ISSOCK(status.st_mode)) return -EEXIST;
  int probe = make_socket();
  if (probe < 0) return probe;
  int result = connect(probe, (const struct sockaddr *)address, sizeof *address);
  int fault = result == 0 ? 0 : errno;
  close(probe);
  if (fault != ECONNREFUSED) return -EADDRINUSE;
  return unlink(address->sun_path) == 0 || errno == ENOENT ? 0 : failure();
}

int ia_status_listen(const char *path, struct ia_status_socket *result) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
  strcpy(address.sun_path, path);
  int fault = remove_stale(&address);
  if (fault != 0) return fault;
  int listener = make_socket();
  if (listener < 0) return listener;
  // The name must never be there with more permissions than it has in the end.
  mode_t mask = umask(0177);
  int bound = bind(listener, (struct sockaddr *)&address, sizeof address);
  if (bound != 0) fault = failure();
  umask(mask);
  struct stat status;
  if (fault == 0 && lstat(path, &status) != 0) fault = failure();
  if (fault == 0 && listen(listener, BACKLOG) != 0) {
    fault = failure();
    unlink(path);
  }
  if (fault != 0) {
    close(listener);
    return fault;
  }
  result->descriptor = listener;
  result->device = (uint64_t)status.st_dev;
  result->inode = (uint64_t)status.st_ino;
  return 0;
}

int ia_status_accept(const struct ia_status_socket *socket) {
  int client = accept(socket->descriptor, NULL, NULL);
  if (client < 0) return failure();
  int flags = fcntl(client, F_GETFL);
  if (fcntl(client, F_SETFD, FD_CLOEXEC) != 0 || fcntl(client, F_SETFL, flags | O_NONBLOCK) != 0) {
    int fault = failure();
    close(client);
    return fault;
  }
  return client;
}

void ia_status_answer(int client, const void *bytes, size_t count) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t sent = send(client, rest, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) break;
    rest += sent;
    count -= (size_t)sent;
  }
  close(client);
}

void ia_status_close(const struct ia_status_socket *socket, const char *path) {
  struct stat status;
  if (lstat(path, &status) == 0 && (uint64_t)status.st_dev == socket->device
      && (uint64_t)status.st_ino == socket->inode)
    unlink(path);
  close(socket->descriptor);
}
