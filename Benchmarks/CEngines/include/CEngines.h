// What the harness of engines needs from C: a process of its own session, its CPU time, shared pictures.
#ifndef CENGINES_H
#define CENGINES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A started engine: its process id, and the descriptors to write to and to read from.
struct engine_process {
  pid_t pid;
  int input;
  int output;
  int errors;
};

/// Starts a program in a session of its own, with pipes for its streams and a limit for the size of files that it
/// writes.
///
/// Returns 0, or the number of the error that prevented the start.
int engine_start(char *const *arguments, uint64_t maximum_file_bytes, struct engine_process *process);

/// Ends all processes of the engine's session and its group, and waits for the first one.
///
/// Returns its status as `waitpid` states it; -1 if it cannot be known, and for a process that was not started.
int engine_end(const struct engine_process *process);

/// Waits for the end of the engine's first process for at most as many milliseconds.
///
/// Returns 1 and the status if it ended, 0 if it runs.
int engine_wait(const struct engine_process *process, int milliseconds, int *status);

/// CPU time in nanoseconds of the processes that descend from the engine or belong to its session: of each the larger
/// one of its CPU clock and the sum of its `task/*/schedstat`, and the time of children that it waited for.
uint64_t engine_cpu_nanoseconds(pid_t pid);

/// Waits until one of two descriptors can be read: bit 0 for the first one, bit 1 for the second one, 0 after the time.
int engine_poll(int first, int second, int milliseconds);

/// Returns the smallest size of a ring for a picture: a whole number of pages and of rows.
size_t engine_ring_bytes(size_t picture_bytes, size_t row_bytes);

/// Creates shared memory of a whole number of pages, and maps it twice, one mapping after the other, so that as many
/// bytes from each place of the first one on are contiguous; NULL if that fails. Its size is sealed: an engine that could
/// truncate it would end the harness by SIGBUS.
uint32_t *engine_map(size_t bytes, int *file);

/// Ends what `engine_map` began.
void engine_end_map(uint32_t *pixels, size_t bytes, int file);

/// Maps a file by its path in the same way, and states its size; NULL if that fails.
uint32_t *engine_map_ring(const char *path, size_t *bytes);

/// Ends both mappings of a file of a size.
void engine_unmap(uint32_t *pixels, size_t bytes);

/// Writes all bytes to a descriptor; 0, or the number of the error. No signal is sent for a closed pipe.
int engine_write(int descriptor, const void *bytes, size_t count);

#endif
