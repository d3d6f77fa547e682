// A fast JSON parser as a peer of the codec: simdjson, which looks at each byte once.
#ifndef FAST_JSON_H
#define FAST_JSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Creates a parser that is used again; NULL where memory ran out.
void *fast_json_open(void);

void fast_json_close(void *parser);

/// The number of bytes that must follow a text, of any value.
size_t fast_json_padding(void);

/// Reads `text` (a string, written as UTF-8) and `intensities` (numbers, one byte each) of an object.
/// Returns the number of intensities, or -1 if the object has another form or a buffer is too small.
long fast_json_message(void *parser, const char *json, size_t length, char *text, size_t text_capacity,
                       size_t *text_length, uint8_t *intensities, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
