import IAFonts
import IAText

/// What decides on the shape of text: everything that splits shaping, and nothing that does not.
struct TextStyle: Hashable, Sendable {
  /// The font that is asked for first.
  var font: FontID
  /// What that font was asked with, for characters that it lacks.
  var request: FontRequest
  /// The size in points, scale and super- or subscript counted in.
  var size: Double
  /// The language by the shaper's number.
  var language: UInt16
  /// Points added after each character.
  var letterSpacing: Double
  /// Points that the baseline is raised.
  var baselineShift: Double
  /// How letters are shown as capitals.
  var capitals: InlineAttributes.Capitals?
  /// Whether the text is not shown.
  var isHidden: Bool
  /// The direction that is forced on all characters.
  var direction: WritingDirection?
}

/// What decides on the looks of glyphs and not on their shape.
struct Paint: Hashable, Sendable {
  /// The colour of glyphs.
  var color: Color
  /// The colour behind them.
  var background: Color?
  /// The line below.
  var underline: InlineAttributes.Underline?
  /// The line through.
  var strikethrough: InlineAttributes.Strikethrough?
}

/// Where a paragraph stands, as far as that changes the looks of its text.
enum TextContext: UInt8, Sendable, CaseIterable {
  case body, code, header1, header2, header3, header4, header5, header6

  /// The context of a heading; levels over 6 count as 6.
  static func header(_ level: Int) -> TextContext {
    TextContext(rawValue: UInt8(min(max(level, 1), 6)) + 1) ?? .header6
  }

  /// What the size of text that names none is multiplied by: as HTML's rendering section has it.
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

  /// Whether text that names no weight is bold.
  var isBold: Bool { rawValue >= TextContext.header1.rawValue }
}
