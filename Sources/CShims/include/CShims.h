#pragma once
// What Swift cannot reach by itself, under stable names; a header for each library.
#include "ia_icu.h"
#include "ia_icu_bidi.h"
#include "ia_icu_properties.h"
#include "ia_charset.h"
