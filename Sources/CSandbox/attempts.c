#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#endif

// Each attempt returns whether the system let it happen, and undoes what it did.

static int reads_file(void) {
  int file = open("/etc/passwd", O_RDONLY);
  if (file >= 0) close(file);
  return file >= 0;
}

static int lists_folder(void) {
  int folder = open("/", O_RDONLY | O_DIRECTORY);
  if (folder >= 0) close(folder);
  return folder >= 0;
}

static int creates_file(void) {
  const char *name = "/tmp/iaconv-sandbox-check";
  int file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (file < 0) return 0;
  close(file);
  unlink(name);
  return 1;
}

static int removes_file(void) {
  // The error of a file that is not there would show that the call was performed.
  return unlink("/tmp/iaconv-sandbox-no-such-file") == 0 || errno == ENOENT;
}

static int makes_folder(void) {
  const char *name = "/tmp/iaconv-sandbox-check-folder";
  if (mkdir(name, 0700) != 0) return 0;
  rmdir(name);
  return 1;
}

static int makes_network_socket(void) {
  int found = socket(AF_INET, SOCK_STREAM, 0);
  if (found >= 0) close(found);
  return found >= 0;
}

static int makes_local_socket(void) {
  int found = socket(AF_UNIX, SOCK_STREAM, 0);
  if (found >= 0) close(found);
  return found >= 0;
}

static int connects(void) {
  // The socket of the session exists already; a refused connection would show that connect() ran.
  struct sockaddr_un address = {0};
  address.sun_family = AF_UNIX;
  strcpy(address.sun_path, "/tmp/iaconv-sandbox-no-such-socket");
  return connect(0, (struct sockaddr *)&address, sizeof address) == 0 || errno != EPERM;
}

static int starts_process(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  return child > 0;
}

static int executes(void) {
  char *const arguments[] = {"/iaconv-sandbox-no-such-program", NULL};
  // Returns in any case; the error of a missing file would show that the call was performed.
  execv(arguments[0], arguments);
  return errno != EPERM && errno != EACCES;
}

static int signals_parent(void) { return kill(getppid(), 0) == 0; }

static int maps_code(void) {
  void *start = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return 0;
  munmap(start, 4096);
  return 1;
}

static int makes_code(void) {
  void *start = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return 0;
  int result = mprotect(start, 4096, PROT_READ | PROT_EXEC) == 0;
  munmap(start, 4096);
  return result;
}

static int raises_limit(void) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

#if defined(__linux__)

static int traces(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0; }

static int reads_memory(void) {
  char byte;
  struct iovec own = {&byte, 1};
  struct iovec other = {(void *)&reads_memory, 1};
  return process_vm_readv(getppid(), &own, 1, &other, 1, 0) > 0
    // Anything but the refusal of the call shows that it was performed.
    || errno != EPERM;
}

static int calls(long number) {
  long result = syscall(number, 0, NULL, 0, 0, 0);
  if (result > 2) close((int)result);
  return result >= 0 || (errno != EPERM && errno != ENOSYS);
}

static int uses_io_uring(void) { return calls(425); }
#if defined(SYS_userfaultfd)
static int uses_userfaultfd(void) { return calls(SYS_userfaultfd); }
#endif
#if defined(SYS_bpf)
static int uses_bpf(void) { return calls(SYS_bpf); }
#endif

#endif

static const struct {
  const char *name;
  int (*attempt)(void);
} attempts[] = {
  {"open a file for reading", reads_file},
  {"open a folder", lists_folder},
  {"create a file", creates_file},
  {"remove a file", removes_file},
  {"create a folder", makes_folder},
  {"create a network socket", makes_network_socket},
  {"create a local socket", makes_local_socket},
  {"connect a socket", connects},
  {"start a process", starts_process},
  {"execute a program", executes},
  {"send a signal to another process", signals_parent},
  {"map executable memory", maps_code},
  {"make memory executable", makes_code},
  {"raise a limit", raises_limit},
#if defined(__linux__)
  {"be traced", traces},
  {"read the memory of another process", reads_memory},
  {"use io_uring", uses_io_uring},
#if defined(SYS_userfaultfd)
  {"use userfaultfd", uses_userfaultfd},
#endif
#if defined(SYS_bpf)
  {"use bpf", uses_bpf},
#endif
#endif
};

const char *ia_sandbox_attempt(int number, int *succeeded) {
  if (number < 0 || number >= (int)(sizeof attempts / sizeof attempts[0])) return NULL;
  *succeeded = attempts[number].attempt();
  return attempts[number].name;
}
