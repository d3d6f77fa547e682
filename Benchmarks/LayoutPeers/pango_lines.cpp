// Where Pango's lines start: for each line the number of its paragraph, the bytes where it starts and ends, its width;
// with `opportunities`, where lines may end instead.
//
//   pango_lines FILE WIDTH [opportunities]
#include <pango/pangocairo.h>

#include <cstring>

#include "peer.hpp"

static void printLines(PangoLayout *made, size_t number) {
  for (GSList *one = pango_layout_get_lines_readonly(made); one; one = one->next) {
    auto *line = static_cast<PangoLayoutLine *>(one->data);
    auto *next = one->next ? static_cast<PangoLayoutLine *>(one->next->data) : nullptr;
    int end = next ? next->start_index : std::strlen(pango_layout_get_text(made));
    PangoRectangle extents;
    pango_layout_line_get_extents(line, nullptr, &extents);
    std::printf("%zu %d %d %.4f\n", number, line->start_index, end, extents.width / double(PANGO_SCALE));
  }
}

static void printOpportunities(PangoLayout *made, size_t number) {
  int count;
  const PangoLogAttr *attributes = pango_layout_get_log_attrs_readonly(made, &count);
  const char *text = pango_layout_get_text(made);
  const char *at = text;
  for (int i = 0; i < count; i++) {
    if (i > 0 && attributes[i].is_line_break) std::printf("%zu %td\n", number, at - text);
    if (*at) at = g_utf8_next_char(at);
  }
}

int main(int argc, char **argv) {
  if (argc < 3) peer::unknown();
  std::ifstream file(argv[1], std::ios::binary);
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_new());
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  pango_context_set_round_glyph_positions(context, FALSE);
  auto *description = pango_font_description_from_string("Noto Sans");
  pango_font_description_set_absolute_size(description, peer::fontSize * PANGO_SCALE);
  size_t number = 0;
  for (std::string line; std::getline(file, line); number++) {
    if (line.empty()) continue;
    PangoLayout *made = pango_layout_new(context);
    pango_layout_set_font_description(made, description);
    pango_layout_set_width(made, std::atof(argv[2]) * PANGO_SCALE);
    pango_layout_set_wrap(made, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_text(made, line.data(), line.size());
    argc > 3 ? printOpportunities(made, number) : printLines(made, number);
    g_object_unref(made);
  }
}
