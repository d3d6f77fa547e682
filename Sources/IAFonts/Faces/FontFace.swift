/// One face of a font file: its names, style and location.
public struct FontFace: Hashable, Sendable {
  /// The file.
  public let path: String
  /// The index of the face in the file, from 0.
  public let index: Int
  /// The names of the family, the usual one first.
  public let families: [String]
  /// The weights it has: one for a static font, a range for a variable one; 1…1000, 400 regular.
  public let weights: ClosedRange<Double>
  /// The width of its letters in percent of the family's normal width: 50…200, 100 normal, 75
  /// condensed, as CSS `font-stretch` states it; the nearest to 100 for a font whose width varies.
  public let width: Double
  /// Whether its letters lean.
  public let isItalic: Bool
  /// Whether its weight can vary.
  public let isVariable: Bool
  /// Whether its glyphs are pictures in colour.
  public let isColor: Bool
  /// Whether all its glyphs have one width.
  public let isMonospaced: Bool
  /// The number of characters for which it has glyphs.
  public let characterCount: Int

  /// The width of a face that is neither condensed nor expanded, in percent.
  static let normalWidth = 100.0
  /// The difference of the width from the normal one, in percentage points.
  var widthDifference: Double { abs(width - Self.normalWidth) }
}

/// The font properties that a text requests.
public struct FontRequest: Hashable, Sendable {
  /// The families in order of preference.
  ///
  /// `sans-serif`, `serif` and `monospace` represent the collection's choices. Where none is there,
  /// the collection's first family is taken.
  public var families: [String]
  /// The weight: 1…1000, 400 regular, 700 bold.
  public var weight: Int
  /// Whether letters lean.
  public var isItalic: Bool
  /// Whether a family that is not there is substituted by the one that fontconfig's configuration
  /// states, as in other programs, even if its name states another class; a monospaced family
  /// remains monospaced.
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

/// Measures of a font as fractions of its size: multiply by points.
public struct FontMetrics: Hashable, Sendable {
  /// From the baseline up to the top of the line.
  public var ascent: Double
  /// From the baseline down to the bottom of the line; positive.
  public var descent: Double
  /// Extra space between lines.
  public var lineGap: Double
  /// The middle of an underline below the baseline; positive.
  public var underlineOffset: Double
  /// The thickness of an underline.
  public var underlineThickness: Double
  /// The middle of a strikethrough above the baseline.
  public var strikeOffset: Double
  /// The height of a small x.
  public var xHeight: Double
  /// The height of a capital letter.
  public var capHeight: Double

  /// The height of a line.
  public var lineHeight: Double { ascent + descent + lineGap }
}

/// The fonts could not be read.
public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable {
    /// There is no font at all in the place that was named.
    case noFonts = "fonts.none"
    /// Fontconfig could not be set up.
    case notConfigured = "fonts.configuration"
  }

  /// The kind of the error.
  public let code: Code
  /// The folder, or the query sent to fontconfig.
  public let place: String

  /// The code and the place.
  public var description: String { "\(code.rawValue): \(place)" }
}
