#include "ia_icu_properties.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utypes.h>

int32_t ia_script(uint32_t scalar) {
  UErrorCode code = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript((UChar32)scalar, &code);
  return U_FAILURE(code) || script < 0 ? USCRIPT_COMMON : (int32_t)script;
}

bool ia_has_script(uint32_t scalar, int32_t script) {
  return uscript_hasScript((UChar32)scalar, (UScriptCode)script);
}

uint32_t ia_script_tag(int32_t script) {
  const char *name = uscript_getShortName((UScriptCode)script);
  uint32_t tag = 0;
  for (int letter = 0; letter < 4; letter++) {
    if (!name || !name[letter]) return 0x5A797979;  // Zyyy
    tag = tag << 8 | (uint8_t)name[letter];
  }
  return tag;
}

uint32_t ia_emoji_properties(uint32_t scalar) {
  UChar32 character = (UChar32)scalar;
  return (uint32_t)(
      (u_hasBinaryProperty(character, UCHAR_EMOJI_PRESENTATION) ? 1 : 0) |
      (u_hasBinaryProperty(character, UCHAR_EMOJI) ? 2 : 0) |
      (u_hasBinaryProperty(character, UCHAR_EMOJI_MODIFIER) ? 4 : 0) |
      (u_hasBinaryProperty(character, UCHAR_REGIONAL_INDICATOR) ? 8 : 0) |
      (u_hasBinaryProperty(character, UCHAR_EXTENDED_PICTOGRAPHIC) ? 16 : 0));
}

bool ia_is_default_ignorable(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

uint32_t ia_mirror(uint32_t scalar) { return (uint32_t)u_charMirror((UChar32)scalar); }

int32_t ia_joining_type(uint32_t scalar) {
  return u_getIntPropertyValue((UChar32)scalar, UCHAR_JOINING_TYPE);
}
