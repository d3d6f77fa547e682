import IAFonts

/// The layout of an equation or a part of it: glyphs and lines in points, relative to the left end
/// of the baseline, with *y* downwards.
///
/// A line may end between the figures of an equation that is wider than the line.
struct EquationFigure: Sendable {
  /// Glyphs of one font and size at one height.
  struct Run: Sendable {
    var font: FontInstance
    /// The number of font units per em.
    var unitsPerEm: Int
    /// The size in points.
    var size: Double
    var y: Double
    var glyphs: [UInt16] = []
    /// The origins of the glyphs.
    var x: [Double] = []
  }

  /// A rectangle filled with the colour of the text.
  struct Rule: Sendable {
    /// The left end.
    var x: Double
    /// The vertical middle of the rectangle.
    var y: Double
    var length: Double
    var thickness: Double
  }

  /// The width, including the space before the next figure of the equation.
  var width: Double
  /// The extents of the ink above and below the baseline.
  var ascent: Double
  var descent: Double
  var runs: [Run] = []
  var rules: [Rule] = []
  /// Whether the equation is a display equation, which has its own lines.
  var isDisplay = false
  /// The width of the whole equation.
  var wholeWidth = 0.0
  /// The index of the figure's first Unicode scalar in the TeX.
  var firstScalar = 0

  /// Appends a glyph to the last run, or to a new one.
  mutating func append(
    _ glyph: UInt16, x: Double, y: Double, size: Double, font: FontInstance, unitsPerEm: Int
  ) {
    if runs.last.map({ $0.font == font && $0.size == size && $0.y == y }) != true {
      runs.append(Run(font: font, unitsPerEm: unitsPerEm, size: size, y: y))
    }
    runs[runs.count - 1].glyphs.append(glyph)
    runs[runs.count - 1].x.append(x)
  }
}
