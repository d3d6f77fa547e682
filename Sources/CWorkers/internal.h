// What the files of this module share.
#ifndef IA_WORKERS_INTERNAL_H
#define IA_WORKERS_INTERNAL_H

#include <errno.h>
#include <sys/socket.h>

// Flags that not every system has.
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

// The negated errno of a call that failed; never 0.
static inline int failure(void) { return errno != 0 ? -errno : -EIO; }

#endif
