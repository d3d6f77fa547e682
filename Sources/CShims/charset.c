#include "ia_charset.h"

#include <errno.h>
#include <iconv.h>
#include <stddef.h>
#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/utypes.h>

enum { REPLACEMENT = 0xFFFD, LEAD = 0xFFFF };

/// Names that start so are of the C library's iconv.
static const char *iconv_name(const char *name) {
  return strncmp(name, "iconv:", 6) == 0 ? name + 6 : NULL;
}

static UConverter *open_stopping(const char *name) {
  UErrorCode code = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(name, &code);
  if (U_FAILURE(code)) return NULL;
  ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &code);
  return converter;
}

/// One character of `count` bytes: its unit, LEAD where more bytes are needed, else REPLACEMENT.
static uint16_t one(UConverter *converter, const uint8_t *bytes, int32_t count) {
  UChar units[4];
  UChar *target = units;
  const char *source = (const char *)bytes;
  UErrorCode code = U_ZERO_ERROR;
  ucnv_reset(converter);
  ucnv_toUnicode(converter, &target, units + 4, &source, source + count, NULL, false, &code);
  if (U_FAILURE(code)) return REPLACEMENT;
  if (target == units) return LEAD;
  return target == units + 1 ? units[0] : REPLACEMENT;
}

static uint16_t one_iconv(iconv_t converter, uint8_t *bytes, size_t count) {
  uint8_t units[8];
  char *source = (char *)bytes;
  char *target = (char *)units;
  size_t room = sizeof units;
  iconv(converter, NULL, NULL, NULL, NULL);
  size_t left = count;
  size_t result = iconv(converter, &source, &left, &target, &room);
  if (result == (size_t)-1 && left == count) return errno == EINVAL ? LEAD : REPLACEMENT;
  if (room != sizeof units - 2 || left != 0) return REPLACEMENT;
  return (uint16_t)(units[0] | units[1] << 8);
}

static int32_t iconv_bytes(const char *name, uint16_t *units) {
  iconv_t converter = iconv_open("UTF-16LE", name);
  if (converter == (iconv_t)-1) return 0;
  for (int byte = 0; byte < 256; byte++) {
    uint8_t bytes[1] = {(uint8_t)byte};
    units[byte] = byte < 0x80 ? (uint16_t)byte : one_iconv(converter, bytes, 1);
  }
  iconv_close(converter);
  return 2;
}

int32_t ia_charset_bytes(const char *name, uint16_t *units) {
  const char *other = iconv_name(name);
  if (other) return iconv_bytes(other, units);
  UConverter *converter = open_stopping(name);
  if (!converter) return 0;
  for (int byte = 0; byte < 256; byte++) {
    uint8_t bytes[1] = {(uint8_t)byte};
    units[byte] = one(converter, bytes, 1);
  }
  int hasLead = 0;
  for (int byte = 0; byte < 256; byte++) hasLead |= units[byte] == LEAD;
  int32_t longest = hasLead ? ucnv_getMaxCharSize(converter) : 1;
  ucnv_close(converter);
  return longest;
}

static int32_t iconv_row(const char *name, uint8_t lead, uint16_t *units) {
  iconv_t converter = iconv_open("UTF-16LE", name);
  if (converter == (iconv_t)-1) return 0;
  for (int byte = 0; byte < 256; byte++) {
    uint8_t bytes[2] = {lead, (uint8_t)byte};
    uint16_t unit = one_iconv(converter, bytes, 2);
    units[byte] = unit == LEAD ? REPLACEMENT : unit;
  }
  iconv_close(converter);
  return 1;
}

int32_t ia_charset_row(const char *name, uint8_t lead, uint16_t *units) {
  const char *other = iconv_name(name);
  if (other) return iconv_row(other, lead, units);
  UConverter *converter = open_stopping(name);
  if (!converter) return 0;
  for (int byte = 0; byte < 256; byte++) {
    uint8_t bytes[2] = {lead, (uint8_t)byte};
    uint16_t unit = one(converter, bytes, 2);
    units[byte] = unit == LEAD ? REPLACEMENT : unit;
  }
  ucnv_close(converter);
  return 1;
}

int64_t ia_charset_decode(
    const char *name, const uint8_t *bytes, int64_t count, uint16_t *units, int64_t capacity) {
  UErrorCode code = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(name, &code);
  if (U_FAILURE(code)) return -1;
  UChar *target = (UChar *)units;
  const char *source = (const char *)bytes;
  ucnv_toUnicode(
      converter, &target, (UChar *)units + capacity, &source, source + count, NULL, true, &code);
  ucnv_close(converter);
  return target - (UChar *)units;
}

void ia_charset_keep(const char *name) {
  const char *other = iconv_name(name);
  // Never closed: the C library keeps the module of an open converter.
  if (other) (void)iconv_open("UTF-16LE", other);
}
