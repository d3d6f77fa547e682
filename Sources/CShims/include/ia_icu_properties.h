#pragma once
#include <stdbool.h>
#include <stdint.h>

// Properties of characters from ICU's tables, under names that do not change with its version.

// The script of a character as a number that ICU keeps for good (`UScriptCode`): 0 common,
// 1 inherited.
int32_t ia_script(uint32_t scalar);
// Whether a character belongs to a script also by its extensions (UAX 24).
bool ia_has_script(uint32_t scalar, int32_t script);
// The four letters of a script (ISO 15924) as a big-endian number, `Latn` for Latin.
uint32_t ia_script_tag(int32_t script);
// Bits of what a character is to an emoji sequence: 1 shown as emoji by default, 2 emoji,
// 4 modifier, 8 regional indicator, 16 extended pictographic.
uint32_t ia_emoji_properties(uint32_t scalar);
// Whether a character is ignored where a font lacks it, has no width and joins what is before.
bool ia_is_default_ignorable(uint32_t scalar);
// The joining type of a character (`UJoiningType`): 0 does not join, 1 causes its neighbours to
// join, 2 joins on both sides, 3 on the left, 4 on the right, 5 is transparent.
int32_t ia_joining_type(uint32_t scalar);
// The character that mirrors another where the direction is right to left; itself without one.
uint32_t ia_mirror(uint32_t scalar);
