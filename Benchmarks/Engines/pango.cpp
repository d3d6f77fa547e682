// Pango on Cairo as an engine, which moves pixels when the view scrolls.
#include <cmath>

#include "pango_text.hpp"

class Pango : public PangoText {
  cairo_t *cairo = nullptr;

 public:
  std::string introduction() override {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        reinterpret_cast<unsigned char *>(picture.pixels), CAIRO_FORMAT_RGB24, picture.width, picture.height,
        4 * picture.width);
    cairo = cairo_create(surface);
    cairo_scale(cairo, picture.scale, picture.scale);
    prepare();
    return std::string("name=pango version=") + pango_version_string() + " lines=1 draws=1";
  }

  void draw() override {
    auto [first, end] = engine::scrolled(picture, int(y * picture.scale + 0.5), shown, isDrawn);
    isDrawn = true;
    if (first == end) return;
    cairo_surface_mark_dirty(cairo_get_target(cairo));
    double top = shown / picture.scale, from = first / picture.scale, to = end / picture.scale;
    cairo_save(cairo);
    cairo_rectangle(cairo, 0, from, picture.width / picture.scale, to - from);
    cairo_clip(cairo);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    for (size_t i = rows.rowAt(top + from); i < layouts.size() && rows.tops[i] < top + to; i++) {
      // Rows begin at whole pixels, so that moved pixels equal drawn ones.
      cairo_move_to(cairo, 0, (std::floor(rows.tops[i] * picture.scale + 0.5) - shown) / picture.scale);
      pango_cairo_show_layout(cairo, layouts[i]);
    }
    cairo_restore(cairo);
    cairo_surface_flush(cairo_get_target(cairo));
  }
};

int main() {
  Pango pango;
  return engine::run(pango);
}
