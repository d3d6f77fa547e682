#include "ia_icu.h"

#include <stddef.h>
#include <unicode/ubrk.h>
#include <unicode/utypes.h>

_Static_assert(sizeof(UChar) == sizeof(uint16_t), "ICU's units are UTF-16");

static UBreakIterator *iterator(ia_breaks *breaks) { return (UBreakIterator *)breaks; }

ia_breaks *ia_breaks_open(int32_t kind, int32_t *status) {
  static const UBreakIteratorType types[] = {
      [IA_BREAKS_CHARACTER] = UBRK_CHARACTER,
      [IA_BREAKS_WORD] = UBRK_WORD,
      [IA_BREAKS_SENTENCE] = UBRK_SENTENCE,
      [IA_BREAKS_LINE] = UBRK_LINE,
  };
  UErrorCode code = U_ZERO_ERROR;
  // The locale "" is the root; NULL would be that of the machine.
  UBreakIterator *opened = ubrk_open(types[kind], "", NULL, 0, &code);
  *status = U_FAILURE(code) ? code : 0;
  return (ia_breaks *)opened;
}

void ia_breaks_close(ia_breaks *breaks) { ubrk_close(iterator(breaks)); }

int32_t ia_breaks_set_text(ia_breaks *breaks, const uint16_t *units, int32_t count) {
  static const uint16_t empty[1] = {0};
  UErrorCode code = U_ZERO_ERROR;
  ubrk_setText(iterator(breaks), (const UChar *)(units ? units : empty), count, &code);
  return U_FAILURE(code) ? code : 0;
}

int32_t ia_breaks_next(ia_breaks *breaks) { return ubrk_next(iterator(breaks)); }

int32_t ia_breaks_following(ia_breaks *breaks, int32_t offset) {
  return ubrk_following(iterator(breaks), offset);
}

int32_t ia_breaks_preceding(ia_breaks *breaks, int32_t offset) {
  return ubrk_preceding(iterator(breaks), offset);
}

bool ia_breaks_ends_word(ia_breaks *breaks) {
  return ubrk_getRuleStatus(iterator(breaks)) >= UBRK_WORD_NONE_LIMIT;
}

const char *ia_icu_status_name(int32_t status) { return u_errorName((UErrorCode)status); }
