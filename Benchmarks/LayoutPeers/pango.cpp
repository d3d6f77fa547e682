// Pango on Cairo: a PangoLayout a paragraph, no hinting, exact places of glyphs.
#include <pango/pangocairo.h>

#include "peer.hpp"

static PangoContext *context;
static PangoFontDescription *description;
using Layouts = std::vector<PangoLayout *>;

static PangoLayout *layout(const std::string &text, double width) {
  PangoLayout *made = pango_layout_new(context);
  pango_layout_set_font_description(made, description);
  pango_layout_set_width(made, width * PANGO_SCALE);
  pango_layout_set_wrap(made, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_text(made, text.data(), text.size());
  return made;
}

/// Lays out; the height in points.
static double height(PangoLayout *made) {
  int width, height;
  pango_layout_get_size(made, &width, &height);
  return height / double(PANGO_SCALE);
}

/// The text of a workload, whose fonts are used from now on.
static peer::Input read(const std::string &folder, const std::string &name) {
  auto input = peer::read(folder, name);
  std::string families;
  for (auto &family : input.families) families += (families.empty() ? "" : ",") + family;
  pango_font_description_set_family(description, families.c_str());
  height(layout("warm up", peer::proseWidth));
  return input;
}

static void forget(Layouts &layouts) {
  for (auto *one : layouts) g_object_unref(one);
  layouts.clear();
}

static size_t layOutAll(const peer::Input &input, double width, Layouts *keep) {
  size_t lines = 0;
  for (auto &paragraph : input.paragraphs) {
    PangoLayout *made = layout(paragraph, width);
    height(made);
    lines += pango_layout_get_line_count(made);
    keep ? keep->push_back(made) : g_object_unref(made);
  }
  return lines;
}

static void add(PangoAttrList *list, PangoAttribute *attribute, guint start, guint end) {
  attribute->start_index = start;
  attribute->end_index = end;
  pango_attr_list_insert(list, attribute);
}

/// A paragraph with its runs. The naive usage sets the size on each run, although it does not change: Pango then shapes
/// each run alone.
static PangoLayout *attributed(const peer::Input &input, size_t &next, size_t byte, const std::string &text, bool isNaive) {
  PangoAttrList *list = pango_attr_list_new();
  for (auto &run : peer::runsWithin(input, next, byte + text.size())) {
    guint start = run.byte - byte, end = std::min(start + run.byteCount, text.size());
    unsigned c = run.colour;
    add(list, pango_attr_foreground_new((c >> 16 & 255) * 257, (c >> 8 & 255) * 257, (c & 255) * 257), start, end);
    if (isNaive || run.size != peer::fontSize) add(list, pango_attr_size_new_absolute(run.size * PANGO_SCALE), start, end);
    if (run.bold()) add(list, pango_attr_weight_new(PANGO_WEIGHT_BOLD), start, end);
    if (run.italic()) add(list, pango_attr_style_new(PANGO_STYLE_ITALIC), start, end);
  }
  PangoLayout *made = layout(text, peer::proseWidth);
  pango_layout_set_attributes(made, list);
  pango_attr_list_unref(list);
  return made;
}

static size_t layOutAttributed(const peer::Input &input, bool isNaive) {
  size_t lines = 0, next = 0, byte = 0;
  for (auto &paragraph : input.paragraphs) {
    PangoLayout *made = attributed(input, next, byte, paragraph, isNaive);
    height(made);
    lines += pango_layout_get_line_count(made);
    g_object_unref(made);
    byte += paragraph.size() + 1;
  }
  return lines;
}

/// Lays out and passes every glyph to a sum.
static size_t sinkGlyphs(const peer::Input &input) {
  double sum = 0;
  size_t glyphs = 0;
  for (auto &paragraph : input.paragraphs) {
    PangoLayout *made = layout(paragraph, peer::proseWidth);
    PangoLayoutIter *iterator = pango_layout_get_iter(made);
    do {
      PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iterator);
      if (!run) continue;
      for (int i = 0; i < run->glyphs->num_glyphs; i++)
        sum += run->glyphs->glyphs[i].glyph + run->glyphs->glyphs[i].geometry.width;
      glyphs += run->glyphs->num_glyphs;
    } while (pango_layout_iter_next_run(iterator));
    pango_layout_iter_free(iterator);
    g_object_unref(made);
  }
  return glyphs + (sum < 0);
}

static int printLines(const std::string &workload, const peer::Input &input) {
  size_t next = 0, byte = 0;
  double sum = 0;
  for (size_t i = 0; i < input.paragraphs.size(); i++) {
    auto &text = input.paragraphs[i];
    PangoLayout *made = input.runs.empty() ? layout(text, peer::widthOf(workload)) : attributed(input, next, byte, text, false);
    sum += height(made);
    for (GSList *one = pango_layout_get_lines_readonly(made); one; one = one->next) {
      auto *line = static_cast<PangoLayoutLine *>(one->data);
      auto *following = one->next ? static_cast<PangoLayoutLine *>(one->next->data) : nullptr;
      peer::printLine(i, line->start_index, following ? size_t(following->start_index) : text.size());
    }
    g_object_unref(made);
    byte += text.size() + 1;
  }
  std::printf("height %.3f\n", sum);
  return 0;
}

static void page(const peer::Input &input) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 780, 1688);
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, 2, 2);
  pango_cairo_update_context(cairo, context);
  Layouts layouts;
  std::vector<double> places;
  double y = 0;
  for (size_t i = 200; y < 844 && i < input.paragraphs.size(); i++) {
    layouts.push_back(layout(input.paragraphs[i], 358));
    places.push_back(y);
    y += height(layouts.back());
  }
  peer::report("page", 60, [&](int) {
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    for (size_t i = 0; i < layouts.size(); i++) {
      cairo_move_to(cairo, 16, places[i]);
      pango_cairo_show_layout(cairo, layouts[i]);
    }
    cairo_surface_flush(surface);
    return layouts.size();
  });
}

int main(int argc, char **argv) {
  bool lines = peer::wantsLines(argc, argv);
  if (argc < 3) peer::unknown();
  std::string workload = argv[1], folder = argv[2];
  context = pango_font_map_create_context(pango_cairo_font_map_new());
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  pango_context_set_round_glyph_positions(context, FALSE);
  description = pango_font_description_from_string("Noto Sans");
  pango_font_description_set_absolute_size(description, peer::fontSize * PANGO_SCALE);
  if (lines) return printLines(workload, read(folder, workload));
  if (workload == "prose" || workload == "mixed" || workload == "thai") {
    auto input = read(folder, workload);
    Layouts kept;
    peer::report(argv[1], 5, [&](int) {
      forget(kept);
      return layOutAll(input, peer::proseWidth, &kept);
    });
  } else if (workload == "width") {
    Layouts kept;
    layOutAll(read(folder, "prose"), peer::proseWidth, &kept);
    peer::report(argv[1], 5, [&](int i) {
      for (auto *one : kept) {
        pango_layout_set_width(one, (peer::proseWidth - 20 - i) * PANGO_SCALE);
        height(one);
      }
      return kept.size();
    });
  } else if (workload == "messages" || workload == "messages-emoji") {
    auto input = read(folder, workload);
    peer::report(argv[1], 5, [&](int) { return layOutAll(input, peer::messageWidth, nullptr); });
  } else if (workload == "glyphs") {
    auto input = read(folder, "prose");
    peer::report(argv[1], 5, [&](int) { return sinkGlyphs(input); });
  } else if (workload == "attributes" || workload == "intensities") {
    auto input = read(folder, workload);
    peer::report(argv[1], 5, [&](int) { return layOutAttributed(input, false); });
  } else if (workload == "attributes-naive" || workload == "intensities-naive") {
    auto input = read(folder, workload.substr(0, workload.find('-')));
    peer::report(argv[1], 5, [&](int) { return layOutAttributed(input, true); });
  } else if (workload == "keystroke") {
    auto text = peer::middleParagraph(read(folder, "prose"));
    PangoLayout *one = layout(text, peer::proseWidth);
    peer::report(argv[1], 200, [&](int i) {
      text.insert(text.size() / 2, 1, "abcdefgh"[i & 7]);
      pango_layout_set_text(one, text.data(), text.size());
      return size_t(height(one));
    });
  } else if (workload == "page") {
    page(read(folder, "prose"));
  } else {
    peer::unknown();
  }
}
