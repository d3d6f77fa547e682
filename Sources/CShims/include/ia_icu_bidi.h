#pragma once
#include <stdint.h>

// ICU's bidirectional algorithm (UAX 9) under names that do not change with its version.
// A status is ICU's: 0 is success, above 0 failure.

/// A paragraph's analysis, reusable; not for two threads at once.
typedef struct ia_bidi ia_bidi;

/// Opens an analysis without text; NULL where memory ran out.
ia_bidi *_Nullable ia_bidi_open(void);
/// Frees an analysis.
void ia_bidi_close(ia_bidi *_Nonnull bidi);
/// Finds the embedding level of each of `count` units (at least 1) and writes them to `levels`.
///
/// `base` is 0 (left to right), 1 (right to left) or -1 (the first strong character decides, left
/// to right without one). `paragraph` receives the level of the paragraph. Returns the status.
int32_t ia_bidi_levels(
    ia_bidi *_Nonnull bidi, const uint16_t *_Nonnull units, int32_t count, int32_t base,
    uint8_t *_Nonnull levels, uint8_t *_Nonnull paragraph);
