/// A font inside a page, so that the page shows weights without the fonts of its reader.
package struct PageFont: Hashable, Sendable {
  /// The text that the font is for.
  package enum Family: Hashable, Sendable {
    /// Text without a family.
    case text
    /// Program text without a family.
    case code
    /// Text with a family of this name.
    case named(String)
    /// Characters that the fonts of the text lack; the number distinguishes families.
    ///
    /// Browsers combine the faces of a family only if these have the same weights.
    case fallback(Int)
  }

  /// The text that the font is for.
  package var family: Family
  /// The weights of the font: one, or those of its axis.
  package var weights: ClosedRange<Int>
  /// Whether its letters lean.
  package var isItalic: Bool
  /// Whether its outlines are those of CFF.
  package var hasCFF: Bool
  /// The characters of the font.
  package var characters: [ClosedRange<UInt32>]
  /// The font file.
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

  /// The family's name in the style sheet, in quotes; `nil` for a name that is not written.
  var name: String? {
    switch family {
    case .text: "\"ia-text\""
    case .code: "\"ia-code\""
    case .named(let name): CSSText.fontFamily(name)
    case .fallback(let number): "\"ia-\(number)\""
    }
  }

  /// The descriptors of the font apart from its name and its file.
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

  /// Returns the rule with which text without a family uses the fonts; empty without fonts for it.
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
