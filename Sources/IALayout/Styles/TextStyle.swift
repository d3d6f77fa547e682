import IAFonts
import IAText

/// The properties that determine the shape of text, and no others: a change of style ends a shaping
/// run.
struct TextStyle: Hashable, Sendable {
  /// The font of the text.
  var font: FontID
  /// The request that the font was found by, for the fallback of missing characters.
  var request: FontRequest
  /// The font size in points, including scale and superscript or subscript.
  var size: Double
  /// The language, as a number of the shaper.
  var language: UInt16
  /// Points added after each character.
  var letterSpacing: Double
  /// The distance in points by which the baseline is raised.
  var baselineShift: Double
  /// The kind of capitals in which letters are displayed; `nil` for the letters as they are.
  var capitals: InlineAttributes.Capitals?
  /// Whether the text is not displayed.
  var isHidden: Bool
  /// The direction that overrides those of all characters; `nil` for none.
  var direction: WritingDirection?
  /// The kind of equation whose TeX the text is; `nil` for other text.
  var equation: EquationKind?
  /// The number of the box around the text, from 1; 0 for none.
  var box: UInt16 = 0
}

/// The kinds of equations.
enum EquationKind: UInt8, Sendable {
  /// In a line of text.
  case inline
  /// In a line of its own: large operators are larger, with limits above and below.
  case display
}

/// The properties that change the colour and decoration of glyphs and not their shape.
struct Paint: Hashable, Sendable {
  /// The colour of the glyphs.
  var color: Color
  /// The change of the thickness of strokes for a weight that the family lacks, in thousandths of
  /// an em.
  var strokeChange: Int16 = 0
  /// The colour behind the glyphs.
  var background: Color?
  /// The underline.
  var underline: InlineAttributes.Underline?
  /// The strikethrough.
  var strikethrough: InlineAttributes.Strikethrough?
}

/// The kind of paragraph, as far as it changes the style of its text.
enum TextContext: UInt8, Sendable, CaseIterable {
  case body, code, header1, header2, header3, header4, header5, header6

  /// Returns the context of a heading; levels are clamped to 1…6.
  static func header(_ level: Int) -> TextContext {
    TextContext(rawValue: UInt8(min(max(level, 1), 6)) + 1) ?? .header6
  }

  /// The factor for the font size of text that has none, as in HTML's rendering section.
  var sizeFactor: Double {
    switch self {
    case .header1: 2
    case .header2: 1.5
    case .header3: 1.17
    case .header5: 0.83
    case .header6: 0.67
    case .body, .code, .header4: 1
    }
  }

  /// Whether text that has no weight is bold.
  var isBold: Bool { rawValue >= TextContext.header1.rawValue }
}
