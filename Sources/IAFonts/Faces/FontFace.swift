/// One face of a font file: its names, style and location.
public struct FontFace: Hashable, Sendable {
  /// The file.
  public let path: String
  /// The index of the face in the file, from 0.
  public let index: Int
  /// The names of the family, with the main name first.
  public let families: [String]
  /// The weights of the face: one weight for a static font, a range for a variable one; 1…1000, 400
  /// regular.
  public let weights: ClosedRange<Double>
  /// The width of the letters in percent of the family's normal width: 50…200, 100 normal, 75 condensed.
  ///
  /// CSS `font-stretch` uses the same numbers. For a font with a variable width, this is the available width
  /// nearest to 100.
  public let width: Double
  /// Whether the letters are slanted.
  public let isItalic: Bool
  /// Whether the weight is variable.
  public let isVariable: Bool
  /// Whether the glyphs are colour bitmaps or colour layers.
  public let isColor: Bool
  /// Whether all glyphs have the same width.
  public let isMonospaced: Bool
  /// The number of characters that have a glyph.
  public let characterCount: Int

  /// The width of a face that is neither condensed nor expanded, in percent.
  static let normalWidth = 100.0
  /// The difference of the width from the normal one, in percentage points.
  var widthDifference: Double { abs(width - Self.normalWidth) }
}

/// The font properties that a text requests.
public struct FontRequest: Hashable, Sendable {
  /// The families, in order of preference.
  ///
  /// `sans-serif`, `serif` and `monospace` represent families that the collection chooses. If none of the families is
  /// installed, the default family of the collection is used.
  public var families: [String]
  /// The weight: 1…1000, 400 regular, 700 bold.
  public var weight: Int
  /// Whether the letters are slanted.
  public var isItalic: Bool
  /// Whether the configuration of fontconfig determines the substitute for a missing family.
  ///
  /// Other programs use this configuration, too. The name of the substitute may indicate another class, but a
  /// monospaced family is always substituted by a monospaced one.
  public var followsConfiguration: Bool

  /// Creates a request.
  public init(
    families: [String] = [], weight: Int = 400, isItalic: Bool = false,
    followsConfiguration: Bool = false
  ) {
    self.families = families
    self.weight = weight
    self.isItalic = isItalic
    self.followsConfiguration = followsConfiguration
  }
}

/// Measures of a font as fractions of the font size.
public struct FontMetrics: Hashable, Sendable {
  /// The distance from the baseline up to the top of the line.
  public var ascent: Double
  /// The distance from the baseline down to the bottom of the line; positive.
  public var descent: Double
  /// The additional space between lines.
  public var lineGap: Double
  /// The distance from the baseline down to the middle of an underline; positive.
  public var underlineOffset: Double
  /// The thickness of an underline.
  public var underlineThickness: Double
  /// The distance from the baseline up to the middle of a strikethrough.
  public var strikeOffset: Double
  /// The height of a small x.
  public var xHeight: Double
  /// The height of a capital letter.
  public var capHeight: Double

  /// The height of a line.
  public var lineHeight: Double { ascent + descent + lineGap }
}

/// An error of finding or reading fonts.
public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable {
    /// The folder, or the result of the query, contains no font.
    case noFonts = "fonts.none"
    /// Fontconfig could not be configured.
    case notConfigured = "fonts.configuration"
  }

  /// The kind of the error.
  public let code: Code
  /// The folder, or the query sent to fontconfig.
  public let place: String

  /// The code and the place.
  public var description: String { "\(code.rawValue): \(place)" }
}
