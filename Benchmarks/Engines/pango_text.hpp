// Text laid out by Pango, for the engines that draw it with Cairo and with GTK: a PangoLayout a paragraph, no hinting, exact
// places of glyphs, colour runs alone as attributes.
#pragma once
#include <pango/pangocairo.h>

#include "engine.hpp"

class PangoText : public engine::Adapter {
 protected:
  PangoContext *context = nullptr;
  PangoFontDescription *description = nullptr;
  std::vector<engine::Paragraph> paragraphs;
  std::vector<PangoLayout *> layouts;
  engine::Rows rows;
  double width = 300;
  int size = 16, shown = 0;
  bool isDrawn = false;

  /// Creates the context, without hints.
  void prepare() {
    context = pango_font_map_create_context(pango_cairo_font_map_new());
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    pango_context_set_round_glyph_positions(context, FALSE);
  }

 public:
  void load(std::vector<engine::Paragraph> text, const std::string &, const std::string &family, int points) override {
    for (auto *one : layouts) g_object_unref(one);
    layouts.assign(text.size(), nullptr);
    paragraphs = std::move(text);
    if (description) pango_font_description_free(description);
    description = pango_font_description_new();
    pango_font_description_set_family(description, family.c_str());
    pango_font_description_set_absolute_size(description, points * PANGO_SCALE);
    size = points;
    isDrawn = false;
  }

  double layout(double points) override {
    width = points;
    rows.heights.resize(paragraphs.size());
    for (size_t i = 0; i < paragraphs.size(); i++) {
      if (!layouts[i]) make(i);
      pango_layout_set_width(layouts[i], width * PANGO_SCALE);
      rows.heights[i] = height(layouts[i]);
    }
    isDrawn = false;
    return rows.place();
  }

  double edit(size_t number, size_t byte, size_t count, const std::string &inserted) override {
    auto &paragraph = paragraphs.at(number);
    if (byte + count > paragraph.text.size()) throw std::runtime_error("no such bytes");
    paragraph.text.replace(byte, count, inserted);
    engine::moveRuns(paragraph, byte, count, inserted.size());
    if (!layouts[number]) make(number);
    fill(number);
    double before = rows.heights[number];
    rows.heights[number] = height(layouts[number]);
    isDrawn = false;
    return rows.heights[number] == before ? rows.tops.back() : rows.place();
  }

  std::vector<engine::Line> report() override {
    std::vector<engine::Line> lines;
    for (size_t i = 0; i < layouts.size(); i++)
      for (GSList *one = pango_layout_get_lines_readonly(layouts[i]); one; one = one->next) {
        auto *line = static_cast<PangoLayoutLine *>(one->data);
        auto *next = one->next ? static_cast<PangoLayoutLine *>(one->next->data) : nullptr;
        size_t end = next ? next->start_index : paragraphs[i].text.size();
        lines.push_back({i, size_t(line->start_index), end});
      }
    return lines;
  }

 private:
  static double height(PangoLayout *layout) {
    int width, height;
    pango_layout_get_size(layout, &width, &height);
    return height / double(PANGO_SCALE);
  }

  void make(size_t number) {
    PangoLayout *made = layouts[number] = pango_layout_new(context);
    pango_layout_set_font_description(made, description);
    pango_layout_set_wrap(made, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(made, width * PANGO_SCALE);
    fill(number);
  }

  void fill(size_t number) {
    auto &paragraph = paragraphs[number];
    if (!paragraph.runs.empty()) {
      PangoAttrList *list = pango_attr_list_new();
      for (auto &run : paragraph.runs) {
        unsigned c = run.colour;
        add(list, pango_attr_foreground_new((c >> 16 & 255) * 257, (c >> 8 & 255) * 257, (c & 255) * 257), run);
        // An unchanged size or weight would only prevent that neighbouring runs are shaped together.
        if (run.size != size) add(list, pango_attr_size_new_absolute(run.size * PANGO_SCALE), run);
        if (run.bold) add(list, pango_attr_weight_new(PANGO_WEIGHT_BOLD), run);
      }
      pango_layout_set_attributes(layouts[number], list);
      pango_attr_list_unref(list);
    }
    pango_layout_set_text(layouts[number], paragraph.text.data(), paragraph.text.size());
  }

  static void add(PangoAttrList *list, PangoAttribute *attribute, const engine::Run &run) {
    attribute->start_index = run.byte;
    attribute->end_index = run.byte + run.byteCount;
    pango_attr_list_insert(list, attribute);
  }
};
