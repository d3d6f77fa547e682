#include "ia_icu_bidi.h"

#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/utypes.h>

ia_bidi *ia_bidi_open(void) { return (ia_bidi *)ubidi_open(); }

void ia_bidi_close(ia_bidi *bidi) { ubidi_close((UBiDi *)bidi); }

int32_t ia_bidi_levels(
    ia_bidi *bidi, const uint16_t *units, int32_t count, int32_t base, uint8_t *levels,
    uint8_t *paragraph) {
  UBiDi *analysis = (UBiDi *)bidi;
  UErrorCode code = U_ZERO_ERROR;
  UBiDiLevel level = base < 0 ? UBIDI_DEFAULT_LTR : (UBiDiLevel)base;
  ubidi_setPara(analysis, (const UChar *)units, count, level, NULL, &code);
  const UBiDiLevel *found = ubidi_getLevels(analysis, &code);
  if (U_FAILURE(code)) return code;
  memcpy(levels, found, (size_t)count);
  *paragraph = ubidi_getParaLevel(analysis);
  return 0;
}
