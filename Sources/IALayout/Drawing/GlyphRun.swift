public import IAFonts
public import IAText

/// Glyphs of one font, size, colour and direction on one line, from left to right.
///
/// A sink borrows a run, because its arrays are reused for the next run.
public struct GlyphRun: Sendable {
  /// The purposes of glyphs.
  public enum Role: Hashable, Sendable {
    /// Text of the document.
    case text
    /// The marker of a list item; its units are not in the document.
    case listMarker
    /// The leader characters in the space of a tab.
    case tabLeader
    /// The ellipsis after text that was cut off.
    case ellipsis
    /// A hyphen where a word was broken.
    case hyphen
    /// A part of an equation; an additional run of the role `text`, without glyphs, has the units
    /// of the equation's TeX.
    case equation
  }

  /// The purpose of the glyphs.
  public internal(set) var role = Role.text
  /// The face, its weight and its synthetic styles; `FontCollection.faces[font.face]` has the file.
  public internal(set) var font: FontInstance
  /// The number of font units per em.
  public internal(set) var unitsPerEm: Int
  /// The size in points.
  public internal(set) var size: Double
  /// The colour, including opacity.
  public internal(set) var color: Color
  /// Whether the text of the glyphs is right to left.
  public internal(set) var isRightToLeft = false
  /// The units in the document that the glyphs represent; for every role except `text`, the empty
  /// range at the position in the document.
  public internal(set) var utf16Range: Range<Int>
  /// The units of `utf16Range`, or those of the marker, leader, ellipsis or hyphen; empty for a
  /// part of an equation.
  public internal(set) var units: [UInt16] = []
  /// The glyph indices in the font.
  public internal(set) var glyphs: [UInt16] = []
  /// The *x* of each glyph's origin, in points from the left of the container.
  public internal(set) var x: [Double] = []
  /// The *y* of each glyph's origin, in points from the top of the container.
  public internal(set) var y: [Double] = []
  /// The first unit of the cluster that each glyph belongs to, counted from the start of `units`.
  ///
  /// Glyphs of one cluster have the same value. A cluster ends where the next larger value of the
  /// run starts; the last cluster ends at the end of `units`.
  public internal(set) var clusters: [Int] = []
  /// The advance of the whole run in points; 0 for a part of an equation.
  public internal(set) var width = 0.0
  /// The origin of the run: its left end on the baseline.
  public internal(set) var origin = Point(x: 0, y: 0)

  init(font: FontInstance, unitsPerEm: Int, size: Double, color: Color, utf16Range: Range<Int>) {
    self.font = font
    self.unitsPerEm = unitsPerEm
    self.size = size
    self.color = color
    self.utf16Range = utf16Range
  }
}
