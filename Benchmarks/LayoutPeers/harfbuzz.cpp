// HarfBuzz alone: each paragraph shaped as a whole, nothing kept, no lines. The floor that no cache goes below.
#include <hb.h>

#include "peer.hpp"

static hb_font_t *font;
static hb_buffer_t *buffer;

static size_t shape(const std::string &text) {
  hb_buffer_clear_contents(buffer);
  hb_buffer_add_utf8(buffer, text.data(), text.size(), 0, text.size());
  hb_buffer_guess_segment_properties(buffer);
  hb_shape(font, buffer, nullptr, 0);
  return hb_buffer_get_length(buffer);
}

/// Shapes, and passes every glyph to a sum.
static size_t sinkGlyphs(const peer::Input &input) {
  size_t glyphs = 0;
  double sum = 0;
  for (auto &paragraph : input.paragraphs) {
    unsigned count = shape(paragraph);
    auto *infos = hb_buffer_get_glyph_infos(buffer, nullptr);
    auto *places = hb_buffer_get_glyph_positions(buffer, nullptr);
    for (unsigned i = 0; i < count; i++) sum += infos[i].codepoint + places[i].x_advance;
    glyphs += count;
  }
  return glyphs + (sum < 0);
}

static size_t shapeAll(const peer::Input &input) {
  size_t glyphs = 0;
  for (auto &paragraph : input.paragraphs) glyphs += shape(paragraph);
  return glyphs;
}

int main(int argc, char **argv) {
  if (argc < 4) peer::unknown();
  std::string workload = argv[1], folder = argv[2];
  hb_blob_t *blob = hb_blob_create_from_file(argv[3]);
  hb_face_t *face = hb_face_create(blob, 0);
  font = hb_font_create(face);
  hb_font_set_scale(font, peer::fontSize * 64, peer::fontSize * 64);
  buffer = hb_buffer_create();
  shape("warm up");
  if (workload == "prose" || workload == "messages") {
    auto input = peer::read(folder, workload);
    peer::report(argv[1], 5, [&](int) { return shapeAll(input); });
  } else if (workload == "glyphs") {
    auto input = peer::read(folder, "prose");
    peer::report(argv[1], 5, [&](int) { return sinkGlyphs(input); });
  } else if (workload == "keystroke") {
    auto text = peer::middleParagraph(peer::read(folder, "prose"));
    peer::report(argv[1], 200, [&](int i) {
      text.insert(text.size() / 2, 1, "abcdefgh"[i & 7]);
      return shape(text);
    });
  } else {
    peer::unknown();
  }
}
