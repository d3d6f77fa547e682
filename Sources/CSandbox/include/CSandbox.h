#ifndef CSANDBOX_H
#define CSANDBOX_H

// Takes from a process what the conversion of a document does not need (decision 0059). Linked into
// the programs alone: a library must not restrict the process of its client.

#include <stdint.h>

/// What was taken. The values are part of the worker protocol and do not change.
enum {
  /// No program that is executed later can gain privileges.
  IA_SANDBOX_NO_NEW_PRIVILEGES = 1,
  /// No other process of the user can attach to the process or read its memory.
  IA_SANDBOX_NOT_DUMPABLE = 2,
  /// The kernel kills the process when its parent ends.
  IA_SANDBOX_PARENT_DEATH = 4,
  /// Limits of memory, descriptors, processes, files and core dumps.
  IA_SANDBOX_LIMITS = 8,
  /// Landlock: no file can be opened but fonts.
  IA_SANDBOX_LANDLOCK = 16,
  /// A list of the system calls that are allowed.
  IA_SANDBOX_SYSTEM_CALLS = 32,
  /// All of these.
  IA_SANDBOX_ALL = 63,
};

/// Starts the sandbox: attributes of the process and limits. Files can still be opened.
///
/// `memory` is the number of bytes that the process may map beyond those it has mapped; 0 sets no
/// limit of memory. With `has_parent`, the process is killed when its parent ends, and at once if
/// that has ended before. Returns what was taken.
uint32_t ia_sandbox_begin(uint64_t memory, int has_parent);

/// Closes the sandbox: no file, socket, process or executable memory from here on. To be called
/// while the process has one thread.
///
/// `folders` are the folders whose files can be opened for reading, `count` of them. `landlock_version`
/// becomes the version of Landlock or 0. Returns what was taken.
uint32_t ia_sandbox_close(const char *const *folders, int count, int *landlock_version);

/// Sets `is_out_of_memory` to 1 when the process receives a fatal signal while no memory is
/// available. The signal ends the process all the same.
void ia_sandbox_watch_memory(volatile uint32_t *is_out_of_memory);

/// Closes all descriptors from a number on.
void ia_sandbox_close_descriptors(int first);

/// Attempts an operation that a closed sandbox prevents. Returns its name, or NULL after the last number;
/// `succeeded` becomes whether the system let it happen.
const char *ia_sandbox_attempt(int number, int *succeeded);

#endif
