#ifndef CFILES_H
#define CFILES_H

// What Swift's import of the C library leaves out.

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

#endif
