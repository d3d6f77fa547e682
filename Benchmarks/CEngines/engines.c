#define _GNU_SOURCE
#include "CEngines.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void close_both(int pair[2]) {
  if (pair[0] >= 0) close(pair[0]);
  if (pair[1] >= 0) close(pair[1]);
}

static void become(char *const *arguments, int input, int output, int errors, int report, uint64_t maximum_file_bytes) {
  setsid();
  struct rlimit limit = {maximum_file_bytes, maximum_file_bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = limit.rlim_max = 0;
  setrlimit(RLIMIT_CORE, &limit);
  signal(SIGPIPE, SIG_DFL);
  dup2(input, 0);
  dup2(output, 1);
  dup2(errors, 2);
  execvp(arguments[0], arguments);
  int error = errno;
  ssize_t ignored = write(report, &error, sizeof error);
  (void)ignored;
  _exit(127);
}

int engine_start(char *const *arguments, uint64_t maximum_file_bytes, struct engine_process *process) {
  int pipes[4][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
  for (int i = 0; i < 4; i++) {
    if (pipe2(pipes[i], O_CLOEXEC) != 0) {
      int error = errno;
      for (int k = 0; k < 4; k++) close_both(pipes[k]);
      return error;
    }
  }
  signal(SIGPIPE, SIG_IGN);
  pid_t pid = fork();
  if (pid == 0) become(arguments, pipes[0][0], pipes[1][1], pipes[2][1], pipes[3][1], maximum_file_bytes);
  int error = pid < 0 ? errno : 0;
  close(pipes[0][0]);
  close(pipes[1][1]);
  close(pipes[2][1]);
  close(pipes[3][1]);
  if (pid > 0 && read(pipes[3][0], &error, sizeof error) == sizeof error) waitpid(pid, NULL, 0);
  close(pipes[3][0]);
  if (error) {
    close(pipes[0][1]);
    close(pipes[1][0]);
    close(pipes[2][0]);
    return error;
  }
  *process = (struct engine_process){pid, pipes[0][1], pipes[1][0], pipes[2][0]};
  return 0;
}

// Processes

struct entry {
  pid_t pid, parent, session;
  uint64_t waited;
  int belongs;
};

/// Reads the parent, the session and the time of waited children of a process; 0 if it has ended.
static int read_entry(const char *name, struct entry *entry) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%s/stat", name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  // The name may contain spaces and brackets.
  char *rest = strrchr(text, ')');
  int parent, session;
  long waited_user, waited_system;
  if (!rest ||
      sscanf(rest + 2, "%*c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ld %ld", &parent, &session, &waited_user,
             &waited_system) != 4)
    return 0;
  *entry = (struct entry){atoi(name), parent, session,
                          (uint64_t)(waited_user + waited_system) * (1000000000ull / (uint64_t)sysconf(_SC_CLK_TCK)), 0};
  return 1;
}

static size_t read_processes(struct entry **found) {
  DIR *folder = opendir("/proc");
  size_t count = 0, capacity = 256;
  *found = malloc(capacity * sizeof **found);
  if (!folder || !*found) {
    if (folder) closedir(folder);
    return 0;
  }
  for (struct dirent *one; (one = readdir(folder));) {
    if (!isdigit((unsigned char)one->d_name[0])) continue;
    if (count == capacity) {
      struct entry *larger = realloc(*found, 2 * capacity * sizeof **found);
      if (!larger) break;
      *found = larger;
      capacity *= 2;
    }
    count += read_entry(one->d_name, *found + count);
  }
  closedir(folder);
  return count;
}

/// Returns the number of the process or thread that was created last; 0 if it is not known.
static long last_created(void) {
  char text[128];
  int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  char *word = strrchr(text, ' ');
  return word ? strtol(word + 1, NULL, 10) : 0;
}

/// The processes of the last reading, and what was created last before it: until something else is created, there are no others.
static _Thread_local struct {
  long last;
  size_t count;
  struct entry *found;
} known;

/// Returns a copy of the processes; those of the last reading if none was created since, unless `is_fresh`.
static size_t processes(struct entry **found, int is_fresh) {
  long last = last_created();
  if (is_fresh || last == 0 || last != known.last) {
    free(known.found);
    known.count = read_processes(&known.found);
    known.last = known.found ? last : 0;
  }
  *found = malloc((known.count + 1) * sizeof **found);
  if (!*found || !known.found) return 0;
  memcpy(*found, known.found, known.count * sizeof **found);
  return known.count;
}

/// Marks the processes of a session and all that descend from them.
///
/// Session 0 is that of all processes without one, and process 1 the parent of orphans: neither is an engine.
static size_t read_tree(pid_t pid, struct entry **found, int is_fresh) {
  *found = NULL;
  if (pid <= 1 || pid == getpid()) return 0;
  size_t count = processes(found, is_fresh);
  for (size_t i = 0; i < count; i++) (*found)[i].belongs = (*found)[i].session == pid || (*found)[i].pid == pid;
  pid_t own = getpid();
  for (int changes = 1; changes;) {
    changes = 0;
    for (size_t i = 0; i < count; i++) {
      if ((*found)[i].belongs || (*found)[i].pid <= 1 || (*found)[i].pid == own) continue;
      for (size_t k = 0; k < count; k++) {
        if ((*found)[k].belongs && (*found)[k].pid == (*found)[i].parent) {
          (*found)[i].belongs = changes = 1;
          break;
        }
      }
    }
  }
  return count;
}

static uint64_t scheduled(pid_t pid) {
  char path[96];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *folder = opendir(path);
  uint64_t sum = 0;
  if (!folder) return 0;
  for (struct dirent *one; (one = readdir(folder));) {
    if (!isdigit((unsigned char)one->d_name[0])) continue;
    char file_path[400], text[96];
    snprintf(file_path, sizeof file_path, "%s/%s/schedstat", path, one->d_name);
    int file = open(file_path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) continue;
    text[count] = 0;
    sum += strtoull(text, NULL, 10);
  }
  closedir(folder);
  return sum;
}

uint64_t engine_cpu_nanoseconds(pid_t pid) {
  struct entry *found;
  size_t count = read_tree(pid, &found, 0);
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    if (!found[i].belongs) continue;
    char name[16];
    snprintf(name, sizeof name, "%d", found[i].pid);
    if (!read_entry(name, &found[i])) continue;
    uint64_t tasks = scheduled(found[i].pid), clock_time = 0;
    clockid_t clock;
    struct timespec now;
    if (clock_getcpuclockid(found[i].pid, &clock) == 0 && clock_gettime(clock, &now) == 0)
      clock_time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    sum += (tasks > clock_time ? tasks : clock_time) + found[i].waited;
  }
  free(found);
  return sum;
}

int engine_wait(const struct engine_process *process, int milliseconds, int *status) {
  if (process->pid <= 1) {
    *status = -1;
    return 1;
  }
  for (int passed = 0;; passed++) {
    siginfo_t info = {0};
    // The process stays a zombie, so that no other one gets its id before `engine_end`.
    if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
      *status = -1;
      return 1;
    }
    if (info.si_pid == process->pid) {
      *status = info.si_code == CLD_EXITED ? (info.si_status & 0xFF) << 8 : info.si_status & 0x7F;
      return 1;
    }
    if (passed >= milliseconds) return 0;
    usleep(1000);
  }
}

int engine_end(const struct engine_process *process) {
  if (process->pid <= 1 || process->pid == getpid()) return -1;
  // A process of the tree may start others meanwhile.
  for (int round = 0; round < 3; round++) {
    struct entry *found;
    size_t count = read_tree(process->pid, &found, 1), killed = 0;
    for (size_t i = 0; i < count; i++)
      if (found[i].belongs && found[i].pid > 1 && kill(found[i].pid, SIGKILL) == 0) killed++;
    free(found);
    if (killed == 0) break;
  }
  close(process->input);
  close(process->output);
  close(process->errors);
  int status = -1;
  return waitpid(process->pid, &status, 0) == process->pid ? status : -1;
}

int engine_poll(int first, int second, int milliseconds) {
  struct pollfd files[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
  if (poll(files, 2, milliseconds) <= 0) return 0;
  return (files[0].revents ? 1 : 0) | (files[1].revents ? 2 : 0);
}

int engine_write(int descriptor, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(descriptor, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    next += written;
    count -= (size_t)written;
  }
  return 0;
}

size_t engine_ring_bytes(size_t picture_bytes, size_t row_bytes) {
  size_t unit = (size_t)sysconf(_SC_PAGESIZE), rest = row_bytes;
  // The greatest common divisor, then the least common multiple.
  for (size_t other = unit; other;) {
    size_t next = rest % other;
    rest = other;
    other = next;
  }
  unit = unit / rest * row_bytes;
  return (picture_bytes + unit - 1) / unit * unit;
}

/// Maps a file twice, one mapping after the other.
static uint32_t *map_twice(int file, size_t bytes) {
  char *memory = mmap(NULL, 2 * bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int part = 0; part < 2 && memory != MAP_FAILED; part++) {
    if (mmap(memory + (size_t)part * bytes, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE, file,
             0) == MAP_FAILED) {
      munmap(memory, 2 * bytes);
      memory = MAP_FAILED;
    }
  }
  return memory == MAP_FAILED ? NULL : (uint32_t *)memory;
}

uint32_t *engine_map(size_t bytes, int *file) {
  *file = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (*file < 0) return NULL;
  uint32_t *pixels = ftruncate(*file, (off_t)bytes) == 0 &&
                             fcntl(*file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0
                         ? map_twice(*file, bytes)
                         : NULL;
  if (!pixels) close(*file);
  return pixels;
}

uint32_t *engine_map_ring(const char *path, size_t *bytes) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  struct stat found;
  if (file < 0) return NULL;
  *bytes = fstat(file, &found) == 0 && found.st_size > 0 ? (size_t)found.st_size : 0;
  uint32_t *pixels = *bytes > 0 ? map_twice(file, *bytes) : NULL;
  close(file);
  return pixels;
}

void engine_unmap(uint32_t *pixels, size_t bytes) { munmap(pixels, 2 * bytes); }

void engine_end_map(uint32_t *pixels, size_t bytes, int file) {
  engine_unmap(pixels, bytes);
  close(file);
}
