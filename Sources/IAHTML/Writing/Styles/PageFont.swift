/// A font embedded in a page, so that weights are shown without installed fonts.
package struct PageFont: Hashable, Sendable {
  /// The text for which a font is used.
  package enum Family: Hashable, Sendable {
    /// Text without a font family.
    case text
    /// Code without a font family.
    case code
    /// Text with this font family.
    case named(String)
    /// Characters that the other fonts lack; the number distinguishes fallback families.
    ///
    /// Browsers combine the faces of a family only if they have the same weights.
    case fallback(Int)
  }

  /// The text for which the font is used.
  package var family: Family
  /// The weights of the font, 1 to 1,000: one, or the range of its weight axis.
  package var weights: ClosedRange<Int>
  /// Whether the font is italic.
  package var isItalic: Bool
  /// Whether the outlines are in CFF format; otherwise they are TrueType.
  package var hasCFF: Bool
  /// The ranges of Unicode scalar values for which the font is used.
  package var characters: [ClosedRange<UInt32>]
  /// The font file (OpenType).
  package var bytes: [UInt8]

  /// Creates a font.
  package init(
    family: Family, weights: ClosedRange<Int>, isItalic: Bool, hasCFF: Bool,
    characters: [ClosedRange<UInt32>], bytes: [UInt8]
  ) {
    self.family = family
    self.weights = weights
    self.isItalic = isItalic
    self.hasCFF = hasCFF
    self.characters = characters
    self.bytes = bytes
  }

  /// The quoted family name in the style sheet; `nil` if the name cannot be written.
  var name: String? {
    switch family {
    case .text: "\"ia-text\""
    case .code: "\"ia-code\""
    case .named(let name): CSSText.fontFamily(name)
    case .fallback(let number): "\"ia-\(number)\""
    }
  }

  /// The descriptors of the `@font-face` rule except family name and source.
  var descriptors: String {
    let (low, high) = (max(weights.lowerBound, 1), min(weights.upperBound, 1000))
    let ranges = characters.map { range in
      let first = String(range.lowerBound, radix: 16)
      return range.count == 1 ? "U+\(first)" : "U+\(first)-\(String(range.upperBound, radix: 16))"
    }
    return "font-weight:\(low == high ? "\(low)" : "\(low) \(high)");"
      + "font-style:\(isItalic ? "italic" : "normal");"
      + "unicode-range:\(ranges.joined(separator: ","))"
  }

  /// Returns the rule that applies the fonts to text without a font family; empty if there is no
  /// font for it.
  static func rule(for fonts: [PageFont]) -> String {
    var others: [String] = []
    for case .fallback(let number) in fonts.map(\.family) {
      let name = "\"ia-\(number)\""
      if !others.contains(name) { others.append(name) }
    }
    var properties: [String] = []
    for (property, family, name, generic) in [
      ("--ia-font", Family.text, "\"ia-text\"", "system-ui,sans-serif"),
      ("--ia-mono", Family.code, "\"ia-code\"", "ui-monospace,monospace"),
    ] {
      let own = fonts.contains { $0.family == family } ? [name] : []
      guard !own.isEmpty || !others.isEmpty else { continue }
      properties.append("\(property):\((own + others + [generic]).joined(separator: ","))")
    }
    return properties.isEmpty ? "" : ":root{\(properties.joined(separator: ";"))}\n"
  }
}
