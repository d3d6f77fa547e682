import IAEquations
import IAFonts

/// A part of an equation that was laid out, in points from its left end on its baseline, *y*
/// downwards.
struct EquationBox {
  struct PlacedGlyph {
    var glyph: UInt16
    var font: FontID
    var size: Double
    var x: Double
    var y: Double
  }

  /// An inner part and its position.
  struct PlacedPart {
    var part: Equation.Part
    var x: Double
    var y: Double
  }

  var width = 0.0
  /// The extents of the ink above and below the baseline; not negative, except those of glyphs
  /// alone.
  var ascent = 0.0
  var descent = 0.0
  /// The distance by which ink extends beyond the right end, for example that of slanted letters.
  var overhang = 0.0
  var glyphs: [PlacedGlyph] = []
  var rules: [EquationFigure.Rule] = []
  var parts: [PlacedPart] = []

  /// The height of the ink.
  var height: Double { ascent + descent }

  /// Expands the extents to include another box at a position.
  mutating func include(_ box: EquationBox, x: Double, y: Double) {
    width = max(width, x + box.width)
    ascent = max(ascent, box.ascent - y)
    descent = max(descent, box.descent + y)
  }

  /// Adds the box of an inner part.
  mutating func add(_ box: EquationBox, of part: Equation.Part, x: Double, y: Double) {
    parts.append(PlacedPart(part: part, x: x, y: y))
    include(box, x: x, y: y)
  }

  /// Adds glyphs and lines that are not a part of the tree, such as delimiters.
  mutating func add(_ box: EquationBox, x: Double, y: Double) {
    for var glyph in box.glyphs {
      glyph.x += x
      glyph.y += y
      glyphs.append(glyph)
    }
    for var rule in box.rules {
      rule.x += x
      rule.y += y
      rules.append(rule)
    }
    include(box, x: x, y: y)
  }

  /// Adds a horizontal line; its middle is at *y*.
  mutating func addLine(x: Double, y: Double, length: Double, thickness: Double) {
    rules.append(.init(x: x, y: y, length: length, thickness: thickness))
    width = max(width, x + length)
    ascent = max(ascent, thickness / 2 - y)
    descent = max(descent, thickness / 2 + y)
  }
}
