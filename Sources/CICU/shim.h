#pragma once
#include <unicode/ubrk.h>
#include <unicode/utypes.h>
#include <unicode/ucnv.h>
