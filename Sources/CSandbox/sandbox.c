#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#include "kernel.h"
#endif

static int set_limit(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return 0;
  if (limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = value;
  limit.rlim_max = value;
  return setrlimit(resource, &limit) == 0;
}

#if defined(__linux__)
// The bytes that the process has mapped; a guess for a system without /proc.
static uint64_t mapped_bytes(void) {
  uint64_t otherwise = 1u << 30;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return otherwise;
  unsigned long long pages = 0;
  int found = fscanf(file, "%llu", &pages);
  fclose(file);
  return found == 1 ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : otherwise;
}
#endif

static int is_file(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static int limit_resources(uint64_t memory) {
  int result = set_limit(RLIMIT_CORE, 0) & set_limit(RLIMIT_NOFILE, 64) & set_limit(RLIMIT_NPROC, 0);
  // No file can be written; a mapping of shared memory is not a write. Messages of a worker without a
  // broker may go to a file, and so may the list of what the sandbox prevents.
  if (!is_file(1) && !is_file(2)) result &= set_limit(RLIMIT_FSIZE, 0);
#if defined(__linux__)
  if (memory > 0) {
    result &= set_limit(RLIMIT_AS, (rlim_t)(mapped_bytes() + memory));
    result &= set_limit(RLIMIT_DATA, (rlim_t)(mapped_bytes() + memory));
  }
#else
  (void)memory;
#endif
  return result;
}

uint32_t ia_sandbox_begin(uint64_t memory, int has_parent) {
  uint32_t taken = 0;
#if defined(__linux__)
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) taken |= IA_SANDBOX_NO_NEW_PRIVILEGES;
  if (has_parent) {
    pid_t parent = getppid();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0) taken |= IA_SANDBOX_PARENT_DEATH;
    // A parent that ended before the call is not noticed by it: another process is the parent by now.
    if (getppid() != parent) _exit(0);
  }
#else
  (void)has_parent;
#endif
  if (limit_resources(memory)) taken |= IA_SANDBOX_LIMITS;
#if defined(__linux__)
  // After the limits: a process that cannot be dumped cannot read its own /proc.
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0) taken |= IA_SANDBOX_NOT_DUMPABLE;
#endif
  return taken;
}

// Where a fatal signal leaves its remark.
static volatile uint32_t *remark;

// A quarter of this is more than any one allocation of a small document.
enum { PROBE = 32 << 20, SIGNAL_STACK = 64 << 10 };

static void note_memory(int signal) {
  void *probe = mmap(NULL, PROBE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) *remark = 1;
  // The action was reset when this one began: the instruction or abort() raises the signal again.
  (void)signal;
}

void ia_sandbox_watch_memory(volatile uint32_t *is_out_of_memory) {
  remark = is_out_of_memory;
  stack_t stack = {0};
  stack.ss_sp = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack.ss_size = SIGNAL_STACK;
  if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) != 0) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_memory;
  action.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  for (unsigned index = 0; index < sizeof fatal / sizeof fatal[0]; index += 1) {
    sigaction(fatal[index], &action, NULL);
  }
}

void ia_sandbox_close_descriptors(int first) {
#if defined(__linux__)
  if (syscall(KERNEL_CLOSE_RANGE, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  struct rlimit limit;
  int last = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536
    ? (int)limit.rlim_cur : 65536;
  for (int descriptor = first; descriptor < last; descriptor += 1) close(descriptor);
}

#if defined(__linux__)

// Denies everything that this version of Landlock handles, but reading below the folders.
static int close_files(const char *const *folders, int count, int *version) {
  int found = (int)syscall(
    KERNEL_LANDLOCK_CREATE_RULESET, NULL, 0, (unsigned)LANDLOCK_VERSION_QUERY);
  if (found < 1) return 0;
  struct landlock_rules rules = {LANDLOCK_FILES_1, 0, 0};
  if (found >= 2) rules.files |= LANDLOCK_REFER;
  if (found >= 3) rules.files |= LANDLOCK_TRUNCATE;
  if (found >= 5) rules.files |= LANDLOCK_DEVICE_CONTROL;
  if (found >= 4) rules.network = LANDLOCK_BIND | LANDLOCK_CONNECT;
  if (found >= 6) rules.scope = LANDLOCK_ABSTRACT_SOCKETS | LANDLOCK_SIGNALS;
  // Older versions refuse a structure that is longer than theirs and not 0 there.
  size_t size = found >= 6 ? 24 : found >= 4 ? 16 : 8;
  int descriptor = (int)syscall(KERNEL_LANDLOCK_CREATE_RULESET, &rules, size, 0u);
  if (descriptor < 0) return 0;
  for (int index = 0; index < count; index += 1) {
    int folder = open(folders[index], O_PATH | O_CLOEXEC);
    // A folder that does not exist has no files to read.
    if (folder < 0) continue;
    struct landlock_folder rule = {LANDLOCK_READ_FILE | LANDLOCK_READ_FOLDER, folder};
    syscall(KERNEL_LANDLOCK_ADD_RULE, descriptor, LANDLOCK_FOLDER_RULE, &rule, 0u);
    close(folder);
  }
  int result = (int)syscall(KERNEL_LANDLOCK_RESTRICT_SELF, descriptor, 0u);
  close(descriptor);
  if (result == 0) *version = found;
  return result == 0;
}

// One filter that grows rule by rule; jumps go to the next rule, so that no distance is counted.
struct program {
  struct filter_instruction list[256];
  unsigned count;
};

static void add(struct program *program, uint16_t code, uint8_t yes, uint8_t no, uint32_t value) {
  if (program->count >= sizeof program->list / sizeof program->list[0]) abort();
  struct filter_instruction instruction = {code, yes, no, value};
  program->list[program->count] = instruction;
  program->count += 1;
}

static void allow(struct program *program, uint32_t number) {
  add(program, FILTER_IF_EQUAL, 0, 1, number);
  add(program, FILTER_RETURN, 0, 0, FILTER_ALLOW);
}

// A condition on 32 bits of the data of a call: masked, they are a value.
struct condition {
  uint32_t offset, mask, value;
};

// Allows a call if all conditions hold. The number is loaded again.
static void allow_when(
  struct program *program, uint32_t number, const struct condition *conditions, unsigned count
) {
  add(program, FILTER_IF_EQUAL, 0, (uint8_t)(3 * count + 2), number);
  for (unsigned index = 0; index < count; index += 1) {
    const struct condition *condition = &conditions[index];
    add(program, FILTER_LOAD, 0, 0, condition->offset);
    add(program, FILTER_AND, 0, 0, condition->mask);
    add(
      program, FILTER_IF_EQUAL, 0, (uint8_t)(3 * (count - 1 - index) + 1), condition->value);
  }
  add(program, FILTER_RETURN, 0, 0, FILTER_ALLOW);
  add(program, FILTER_LOAD, 0, 0, FILTER_NUMBER);
}

// Allows a call if the low half of an argument, masked, is a value.
static void allow_if(
  struct program *program, uint32_t number, unsigned argument, uint32_t mask, uint32_t value
) {
  struct condition condition = {FILTER_ARGUMENT(argument), mask, value};
  allow_when(program, number, &condition, 1);
}

// Allows reading a limit of this process: the first argument is 0, and the third, a pointer to a new
// limit, is null in both halves.
static void allow_reading_limits(struct program *program) {
  struct condition conditions[] = {
    {FILTER_ARGUMENT(0), ~0u, 0},
    {FILTER_ARGUMENT(2), ~0u, 0},
    {FILTER_OTHER_HALF(2), ~0u, 0},
  };
  allow_when(program, SYS_prlimit64, conditions, sizeof conditions / sizeof conditions[0]);
}

static void list_calls(struct program *program, int opens_files) {
  // The socket and the descriptors that were passed.
  allow(program, SYS_read);
  allow(program, SYS_write);
  allow(program, SYS_readv);
  allow(program, SYS_writev);
  allow(program, SYS_recvmsg);
  allow(program, SYS_sendmsg);
  allow(program, SYS_pread64);
  allow(program, SYS_lseek);
  allow(program, SYS_close);
#ifdef SYS_poll
  allow(program, SYS_poll);
#endif
  allow(program, SYS_ppoll);
  // The state of an open file. glibc calls newfstatat with AT_EMPTY_PATH for fstat. The flag permits an
  // empty path and does not require it, and a filter cannot read the path: a process that is taken over
  // can learn the names, sizes and times of files, but not their contents (decision 0059).
  allow(program, SYS_fstat);
  allow_if(program, SYS_newfstatat, 3, EMPTY_PATH, EMPTY_PATH);
  // The allocator. No memory becomes executable.
  allow(program, SYS_brk);
  allow_if(program, SYS_mmap, 2, PROT_EXEC, 0);
  allow_if(program, SYS_mprotect, 2, PROT_EXEC, 0);
  allow(program, SYS_munmap);
  allow(program, SYS_mremap);
  allow(program, SYS_madvise);
  // Locks and once-initialisation of the Swift runtime; it yields between attempts.
  allow(program, SYS_futex);
  allow(program, SYS_sched_yield);
  // Time, and the seed of hash tables.
  allow(program, SYS_clock_gettime);
#ifdef SYS_gettimeofday
  allow(program, SYS_gettimeofday);
#endif
#ifdef SYS_time
  allow(program, SYS_time);
#endif
  allow(program, SYS_getrandom);
  allow(program, SYS_getrusage);
  // Reading a limit: glibc asks for that of the stack.
  allow_reading_limits(program);
  // Signals of a crash: the handler's return, and abort(), which signals its own thread.
  allow(program, SYS_rt_sigreturn);
  allow(program, SYS_rt_sigaction);
  allow(program, SYS_rt_sigprocmask);
  allow(program, SYS_sigaltstack);
  allow(program, SYS_restart_syscall);
  allow(program, SYS_getpid);
  allow(program, SYS_gettid);
  allow_if(program, SYS_tgkill, 0, ~0u, (uint32_t)getpid());
  allow(program, SYS_exit);
  allow(program, SYS_exit_group);
  if (!opens_files) return;
  // Fonts: Landlock names the folders, and only reading is asked for.
  allow_if(program, SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY);
  allow(program, SYS_newfstatat);
  allow(program, SYS_getdents64);
  allow(program, SYS_fstatfs);
  allow(program, SYS_readlinkat);
  allow(program, SYS_faccessat);
#ifdef SYS_access
  allow(program, SYS_access);
  allow(program, SYS_readlink);
  allow(program, SYS_stat);
  allow(program, SYS_lstat);
  allow_if(program, SYS_open, 1, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY);
#endif
  allow_if(program, SYS_fcntl, 1, ~0u, F_GETFL);
  allow_if(program, SYS_fcntl, 1, ~0u, F_GETFD);
  allow_if(program, SYS_fcntl, 1, ~0u, F_SETFD);
}

static int close_calls(int opens_files) {
#if FILTER_ARCHITECTURE == 0
  (void)opens_files;
  return 0;
#else
  static struct program program;
  program.count = 0;
  add(&program, FILTER_LOAD, 0, 0, FILTER_ARCHITECTURE_OFFSET);
  add(&program, FILTER_IF_EQUAL, 1, 0, FILTER_ARCHITECTURE);
  add(&program, FILTER_RETURN, 0, 0, FILTER_KILL);
  add(&program, FILTER_LOAD, 0, 0, FILTER_NUMBER);
#if defined(__x86_64__)
  // The calls of the x32 interface are the same with another bit.
  add(&program, FILTER_IF_AT_LEAST, 0, 1, 0x40000000u);
  add(&program, FILTER_RETURN, 0, 0, FILTER_KILL);
#endif
  list_calls(&program, opens_files);
  // What is not listed fails, and the program goes on to report an error.
  add(&program, FILTER_RETURN, 0, 0, FILTER_FAIL | EPERM_NUMBER);
  struct filter_program given = {(unsigned short)program.count, program.list};
  return syscall(SYS_seccomp, FILTER_SET, FILTER_ALL_THREADS, &given) == 0;
#endif
}

#endif

uint32_t ia_sandbox_close(const char *const *folders, int count, int *landlock_version) {
  uint32_t taken = 0;
  *landlock_version = 0;
#if defined(__linux__)
  if (close_files(folders, count, landlock_version)) taken |= IA_SANDBOX_LANDLOCK;
  if (close_calls(count > 0)) taken |= IA_SANDBOX_SYSTEM_CALLS;
#else
  (void)folders;
  (void)count;
#endif
  return taken;
}
