#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CWorkers.h"
#include "internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// The three messages of the control socket have one size, and none begins like a frame of the worker
// protocol: a program that is no template cannot be mistaken for one.
enum { MESSAGE_SIZE = 8 };
static const char ready[MESSAGE_SIZE] = "IATMPL1";
static const char request[MESSAGE_SIZE] = "IAWORK1";
// The third: four of these bytes, and the process id or a negated errno.
static const char answer[4] = {'I', 'A', 'P', 'D'};

static int write_message(int control, const char *bytes) {
  size_t done = 0;
  while (done < MESSAGE_SIZE) {
    ssize_t sent = send(control, bytes + done, MESSAGE_SIZE - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return failure();
    done += (size_t)sent;
  }
  return 0;
}

// Reads a message until a time of `ia_worker_now`.
static int read_message(int control, char *bytes, uint64_t deadline) {
  size_t done = 0;
  while (done < MESSAGE_SIZE) {
    uint64_t now = ia_worker_now();
    if (now >= deadline) return -ETIMEDOUT;
    struct pollfd entry = {control, POLLIN, 0};
    int found = poll(&entry, 1, (int)((deadline - now) / 1000000u) + 1);
    if (found < 0 && errno != EINTR) return failure();
    if (found <= 0) continue;
    ssize_t got = recv(control, bytes + done, MESSAGE_SIZE - done, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) return failure();
    if (got == 0) return -EPIPE;
    done += (size_t)got;
  }
  return 0;
}

static uint64_t deadline_in(int milliseconds) {
  return ia_worker_now() + (uint64_t)milliseconds * 1000000u;
}

int ia_template_wait(int control, int milliseconds) {
  char message[MESSAGE_SIZE];
  int fault = read_message(control, message, deadline_in(milliseconds));
  if (fault != 0) return fault;
  return memcmp(message, ready, MESSAGE_SIZE) == 0 ? 0 : -EPROTO;
}

// Sends the request with the descriptors of the worker.
static int send_request(int control, int socket, int memory) {
  struct iovec piece = {(void *)request, MESSAGE_SIZE};
  struct msghdr message = {0};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(2 * sizeof(int))];
  } control_bytes;
  memset(&control_bytes, 0, sizeof control_bytes);
  int descriptors[2] = {socket, memory};
  size_t size = (memory >= 0 ? 2 : 1) * sizeof(int);
  message.msg_control = control_bytes.bytes;
  message.msg_controllen = CMSG_SPACE(size);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(size);
  memcpy(CMSG_DATA(header), descriptors, size);
  ssize_t sent;
  do {
    sent = sendmsg(control, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return failure();
  return sent == MESSAGE_SIZE ? 0 : -EIO;
}

int ia_template_copy(int control, int socket, int memory, int milliseconds) {
  int fault = send_request(control, socket, memory);
  if (fault != 0) return fault;
  char message[MESSAGE_SIZE];
  fault = read_message(control, message, deadline_in(milliseconds));
  if (fault != 0) return fault;
  int32_t process;
  memcpy(&process, message + sizeof answer, sizeof process);
  if (memcmp(message, answer, sizeof answer) != 0 || process == 0) return -EPROTO;
  if (process < 0) return process;
  // Only a child of this process is supervised, and killed, as a worker.
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return failure();
  return (int)process;
}

void ia_template_reap(int control) {
  char message[MESSAGE_SIZE];
  while (recv(control, message, MESSAGE_SIZE, MSG_DONTWAIT) == MESSAGE_SIZE) {
    int32_t process;
    memcpy(&process, message + sizeof answer, sizeof process);
    if (memcmp(message, answer, sizeof answer) != 0 || process <= 0) continue;
    // Only a child of this process is killed.
    siginfo_t info;
    memset(&info, 0, sizeof info);
    if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0) continue;
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
  }
}

#if defined(__linux__)

// Whether this is the only thread: a copy of the process has no other, and would wait for locks that others
// hold.
static int has_one_thread(void) {
  DIR *folder = opendir("/proc/self/task");
  if (folder == NULL) return 0;
  int count = 0;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) count += entry->d_name[0] != '.';
  closedir(folder);
  return count == 1;
}

// Copies the process as a child of its parent. Returns 0 in the copy.
static pid_t copy_process(void) {
  unsigned long flags = CLONE_PARENT | SIGCHLD;
  int *number = NULL;
#if defined(__GLIBC__) && defined(PR_GET_TID_ADDRESS)
  // As fork() does: the C library keeps the number of the thread where the kernel clears it at the end.
  if (prctl(PR_GET_TID_ADDRESS, &number, 0, 0, 0) == 0 && number != NULL && *number == getpid()) {
    flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
  } else {
    number = NULL;
  }
#endif
  // The address is the fourth argument on some architectures and the fifth on others; the other one
  // is not used without CLONE_SETTLS.
  long result = syscall(SYS_clone, flags, 0L, 0L, number, number);
  return result < 0 ? (pid_t)failure() : (pid_t)result;
}

// Receives a request with its one or two descriptors. Returns their number; 0 for everything else.
static int receive_request(int control, int descriptors[2]) {
  char bytes[MESSAGE_SIZE];
  struct iovec piece = {bytes, sizeof bytes};
  struct msghdr message = {0};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(2 * sizeof(int))];
  } control_bytes;
  message.msg_control = control_bytes.bytes;
  message.msg_controllen = sizeof control_bytes.bytes;
  ssize_t got;
  do { got = recvmsg(control, &message, MSG_CMSG_CLOEXEC); } while (got < 0 && errno == EINTR);
  if (got != MESSAGE_SIZE || memcmp(bytes, request, MESSAGE_SIZE) != 0) return 0;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return 0;
  int count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
  if (count < 1 || count > 2) return 0;
  memcpy(descriptors, CMSG_DATA(header), (size_t)count * sizeof(int));
  return count;
}

// Gives a copy the attributes of a process that was started as a worker. Returns 0, or a negated errno.
static int become_worker(pid_t broker, const int descriptors[2], int count) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return failure();
  // A broker that ended before the call is not noticed by it.
  if (getppid() != broker) return -ESRCH;
  if (setpgid(0, 0) != 0) return failure();
  int own[2] = {-1, -1};
  for (int index = 0; index < count; index += 1) {
    own[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, 16);
    if (own[index] < 0) return failure();
  }
  if (dup2(own[0], IA_WORKER_SOCKET) < 0) return failure();
  if (count == 2 && dup2(own[1], IA_WORKER_MEMORY) < 0) return failure();
  if (count == 1) close(IA_WORKER_MEMORY);
  return 0;
}

int ia_template_serve(int control) {
  pid_t broker = getppid();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != broker) return -ESRCH;
  if (!has_one_thread()) return -EBUSY;
  int fault = write_message(control, ready);
  int descriptors[2];
  int count;
  while (fault == 0 && (count = receive_request(control, descriptors)) > 0) {
    int32_t process = has_one_thread() ? copy_process() : -EBUSY;
    if (process == 0) {
      fault = become_worker(broker, descriptors, count);
      if (fault != 0) _exit(1);
      return 1;
    }
    for (int index = 0; index < count; index += 1) close(descriptors[index]);
    char message[MESSAGE_SIZE];
    memcpy(message, answer, sizeof answer);
    memcpy(message + sizeof answer, &process, sizeof process);
    fault = write_message(control, message);
  }
  return fault;
}

#else

int ia_template_serve(int control) {
  (void)control;
  return -ENOSYS;
}

#endif
