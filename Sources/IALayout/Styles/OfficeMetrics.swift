import IAFonts

/// The heights of lines and the positions of strokes that LibreOffice derives from a font.
///
/// LibreOffice measures fonts in sixths of a twip, lays out in twips, and draws lines of text in
/// tenths of a point.
enum OfficeMetrics {
  /// The size of superscripts and subscripts relative to that of the text.
  static let scriptFactor = 0.58

  /// Returns the heights of a line above and below its baseline in points; the height above
  /// includes the line gap.
  static func extent(
    of metrics: FontMetrics, size: Double
  ) -> (ascent: Double, descent: Double) {
    let (ascent, descent) = (sixths(metrics.ascent * size), sixths(metrics.descent * size))
    let above = twips(ascent)
    let height = twips(ascent + descent)
    return ((above + twips(sixths(metrics.lineGap * size))) / 20, (height - above) / 20)
  }

  /// Returns the distance in points by which a superscript is raised; a negative distance lowers a
  /// subscript.
  ///
  /// The tops of the two lines, or their bottoms for a subscript, are at one height.
  static func shift(of metrics: FontMetrics, isSuperscript: Bool, size: Double) -> Double {
    let part = isSuperscript ? metrics.ascent + metrics.lineGap : -metrics.descent
    return part * size * (1 - scriptFactor)
  }

  /// Returns the distances in points of the middle of an underline below the baseline and of the
  /// middle of a strikethrough above it, and their thickness.
  static func strokes(
    of metrics: FontMetrics, size: Double
  ) -> (underline: Double, strikethrough: Double, thickness: Double) {
    func tenths(_ points: Double) -> Double { (points * 10).rounded() }
    let (ascent, descent) = (tenths(metrics.ascent * size), tenths(metrics.descent * size))
    let usual = descent > 0 ? descent : max((ascent / 10).rounded(.down), 1)
    let limited = 3 * usual > ascent ? (ascent / 3).rounded(.down) : usual
    let thickness = max(((limited * 25 + 50) / 100).rounded(.down), 1)
    let half = max((thickness / 2).rounded(.down), 1)
    let underline = (descent / 2).rounded(.down) + 1 - half
    let strikethrough = ((tenths(size) - descent) / 3).rounded(.down) + half
    return (underline / 10, strikethrough / 10, thickness / 10)
  }

  private static func sixths(_ points: Double) -> Double { (points * 120).rounded() }

  private static func twips(_ sixths: Double) -> Double { (sixths / 6).rounded() }
}
