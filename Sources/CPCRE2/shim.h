#pragma once
#define PCRE2_CODE_UNIT_WIDTH 16
#include <pcre2.h>
