// HarfBuzz as an engine without lines and pictures: each paragraph is shaped as a whole, glyphs are not kept.
#include <hb.h>

#include "engine.hpp"

class HarfBuzz : public engine::Adapter {
  hb_font_t *font = nullptr;
  hb_buffer_t *buffer = hb_buffer_create();
  std::vector<engine::Paragraph> paragraphs;
  size_t glyphs = 0;
  int size = 16;

 public:
  std::string introduction() override {
    return std::string("name=harfbuzz version=") + hb_version_string() + " lines=0 draws=0";
  }

  void load(std::vector<engine::Paragraph> text, const std::string &path, const std::string &, int points) override {
    paragraphs = std::move(text);
    size = points;
    if (font) return;
    hb_blob_t *blob = hb_blob_create_from_file_or_fail(path.c_str());
    if (!blob) throw std::runtime_error(path + ": cannot be read");
    font = hb_font_create(hb_face_create(blob, 0));
    hb_font_set_scale(font, size * 64, size * 64);
  }

  double layout(double) override {
    glyphs = 0;
    for (auto &paragraph : paragraphs) glyphs += shape(paragraph.text);
    return height();
  }

  double edit(size_t number, size_t byte, size_t count, const std::string &inserted) override {
    auto &text = paragraphs.at(number).text;
    if (byte + count > text.size()) throw std::runtime_error("no such bytes");
    text.replace(byte, count, inserted);
    shape(text);
    return height();
  }

 private:
  /// The height of one line for each paragraph.
  double height() const { return paragraphs.size() * size * 1.362; }

  size_t shape(const std::string &text) {
    hb_buffer_clear_contents(buffer);
    hb_buffer_add_utf8(buffer, text.data(), text.size(), 0, text.size());
    hb_buffer_guess_segment_properties(buffer);
    hb_shape(font, buffer, nullptr, 0);
    return hb_buffer_get_length(buffer);
  }
};

int main() {
  HarfBuzz harfbuzz;
  return engine::run(harfbuzz);
}
