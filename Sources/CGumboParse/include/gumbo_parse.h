#pragma once
#include <gumbo.h>
#include <stddef.h>

/// Parses as `gumbo_parse_with_options` does, but returns NULL where a check that gumbo makes of
/// itself (`assert`) fails, which would end the process. What it allocated is left to the options'
/// allocator, which must be able to take back everything at once.
///
/// While a parse runs, SIGABRT has a handler; one that other code sets meanwhile stays. A signal
/// for another thread, or from another process, goes where it would have gone.
GumboOutput *ia_gumbo_parse(const GumboOptions *options, const char *bytes, size_t count);
