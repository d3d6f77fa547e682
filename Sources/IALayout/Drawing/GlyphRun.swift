public import IAFonts
public import IAText

/// Glyphs of one font, size, colour and direction on one line, from left to right.
///
/// A sink borrows a run: its arrays are used again for the next one.
public struct GlyphRun: Sendable {
  /// What the glyphs are.
  public enum Role: Hashable, Sendable {
    /// Text of the document.
    case text
    /// The mark of a list's item; its units are not in the document.
    case listMarker
    /// The sign that text was cut off.
    case ellipsis
    /// A hyphen where a word was broken.
    case hyphen
  }

  /// What the glyphs are.
  public internal(set) var role = Role.text
  /// The face, its weight, and what is put on; `FontCollection.faces[font.face]` has the file.
  public internal(set) var font: FontInstance
  /// How many of the font's units make its size.
  public internal(set) var unitsPerEm: Int
  /// The size in points.
  public internal(set) var size: Double
  /// The colour, opacity counted in.
  public internal(set) var color: Color
  /// Whether the glyphs' text goes from right to left.
  public internal(set) var isRightToLeft = false
  /// The units in the document that the glyphs stand for; empty at the place where a marker stands.
  public internal(set) var utf16Range: Range<Int>
  /// The units of `utf16Range`, or those of the marker.
  public internal(set) var units: [UInt16] = []
  /// The glyphs' numbers in the font.
  public internal(set) var glyphs: [UInt16] = []
  /// Where each glyph's origin is, in points from the left of the container.
  public internal(set) var x: [Double] = []
  /// Where each glyph's origin is, in points from the top of the container.
  public internal(set) var y: [Double] = []
  /// The first unit of the cluster that each glyph belongs to, from the start of `units`.
  ///
  /// Glyphs of one cluster have one number. A cluster ends where the next larger number of the run
  /// starts, the last at the end of `units`.
  public internal(set) var clusters: [Int] = []
  /// The advance of the whole run in points.
  public internal(set) var width = 0.0
  /// Where the run starts: its left end on the baseline.
  public internal(set) var origin = Point(x: 0, y: 0)

  init(font: FontInstance, unitsPerEm: Int, size: Double, color: Color, utf16Range: Range<Int>) {
    self.font = font
    self.unitsPerEm = unitsPerEm
    self.size = size
    self.color = color
    self.utf16Range = utf16Range
  }
}
