public import IAText

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The background colour of pages, and the colours of content on it.
public struct Theme: Hashable, Sendable {
  /// The background of pages.
  public var paper: Color
  /// The colour of text that states none.
  public var text: Color
  /// The colour of less important text: names, captions.
  public var secondaryText: Color
  /// The colour of links that state none.
  public var link: Color
  /// The background of program text, cards and tiles.
  public var panel: Color
  /// The colour of bars, borders and thematic breaks.
  public var rule: Color
  /// The background of bubbles of other authors.
  public var otherBubble: Color
  /// The background of one's own bubbles.
  public var ownBubble: Color
  /// The colour of selections; in the theme `light`, cyan with an opacity of a quarter, as in the source system.
  public var selection: Color
  /// The colour of found text; in the theme `light`, yellow with an opacity of 0.22, as in the source system.
  public var mark: Color
  /// The colour of the caret; in the theme `light`, blue with an opacity of a half, as in the source system.
  public var caret: Color
  /// The colour of the wave below a word that may be misspelt.
  public var misspelling: Color

  /// The minimum contrast of text with its background (WCAG 2.2, 1.4.3).
  static let leastContrast = 4.5

  /// Dark text on white.
  public static let light = Theme(
    paper: .white, text: .black, secondaryText: Color(0x5F6368), link: Color(0x0B57D0),
    panel: Color(0xF1F3F4), rule: Color(0xC4C7C5), otherBubble: Color(0xEDEFF1),
    ownBubble: Color(0xE1F0FF), selection: Color(red: 0, green: 0xFF, blue: 0xFF, alpha: 64),
    mark: Color(red: 0xFF, green: 0xFF, blue: 0, alpha: 56),
    caret: Color(red: 0, green: 0, blue: 0xFF, alpha: 128), misspelling: Color(0xD93025))

  /// Light text on near black.
  public static let dark = Theme(
    paper: Color(0x17181A), text: Color(0xECEDEE), secondaryText: Color(0xA3A7AB),
    link: Color(0x8AB4F8), panel: Color(0x292B2E), rule: Color(0x4A4D51),
    otherBubble: Color(0x26282B), ownBubble: Color(0x14344C),
    selection: Color(red: 0, green: 0xFF, blue: 0xFF, alpha: 72),
    mark: Color(red: 0xFF, green: 0xFF, blue: 0, alpha: 64),
    caret: Color(red: 0x8A, green: 0xB4, blue: 0xF8, alpha: 200), misspelling: Color(0xF28B82))

  /// Whether the background is dark.
  var isDark: Bool { paper != .white && paper.luminance < 0.18 }

  /// The lightest background of text.
  private var lightestGround: Color {
    [paper, otherBubble, ownBubble].max { $0.luminance < $1.luminance } ?? paper
  }

  /// Returns a text colour that is legible on the background.
  ///
  /// On a dark background, the colour is lightened until its contrast with paper and bubbles is at least 4.5 : 1; its
  /// opacity does not change. A grey that is too dark becomes the theme's text colour. On a light background the colour
  /// does not change.
  public func ink(_ color: Color) -> Color {
    guard isDark else { return color }
    var opaque = color
    opaque.alpha = 255
    let ground = lightestGround
    guard opaque.contrast(with: ground) < Self.leastContrast else { return color }
    // Grey text becomes the theme's text colour, as black text does.
    if opaque.isGrey {
      var ink = text
      ink.alpha = color.alpha
      return ink
    }
    return Self.firstLegible(from: color, towards: .white) {
      $0.contrast(with: ground) >= Self.leastContrast
    }
  }

  /// Returns a background colour on which text is legible: on a dark paper it is darkened.
  public func ground(_ color: Color) -> Color {
    guard isDark, color.alpha > 128 else { return color }
    return Self.firstLegible(from: color, towards: .black) {
      $0.contrast(with: text) >= Self.leastContrast
    }
  }

  /// Returns the first legible colour of 33 mixtures from one colour to another one, with the opacity of the first.
  private static func firstLegible(
    from color: Color, towards end: Color, _ isLegible: (Color) -> Bool
  ) -> Color {
    for step in 0...32 {
      var mixed = color.mixed(with: end, share: Double(step) / 32)
      mixed.alpha = 255
      if isLegible(mixed) {
        mixed.alpha = color.alpha
        return mixed
      }
    }
    return end
  }
}

extension Color {
  /// The relative luminance, 0…1 (WCAG 2.2, "relative luminance").
  var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast with another colour, 1…21 (WCAG 2.2, "contrast ratio"); opacities are ignored.
  public func contrast(with other: Color) -> Double {
    let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// Whether the channels are nearly equal.
  var isGrey: Bool { Int(max(red, green, blue)) - Int(min(red, green, blue)) < 24 }

  /// Returns a mixture with another colour; the opacities are mixed, too.
  ///
  /// - Parameter share: The share of the other colour, 0…1.
  func mixed(with other: Color, share: Double) -> Color {
    func channel(_ own: UInt8, _ its: UInt8) -> UInt8 {
      UInt8((Double(own) + (Double(its) - Double(own)) * min(max(share, 0), 1)).rounded())
    }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green),
      blue: channel(blue, other.blue), alpha: channel(alpha, other.alpha))
  }
}
