internal import IAText

/// Lists of font families.
package enum CSSFamilies {
  /// The maximum number of characters of a name.
  private static let maxLength = 128

  /// The maximum number of families of a list.
  private static let maxCount = 8

  /// Returns the families of a list, with a comma and a space between them; `nil` if the list has
  /// none.
  ///
  /// Omitted are the aliases of the system font that only browsers of one system know, everything
  /// after a generic family, and a last generic family that is the usual fallback of the name
  /// before it. A generic family is `serif`, `sans-serif`, `monospace` or `system-ui`.
  static func list(of tokens: ArraySlice<CSSToken>) -> String? {
    var names: [String] = []
    for part in tokens.split(separator: .comma) {
      guard let name = name(of: part) else {
        if names.isEmpty, !isAlias(part) { return nil }
        continue
      }
      if !names.contains(name), names.count < maxCount { names.append(name) }
      if isGeneric(name) { break }
    }
    if names.isEmpty, !tokens.isEmpty { return "system-ui" }
    if names.count > 1, isGeneric(names.last),
      FontFallback.isUsual(names[names.count - 1], behind: names[names.count - 2])
    {
      names.removeLast()
    }
    return names.isEmpty ? nil : FontFamilyList.list(of: names)
  }

  /// Returns the name of a family, or `nil` for a keyword that names no font and for an alias of
  /// the system font.
  private static func name(of part: ArraySlice<CSSToken>) -> String? {
    var words: [String] = []
    for token in part {
      switch token {
      case .string(let name):
        let name = name.replacing(FontFamilyList.separator, with: ",")
        return name.isEmpty ? nil : String(name.prefix(maxLength))
      case .identifier(let word): words.append(word)
      case .number(let value): words.append(String(Int(max(-1e6, min(value, 1e6)))))
      case .function: return nil
      default: if !words.isEmpty { return name(words) }
      }
    }
    return words.isEmpty || isAlias(part) ? nil : name(words)
  }

  /// Returns whether the name is an alias of the system font that only browsers of one system know.
  private static func isAlias(_ part: ArraySlice<CSSToken>) -> Bool {
    let words = part.filter { $0 != .whitespace }
    guard words.count == 1, case .identifier(let word) = words[0] else { return false }
    return aliases.contains(word.lowercased())
  }

  private static func name(_ words: [String]) -> String? {
    let name = words.joined(separator: " ")
    return known[name.lowercased()] ?? String(name.prefix(maxLength))
  }

  /// Returns whether a name is that of a generic family.
  package static func isGeneric(_ name: String?) -> Bool {
    switch name {
    case "serif", "sans-serif", "monospace", "system-ui": true
    default: false
    }
  }

  private static let aliases: Set<String> = ["-apple-system", "blinkmacsystemfont"]

  /// The generic families by keyword; `nil` for keywords that name no font.
  private static let known: [String: String?] = [
    "serif": "serif", "ui-serif": "serif", "sans-serif": "sans-serif",
    "ui-sans-serif": "system-ui", "ui-rounded": "system-ui", "system-ui": "system-ui",
    "-apple-system": "system-ui", "blinkmacsystemfont": "system-ui", "monospace": "monospace",
    "ui-monospace": "monospace", "cursive": nil, "fantasy": nil, "math": nil, "emoji": nil,
    "inherit": nil, "initial": nil, "unset": nil, "revert": nil,
  ]
}
