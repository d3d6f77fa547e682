// GTK 4 as an engine: Pango's layouts in a snapshot, drawn by GSK's renderer with Cairo, which needs no display; pixels are moved
// when the view scrolls. Widgets need a display server and are not measured.
#include <gtk/gtk.h>

#include <cmath>

#include "pango_text.hpp"

class GTK : public PangoText {
  GskRenderer *renderer = nullptr;

 public:
  std::string introduction() override {
    // Nodes have their types after gtk_init, which needs a display, or after any of the types was asked for.
    g_type_ensure(gsk_text_node_get_type());
    renderer = gsk_cairo_renderer_new();
    if (!gsk_renderer_realize(renderer, nullptr, nullptr)) throw std::runtime_error("GSK needs a display");
    prepare();
    return "name=gtk version=" + std::to_string(gtk_get_major_version()) + "." + std::to_string(gtk_get_minor_version()) +
           "." + std::to_string(gtk_get_micro_version()) + " lines=1 draws=1";
  }

  void draw() override {
    auto [first, end] = engine::scrolled(picture, int(y * picture.scale + 0.5), shown, isDrawn);
    isDrawn = true;
    if (first == end) return;
    graphene_rect_t band = GRAPHENE_RECT_INIT(0, 0, float(picture.width), float(end - first));
    const GdkRGBA white = {1, 1, 1, 1}, black = {0, 0, 0, 1};
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gtk_snapshot_append_color(snapshot, &white, &band);
    gtk_snapshot_push_clip(snapshot, &band);
    double top = (shown + first) / picture.scale, bottom = (shown + end) / picture.scale;
    for (size_t i = rows.rowAt(top); i < layouts.size() && rows.tops[i] < bottom; i++) {
      gtk_snapshot_save(snapshot);
      // Rows begin at whole pixels, so that moved pixels equal drawn ones.
      graphene_point_t place = {0, float(std::floor(rows.tops[i] * picture.scale + 0.5) - shown - first)};
      gtk_snapshot_translate(snapshot, &place);
      gtk_snapshot_scale(snapshot, float(picture.scale), float(picture.scale));
      gtk_snapshot_append_layout(snapshot, layouts[i], &black);
      gtk_snapshot_restore(snapshot);
    }
    gtk_snapshot_pop(snapshot);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    GdkTexture *texture = gsk_renderer_render_texture(renderer, node, &band);
    gdk_texture_download(
        texture, reinterpret_cast<guchar *>(picture.pixels + size_t(first) * picture.width), 4 * size_t(picture.width));
    g_object_unref(texture);
    gsk_render_node_unref(node);
  }
};

int main() {
  GTK gtk;
  return engine::run(gtk);
}
