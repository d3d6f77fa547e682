#pragma once
#include <stdbool.h>
#include <stdint.h>

// ICU's text boundary analysis under names that do not change with its version: ICU's own
// headers rename every symbol (`ubrk_open_72`) by macro, which Swift does not follow.
// Rules are always those of the root locale. A status is ICU's: 0 is success, above 0 failure.

/// What an iterator finds. The values are this header's own.
enum ia_breaks_kind {
  IA_BREAKS_CHARACTER = 0,
  IA_BREAKS_WORD = 1,
  IA_BREAKS_SENTENCE = 2,
  IA_BREAKS_LINE = 3,
};

/// An iterator; not for two threads at once.
typedef struct ia_breaks ia_breaks;

/// Opens an iterator without text; NULL where status tells why.
ia_breaks *_Nullable ia_breaks_open(int32_t kind, int32_t *_Nonnull status);
/// Frees an iterator.
void ia_breaks_close(ia_breaks *_Nonnull breaks);
/// Lends text to the iterator: `units` must stay in place until the next call of this function
/// or the last use of the iterator. Returns the status.
int32_t ia_breaks_set_text(
    ia_breaks *_Nonnull breaks, const uint16_t *_Nullable units, int32_t count);
/// Moves to the next boundary and returns it, or -1 at the end.
int32_t ia_breaks_next(ia_breaks *_Nonnull breaks);
/// Moves to the first boundary after `offset` and returns it, or -1.
int32_t ia_breaks_following(ia_breaks *_Nonnull breaks, int32_t offset);
/// Moves to the last boundary before `offset` and returns it, or -1.
int32_t ia_breaks_preceding(ia_breaks *_Nonnull breaks, int32_t offset);
/// Returns whether the segment that ends at the last returned boundary is a word, not spaces or
/// punctuation. Only for `IA_BREAKS_WORD`.
///
/// ICU has one status for all boundaries that its dictionaries find in a segment of its rules.
/// A segment of the word rules is a word as a whole, so the status holds for each part. A segment
/// of the line rules may end in a line feed; its status says "mandatory" at each boundary inside,
/// so that no function here returns the status of line breaks.
bool ia_breaks_ends_word(ia_breaks *_Nonnull breaks);

/// The name of a status, for reports.
const char *_Nonnull ia_icu_status_name(int32_t status);
