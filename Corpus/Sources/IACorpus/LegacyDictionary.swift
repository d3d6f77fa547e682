public import IAText

/// The dictionary in which the source system exchanged strings, written as JSON.
///
/// This is a second, independent implementation, so that the suite's reader and writer can be
/// compared with it. It supports only the features that the corpus uses.
public enum LegacyDictionary {
  /// Returns the JSON of a string, with the keys in the order of the source system and one line per
  /// key.
  public static func json(of string: IAString) -> String {
    let whole = string.utf16Range
    var lines = [
      "  \"text\": \(quoted(string.units(in: whole)))",
      "  \"intensities\": \(list(string.intensities(in: whole).map { "\($0)" }))",
    ]
    let runs = string.attributeRuns(in: whole).map { run in
      let range = run.utf16Range
      return "[\(range.lowerBound), \(range.upperBound), \(code(of: run.attributes))]"
    }
    lines.append("  \"iaBaseAttributes\": \(list(runs))")
    let links = string.attributeRuns(in: whole).compactMap { run -> String? in
      guard let link = run.attributes.link else { return nil }
      let range = run.utf16Range
      return "[\(range.lowerBound), \(range.upperBound), \(quoted(Array(link.url.utf16)))]"
    }
    lines.append("  \"linkRVPs\": \(list(links))")
    lines.append("  \"options\": {\(options(of: string).joined(separator: ", "))}")
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// Returns the bit field of base attributes: the size in the low byte, then one flag per
  /// attribute.
  static func code(of attributes: InlineAttributes) -> Int {
    let size = Int((attributes.fontSize ?? DisplayOptions.defaultFontSize).rounded())
    return max(1, min(255, size)) + (attributes.bold ? 0x100 : 0)
      + (attributes.italic ? 0x200 : 0) + (attributes.underline != nil ? 0x400 : 0)
      + (attributes.strikethrough != nil ? 0x800 : 0)
  }

  private static func options(of string: IAString) -> [String] {
    var pairs: [String] = []
    if let scheme = string.options.renderScheme {
      pairs.append("\"renderScheme\": \(quoted(Array(scheme.utf16)))")
    }
    if let smoothing = string.options.smoothing {
      pairs.append("\"preferedSmoothing\": \"\(smoothing.shortLabel)\"")
    }
    if let animates = string.options.animates { pairs.append("\"animates\": \(animates)") }
    return pairs
  }

  private static func list(_ items: [String]) -> String {
    "[" + items.joined(separator: ", ") + "]"
  }

  private static func quoted(_ units: [UInt16]) -> String {
    var out = "\""
    for character in String(decoding: units, as: UTF16.self).unicodeScalars {
      switch character {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\u{0}"..."\u{1F}":
        let hex = String(character.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(character)
      }
    }
    return out + "\""
  }
}
