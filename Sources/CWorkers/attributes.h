#ifndef IA_WORKER_ATTRIBUTES_H
#define IA_WORKER_ATTRIBUTES_H

#include <signal.h>
#include <spawn.h>

/// Sets the attributes of a program that the broker starts: no signal is blocked, every signal has its
/// default action, and the program is in a group of its own.
///
/// An interrupt from a terminal then reaches the broker alone, which lets workers finish their documents.
static inline void ia_set_program_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  posix_spawnattr_setflags(
    attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

#endif
