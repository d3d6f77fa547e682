#pragma once
#include <gumbo.h>
#include <string.h>
