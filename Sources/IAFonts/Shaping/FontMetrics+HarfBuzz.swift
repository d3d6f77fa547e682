internal import CHarfBuzz

extension FontMetrics {
  /// Creates the metrics of a font whose scale is its units.
  init(of font: OpaquePointer?, unitsPerEm: Double) {
    var extents = hb_font_extents_t()
    if unsafe hb_font_get_h_extents(font, &extents) == 0 {
      extents.ascender = Int32(unitsPerEm * 0.8)
      extents.descender = Int32(unitsPerEm * -0.2)
    }
    func measure(_ tag: hb_ot_metrics_tag_t, or otherwise: Double) -> Double {
      var value: hb_position_t = 0
      guard unsafe hb_ot_metrics_get_position(font, tag, &value) != 0, value != 0 else {
        return otherwise
      }
      return Double(value) / unitsPerEm
    }
    let ascent = Double(extents.ascender) / unitsPerEm
    let xHeight = measure(HB_OT_METRICS_TAG_X_HEIGHT, or: ascent / 2)
    self.init(
      ascent: ascent, descent: -Double(extents.descender) / unitsPerEm,
      lineGap: max(0, Double(extents.line_gap) / unitsPerEm),
      underlineOffset: -measure(HB_OT_METRICS_TAG_UNDERLINE_OFFSET, or: -0.1),
      underlineThickness: abs(measure(HB_OT_METRICS_TAG_UNDERLINE_SIZE, or: 0.05)),
      strikeOffset: measure(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, or: xHeight / 2),
      xHeight: xHeight, capHeight: measure(HB_OT_METRICS_TAG_CAP_HEIGHT, or: ascent * 0.9))
  }
}
