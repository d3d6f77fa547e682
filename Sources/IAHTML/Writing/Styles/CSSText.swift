internal import IACSS
internal import IAText

/// Formats values of the model as CSS.
///
/// Style sheets contain no other values of a document.
enum CSSText {
  /// Returns a length in points with the unit `pt`, clamped to a range; `nil` for `nil` and NaN.
  static func points(_ value: Double?, in range: ClosedRange<Double>) -> String? {
    number(value, in: range).map { $0 == "0" ? "0" : $0 + "pt" }
  }

  /// Returns a number clamped to a range, with at most `places` decimals; `nil` for `nil` and NaN.
  static func number(
    _ value: Double?, in range: ClosedRange<Double>, decimals places: Int = 4
  ) -> String? {
    guard let value, !value.isNaN else { return nil }
    let unit = (0..<places).reduce(UInt(1)) { unit, _ in unit * 10 }
    let inRange = min(max(value, range.lowerBound), range.upperBound)
    let scaled = Int((inRange * Double(unit)).rounded())
    var text = String(scaled.magnitude / unit)
    var decimals = scaled.magnitude % unit
    if decimals > 0 {
      let digits = String(decimals + unit).dropFirst()
      text += "." + digits
      while decimals % 10 == 0 {
        text.removeLast()
        decimals /= 10
      }
    }
    return scaled < 0 ? "-" + text : text
  }

  /// Returns the number that a reader gets from `number(value, in: range)`.
  ///
  /// - Precondition: `value` is not NaN.
  static func shown(_ value: Double, in range: ClosedRange<Double>) -> Double {
    (min(max(value, range.lowerBound), range.upperBound) * 10_000).rounded() / 10_000
  }

  /// Returns a colour as `#rrggbb` or `#rrggbbaa`.
  static func color(_ color: Color) -> String { color.hex.lowercased() }

  /// Returns a `font-family` list with fallback families; `nil` if no name can be written.
  static func families(_ list: String) -> String? {
    var names = FontFamilyList.names(in: list)
    guard let last = names.last else { return nil }
    let isComplete = names.count > 1 && CSSFamilies.isGeneric(last)
    if isComplete { names.removeLast() }
    let quoted = names.compactMap(fontFamily)
    guard !quoted.isEmpty else { return nil }
    return (quoted + [isComplete ? last : FontFallback.families(for: last)]).joined(separator: ",")
  }

  /// Returns the first family of a list in quotes; `nil` if the name has more than 128 scalars or
  /// unusual characters.
  static func fontFamily(_ list: String) -> String? {
    let name = FontFamilyList.first(of: list)
    guard (1...128).contains(name.unicodeScalars.count) else { return nil }
    let isHarmless = name.unicodeScalars.allSatisfy { scalar in
      if scalar.isASCII {
        isPlain(scalar) || " _.+".unicodeScalars.contains(scalar)
      } else {
        scalar.properties.isAlphabetic
      }
    }
    return isHarmless ? "\"\(name)\"" : nil
  }

  /// Returns a CSS string in which all characters except ASCII letters, digits and hyphens are
  /// escaped.
  static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      if isPlain(scalar) {
        literal.unicodeScalars.append(scalar)
      } else {
        let shown = TextEncoder.isAllowed(scalar.value) ? scalar.value : 0xFFFD
        literal += "\\" + String(shown, radix: 16) + " "
      }
    }
    return literal + "\""
  }

  /// Returns whether a scalar is an ASCII letter, digit or hyphen.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-": true
    default: false
    }
  }
}
