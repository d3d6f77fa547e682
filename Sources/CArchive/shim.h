#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// The locale in which the library's texts are UTF-8; it is a thread's while it calls the library.
static inline locale_t ia_archive_locale(void) {
  return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}
