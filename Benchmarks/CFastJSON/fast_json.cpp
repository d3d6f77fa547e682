#include "fast_json.h"

#include <simdjson.h>

#include <cstring>
#include <new>

namespace ondemand = simdjson::ondemand;

void *fast_json_open(void) { return new (std::nothrow) ondemand::parser(); }

void fast_json_close(void *parser) { delete static_cast<ondemand::parser *>(parser); }

size_t fast_json_padding(void) { return simdjson::SIMDJSON_PADDING; }

long fast_json_message(void *parser, const char *json, size_t length, char *text, size_t text_capacity,
                       size_t *text_length, uint8_t *intensities, size_t capacity) {
  simdjson::padded_string_view view(json, length, length + simdjson::SIMDJSON_PADDING);
  ondemand::document document;
  if (static_cast<ondemand::parser *>(parser)->iterate(view).get(document)) return -1;
  std::string_view string;
  // The order of members is not known.
  if (document.find_field_unordered("text").get_string().get(string)) return -1;
  if (string.size() > text_capacity) return -1;
  std::memcpy(text, string.data(), string.size());
  *text_length = string.size();
  ondemand::array values;
  if (document.find_field_unordered("intensities").get_array().get(values)) return -1;
  size_t count = 0;
  for (auto value : values) {
    uint64_t number;
    if (value.get_uint64().get(number) || count == capacity) return -1;
    intensities[count++] = static_cast<uint8_t>(number);
  }
  return static_cast<long>(count);
}
