#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CWorkers.h"
#include "internal.h"
#include "attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
// Of <linux/memfd.h> and <linux/fcntl.h>, which not every C library repeats.
enum { CLOSE_ON_EXEC = 1, ALLOW_SEALING = 2, NO_EXECUTE = 8 };
enum { ADD_SEALS = 1033, SEAL_SEAL = 1, SEAL_SHRINK = 2, SEAL_GROW = 4 };
enum { KEEP_SIZE = 1, PUNCH_HOLE = 2 };
#endif

int ia_worker_pair(int sockets[2]) {
#if defined(SOCK_CLOEXEC)
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return failure();
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return failure();
  for (int side = 0; side < 2; side += 1) {
    int on = 1;
    fcntl(sockets[side], F_SETFD, FD_CLOEXEC);
    setsockopt(sockets[side], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
  }
#endif
  return 0;
}

// A copy whose number is none of those that the started program gets.
static int above(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 16); }

// Makes a socket the standard input and output.
static int add_streams(posix_spawn_file_actions_t *actions, int socket) {
  int fault = posix_spawn_file_actions_adddup2(actions, socket, 0);
  return fault != 0 ? fault : posix_spawn_file_actions_adddup2(actions, socket, 1);
}

// Makes a socket the descriptor of a worker, and the standard streams empty.
static int add_socket(posix_spawn_file_actions_t *actions, int socket) {
  int fault = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  for (int stream = 1; stream <= 2 && fault == 0; stream += 1) {
    fault = posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_WRONLY, 0);
  }
  return fault != 0 ? fault : posix_spawn_file_actions_adddup2(actions, socket, IA_WORKER_SOCKET);
}

int ia_worker_start(
  const char *path, char *const arguments[], char *const environment[], int socket, int memory,
  int streams
) {
  int own_socket = above(socket);
  if (own_socket < 0) return failure();
  int own_memory = memory < 0 ? -1 : above(memory);
  if (memory >= 0 && own_memory < 0) {
    int fault = failure();
    close(own_socket);
    return fault;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int fault = posix_spawn_file_actions_init(&actions);
  if (fault == 0) {
    fault = posix_spawnattr_init(&attributes);
    if (fault != 0) posix_spawn_file_actions_destroy(&actions);
  }
  pid_t process = 0;
  if (fault == 0) {
    ia_set_program_attributes(&attributes);
    fault = streams ? add_streams(&actions, own_socket) : add_socket(&actions, own_socket);
    if (fault == 0 && own_memory >= 0)
      fault = posix_spawn_file_actions_adddup2(&actions, own_memory, IA_WORKER_MEMORY);
    if (fault == 0) {
      fault = (streams ? posix_spawnp : posix_spawn)(
        &process, path, &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  close(own_socket);
  if (own_memory >= 0) close(own_memory);
  return fault == 0 ? (int)process : -fault;
}

int ia_worker_memory(size_t size) {
#if defined(__linux__) && defined(SYS_memfd_create)
  unsigned flags = CLOSE_ON_EXEC | ALLOW_SEALING;
  int memory = (int)syscall(SYS_memfd_create, "iaconv-result", flags | NO_EXECUTE);
  // Kernels before 6.3 do not know the third flag.
  if (memory < 0 && errno == EINVAL)
    memory = (int)syscall(SYS_memfd_create, "iaconv-result", flags);
  if (memory < 0) return failure();
  if (ftruncate(memory, (off_t)size) != 0
      || fcntl(memory, ADD_SEALS, SEAL_SEAL | SEAL_SHRINK | SEAL_GROW) != 0) {
    int fault = failure();
    close(memory);
    return fault;
  }
  return memory;
#else
  (void)size;
  return -ENOSYS;
#endif
}

ptrdiff_t ia_worker_send(int socket, const void *bytes, size_t count, int descriptor, int waits) {
  struct iovec piece = {(void *)bytes, count};
  struct msghdr message = {0};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? failure() : sent;
}

ptrdiff_t ia_worker_receive(int socket, void *bytes, size_t count, int *descriptor, int waits) {
  ssize_t got;
  if (descriptor == NULL && waits) {
    do { got = read(socket, bytes, count); } while (got < 0 && errno == EINTR);
    return got < 0 ? failure() : got;
  }
  struct iovec piece = {bytes, count};
  struct msghdr message = {0};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  if (descriptor != NULL) {
    *descriptor = -1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
  }
  do {
    got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  } while (got < 0 && errno == EINTR);
  if (got < 0) return failure();
  if (descriptor == NULL) return got;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  // The room is for one descriptor: the kernel closes others.
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
      && header->cmsg_len == CMSG_LEN(sizeof(int))) {
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  }
  return got;
}

int ia_worker_write(int descriptor, const void *bytes, size_t count) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t written = write(descriptor, rest, count);
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN) {
        struct pollfd entry = {descriptor, POLLOUT, 0};
        poll(&entry, 1, -1);
        continue;
      }
      return failure();
    }
    rest += written;
    count -= (size_t)written;
  }
  return 0;
}

ptrdiff_t ia_worker_copy(int descriptor, void *bytes, size_t count, uint64_t offset) {
  size_t done = 0;
  while (done < count) {
    ssize_t got = pread(descriptor, (char *)bytes + done, count - done, (off_t)(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure();
    if (got == 0) break;
    done += (size_t)got;
  }
  return (ptrdiff_t)done;
}

int ia_worker_fill(int descriptor, const void *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t got = pwrite(descriptor, (const char *)bytes + done, count - done, (off_t)done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return failure();
    done += (size_t)got;
  }
  return 0;
}

int ia_worker_discard(int descriptor, uint64_t offset, uint64_t count) {
#if defined(__linux__)
  int result = fallocate(descriptor, KEEP_SIZE | PUNCH_HOLE, (off_t)offset, (off_t)count);
  return result == 0 ? 0 : failure();
#else
  (void)descriptor;
  (void)offset;
  (void)count;
  return -ENOSYS;
#endif
}

void *ia_worker_map(int descriptor, size_t *count) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return NULL;
  if (status.st_size <= IA_WORKER_RESULT_OFFSET) return NULL;
  void *start =
    mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (start == MAP_FAILED) return NULL;
  *count = (size_t)status.st_size;
  return start;
}

int ia_worker_poll(
  const int *sockets, const uint8_t *writes, uint8_t *events, size_t count, int milliseconds
) {
  struct pollfd *entries = calloc(count > 0 ? count : 1, sizeof *entries);
  if (entries == NULL) return -ENOMEM;
  for (size_t index = 0; index < count; index += 1) {
    entries[index].fd = sockets[index];
    entries[index].events = (short)(POLLIN | (writes[index] ? POLLOUT : 0));
  }
  int result = poll(entries, (nfds_t)count, milliseconds);
  if (result < 0) result = errno == EINTR ? 0 : failure();
  for (size_t index = 0; index < count; index += 1) {
    short found = result > 0 ? entries[index].revents : 0;
    events[index] = (uint8_t)((found & POLLIN ? 1 : 0) | (found & POLLOUT ? 2 : 0)
                              | (found & (POLLHUP | POLLERR | POLLNVAL) ? 4 : 0));
  }
  free(entries);
  return result;
}

static uint64_t peak_bytes(const struct rusage *usage) {
#if defined(__APPLE__)
  return (uint64_t)usage->ru_maxrss;
#else
  return (uint64_t)usage->ru_maxrss << 10;
#endif
}

int ia_worker_wait(int process, int waits, struct ia_worker_end *end) {
  int status = 0;
  struct rusage usage;
  memset(&usage, 0, sizeof usage);
  pid_t found;
  do {
    found = wait4(process, &status, waits ? 0 : WNOHANG, &usage);
  } while (found < 0 && errno == EINTR);
  if (found == 0) return 0;
  memset(end, 0, sizeof *end);
  if (found > 0) {
    end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  }
  end->peak = peak_bytes(&usage);
  // A process starts with the peak of its parent, which says nothing about itself.
  struct rusage own;
  memset(&own, 0, sizeof own);
  if (getrusage(RUSAGE_SELF, &own) == 0 && end->peak <= peak_bytes(&own)) end->peak = 0;
  return 1;
}

void ia_worker_kill(int process) {
  if (process > 0) kill(process, SIGKILL);
}

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t ia_worker_cpu(int process) {
  if (process == 0) return nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
#if defined(__linux__)
  clockid_t clock;
  return clock_getcpuclockid(process, &clock) == 0 ? nanoseconds(clock) : 0;
#else
  return 0;
#endif
}

uint64_t ia_worker_now(void) { return nanoseconds(CLOCK_MONOTONIC); }

int ia_worker_open_usage(void) {
#if defined(__linux__)
  return open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
#else
  return -1;
#endif
}

uint64_t ia_worker_resident(int usage) {
  char text[128];
  if (usage < 0) return 0;
  ssize_t count = pread(usage, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  unsigned long long all, resident;
  if (sscanf(text, "%llu %llu", &all, &resident) != 2) return 0;
  return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

void ia_worker_close(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

int ia_worker_is_regular(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}
