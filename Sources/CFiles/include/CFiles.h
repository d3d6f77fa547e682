#ifndef CFILES_H
#define CFILES_H

// What Swift's import of the C library leaves out.

#include <stdint.h>

/// Lets two names change places in one step. Returns 0, or -1 with errno set.
int ia_exchange(const char *one, const char *other);

/// Gives a name to something only where nothing has it. Returns 0, or -1 with errno set.
int ia_rename_new(const char *old_name, const char *new_name);

/// Writes everything that a file system holds in memory to the disk. Returns 0, or -1 with errno set: ENOSYS
/// if the system has no such call.
int ia_sync_file_system(int descriptor);

/// Writes the content of a file to the disk, and of its metadata what is needed to read it. Returns 0, or -1
/// with errno set.
int ia_sync_data(int descriptor);

/// Opens a queue of changes in folders. Returns its descriptor, or -1 with errno set: ENOSYS if the system has
/// none.
int ia_watch_open(void);

/// Adds the changes in a folder to a queue. Returns the number of the folder, the same for a folder that was
/// added before, or -1 with errno set: ENOSPC if the user watches too many folders.
int ia_watch_add(int watch, const char *path);

/// The meaning of the mask of a change.
enum ia_watch_event {
  /// A name was created, or its attributes were changed.
  IA_WATCH_OTHER,
  /// A file was written and is open.
  IA_WATCH_MODIFIED,
  /// A file that was written was closed, moved or deleted.
  IA_WATCH_CLOSED,
  /// The folder itself was moved or deleted.
  IA_WATCH_GONE,
  /// Changes were lost because the queue was full.
  IA_WATCH_LOST,
};

enum ia_watch_event ia_watch_meaning(uint32_t mask);

/// Returns 1 if a change concerns a folder in the watched folder.
int ia_watch_is_folder(uint32_t mask);

/// Returns 1 if a name was created or moved into the watched folder.
int ia_watch_is_new(uint32_t mask);

/// Waits until a queue has changes or the time is over; without a queue (-1), until the time is over. Returns 1
/// if there are changes. A signal ends the wait.
int ia_watch_wait(int watch, int milliseconds);

#endif
