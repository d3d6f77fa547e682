#ifndef CWORKERS_H
#define CWORKERS_H

// The system calls of a broker and its workers: starting a process, a socket pair that passes
// descriptors, memory of a fixed size that two processes share. A result below 0 is a negated errno.

#include <stddef.h>
#include <stdint.h>

/// The descriptor of the socket in a worker.
enum { IA_WORKER_SOCKET = 3 };
/// The descriptor of the shared memory in a worker; it is not open if the system has no such memory.
enum { IA_WORKER_MEMORY = 4 };

/// The first bytes of the shared memory, which a worker writes. Its broker reads them after a
/// crash, and while results are awaited.
///
/// The broker takes no value on trust: each is compared with its range.
struct ia_worker_status {
  /// The phase of the conversion: 0 waiting, 1 reading, 2 parsing, 3 writing, 4 sending the result.
  volatile uint32_t phase;
  /// 1 if memory could not be allocated when the worker received a fatal signal.
  volatile uint32_t is_out_of_memory;
  /// The number of jobs that were begun, modulo 2 to the power of 32.
  volatile uint32_t begun;
};

/// The offset of a result in the shared memory, after the status.
enum { IA_WORKER_RESULT_OFFSET = 4096 };

/// The end of a process, and the resources that it used.
struct ia_worker_end {
  /// The signal that ended it; 0 if it exited.
  int32_t signal;
  /// The exit status if it exited.
  int32_t status;
  /// The peak resident memory in bytes; 0 if it is not above that of the calling process, from which a
  /// process inherits it.
  uint64_t peak;
};

/// Creates a pair of connected stream sockets that a started program does not inherit.
int ia_worker_pair(int sockets[2]);

/// Starts a program with the signals of a new process and no signal blocked. Descriptors 0 to 2 are
/// /dev/null, 3 is the socket, 4 the memory unless that is -1. If `streams` is not 0, descriptors 0 and 1
/// are the socket instead, 2 is that of this process, and the program is found in PATH. Returns the
/// process id.
int ia_worker_start(
  const char *path, char *const arguments[], char *const environment[], int socket, int memory,
  int streams);

/// Waits until a template, a process that makes workers, is ready. Returns 0, or a negated errno.
int ia_template_wait(int control, int milliseconds);

/// Lets a template copy itself as a worker, which is a child of this process. Its descriptor 3 is the
/// socket, 4 the memory unless that is -1. Returns the process id, or a negated errno; the template
/// cannot be used any more after that.
int ia_template_copy(int control, int socket, int memory, int milliseconds);

/// Kills the copies that a template, which has ended, announced after `ia_template_copy` had stopped waiting,
/// and waits until they have ended.
void ia_template_reap(int control);

/// Serves the requests at a control socket until that is closed. Returns 1 in each copy, which is a process
/// group of its own and ends with the broker; in the template 0 at the end, or a negated errno.
int ia_template_serve(int control);

/// Creates memory of a size that no process can change later, or fails with ENOSYS.
int ia_worker_memory(size_t size);

/// Sends bytes, and a descriptor with the first of them unless it is -1. Returns the number of bytes
/// that were sent; -EAGAIN if the socket has no room and `waits` is 0. Raises no signal.
ptrdiff_t ia_worker_send(int socket, const void *bytes, size_t count, int descriptor, int waits);

/// Receives at most `count` bytes; 0 is the end. `descriptor` becomes the descriptor that came with
/// them or -1, and may be NULL to refuse descriptors. Works for pipes too if it is NULL.
ptrdiff_t ia_worker_receive(int socket, void *bytes, size_t count, int *descriptor, int waits);

/// Writes all bytes to a pipe or socket. Returns 0, or a negated errno.
int ia_worker_write(int descriptor, const void *bytes, size_t count);

/// Copies `count` bytes of a file or shared memory from an offset. Returns the number of bytes.
ptrdiff_t ia_worker_copy(int descriptor, void *bytes, size_t count, uint64_t offset);

/// Writes bytes at an offset; for memory before it is passed on.
int ia_worker_fill(int descriptor, const void *bytes, size_t count);

/// Returns memory of a range to the system; its bytes become 0.
int ia_worker_discard(int descriptor, uint64_t offset, uint64_t count);

/// Maps shared memory for reading and writing. Returns NULL if the descriptor is not of such memory.
void *ia_worker_map(int descriptor, size_t *count);

/// Waits until a socket can be read, or written if `writes` is not 0 for it, or a time is over (-1:
/// none). `events` become 1 (read), 2 (write) and 4 (closed or failed), or combinations.
int ia_worker_poll(
  const int *sockets, const uint8_t *writes, uint8_t *events, size_t count, int milliseconds);

/// Waits for the end of a process. Returns 1, or 0 if it still runs and `waits` is 0.
int ia_worker_wait(int process, int waits, struct ia_worker_end *end);

/// Kills a process that was started here and not yet waited for.
void ia_worker_kill(int process);

/// The CPU time of a process in nanoseconds, of this one for 0; 0 if the system does not tell.
uint64_t ia_worker_cpu(int process);

/// Nanoseconds of a clock that never goes back.
uint64_t ia_worker_now(void);

/// Opens the file of this process's memory use, or returns -1.
int ia_worker_open_usage(void);

/// The resident memory of this process in bytes, from the file; 0 if it is not open.
uint64_t ia_worker_resident(int usage);

void ia_worker_close(int descriptor);

/// Starts a program, found in PATH, in a process group of its own. Its standard output is written to the
/// file `output`; the other streams are /dev/null. Returns the process id.
int ia_program_start(char *const arguments[], const char *output);

/// Waits at most 20 ms for the end of a program. Returns 0 if it still runs; otherwise 1, and `status`
/// becomes the exit status, or 128 and the number of a signal. What the program has left behind in its
/// process group is killed then.
int ia_program_wait(int process, int *status);

/// Kills the process group of a program that has not ended, and waits for the end of the program.
void ia_program_kill(int process);

/// A socket with a name in the file system.
struct ia_status_socket {
  int descriptor;
  /// The identity of the name, by which it is removed.
  uint64_t device, inode;
};

/// Creates a socket that only this user can connect to, and replaces one whose process has ended. Returns
/// 0, -EADDRINUSE if a process listens to it, -EEXIST if the name is that of something else. The umask of
/// the process changes meanwhile.
int ia_status_listen(const char *path, struct ia_status_socket *result);

/// Accepts a client without waiting. Returns its descriptor, or -EAGAIN if none waits.
int ia_status_accept(const struct ia_status_socket *socket);

/// Sends bytes to a client without waiting, and closes it: a client that does not take them loses the rest.
void ia_status_answer(int client, const void *bytes, size_t count);

/// Closes a socket, and removes its name unless another file has it by now.
void ia_status_close(const struct ia_status_socket *socket, const char *path);

/// Returns 1 if a descriptor is open and is a regular file.
int ia_worker_is_regular(int descriptor);

// The files of control groups.

/// Reads at most `count` bytes of a file. Returns the number of bytes.
ptrdiff_t ia_group_read(const char *path, void *bytes, size_t count);

/// Writes bytes to an existing file by one call. Returns 0, or a negated errno.
int ia_group_write(const char *path, const void *bytes, size_t count);

/// Creates a folder. Returns 0, or a negated errno.
int ia_group_make(const char *path);

/// Removes a folder that is empty, or a control group without processes; one with processes is tried
/// several times in 2 ms each. Returns 0, or a negated errno.
int ia_group_remove(const char *path, int attempts);

/// Copies the names in a folder that begin with a prefix, each with its final zero, as far as there is
/// space. Returns the number of bytes.
ptrdiff_t ia_group_names(const char *path, const char *prefix, char *names, size_t count);

/// Returns 1 if a process with an id runs.
int ia_process_runs(int process);

/// Returns the id of this process.
int ia_process_own(void);

#endif
