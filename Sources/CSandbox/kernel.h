#ifndef IA_KERNEL_H
#define IA_KERNEL_H

// Constants and structures of the kernel that the headers of older systems lack: Landlock since its
// second version, and the names of the filter's instructions. All numbers are of the kernel's stable
// interface.

#include <stdint.h>

// The same on x86-64 and aarch64, as for all calls since 424.
enum {
  KERNEL_CLOSE_RANGE = 436,
  KERNEL_LANDLOCK_CREATE_RULESET = 444,
  KERNEL_LANDLOCK_ADD_RULE = 445,
  KERNEL_LANDLOCK_RESTRICT_SELF = 446,
};

enum {
  LANDLOCK_VERSION_QUERY = 1,
  LANDLOCK_FOLDER_RULE = 1,
  LANDLOCK_READ_FILE = 1 << 2,
  LANDLOCK_READ_FOLDER = 1 << 3,
  // The 13 rights of the first version.
  LANDLOCK_FILES_1 = (1 << 13) - 1,
  LANDLOCK_REFER = 1 << 13,
  LANDLOCK_TRUNCATE = 1 << 14,
  LANDLOCK_DEVICE_CONTROL = 1 << 15,
  LANDLOCK_BIND = 1,
  LANDLOCK_CONNECT = 2,
  LANDLOCK_ABSTRACT_SOCKETS = 1,
  LANDLOCK_SIGNALS = 2,
};

struct landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scope;
};

struct landlock_folder {
  uint64_t rights;
  int32_t folder;
} __attribute__((packed));

struct filter_instruction {
  uint16_t code;
  uint8_t yes;
  uint8_t no;
  uint32_t value;
};

struct filter_program {
  unsigned short count;
  struct filter_instruction *list;
};

enum {
  // BPF_LD | BPF_W | BPF_ABS, BPF_JMP | BPF_JEQ | BPF_K, BPF_JMP | BPF_JGE | BPF_K,
  // BPF_ALU | BPF_AND | BPF_K, BPF_RET | BPF_K.
  FILTER_LOAD = 0x20,
  FILTER_IF_EQUAL = 0x15,
  FILTER_IF_AT_LEAST = 0x35,
  FILTER_AND = 0x54,
  FILTER_RETURN = 0x06,
  // Offsets in struct seccomp_data; arguments are 64 bits, the low half first.
  FILTER_NUMBER = 0,
  FILTER_ARCHITECTURE_OFFSET = 4,
  FILTER_SET = 1,
  FILTER_ALL_THREADS = 1,
  EPERM_NUMBER = 1,
  EMPTY_PATH = 0x1000,
};

#define FILTER_ARGUMENT(index) (16u + 8u * (index))
#define FILTER_OTHER_HALF(index) (FILTER_ARGUMENT(index) + 4u)
#define FILTER_ALLOW 0x7FFF0000u
#define FILTER_FAIL 0x00050000u
#define FILTER_KILL 0x80000000u

#if defined(__x86_64__)
#define FILTER_ARCHITECTURE 0xC000003Eu
#elif defined(__aarch64__)
#define FILTER_ARCHITECTURE 0xC00000B7u
#else
#define FILTER_ARCHITECTURE 0
#endif

#endif
