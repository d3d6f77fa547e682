/// Lists of font families.
package enum CSSFamilies {
  /// The maximum number of characters of a name.
  private static let maxLength = 128

  /// Returns the first family that browsers of all systems know or look for; `nil` if the list has none.
  ///
  /// A generic family is `serif`, `sans-serif`, `monospace` or `system-ui`.
  static func first(of tokens: ArraySlice<CSSToken>) -> String? {
    var words: [String] = []
    for token in tokens {
      switch token {
      case .string(let name): return name.isEmpty ? nil : String(name.prefix(maxLength))
      case .identifier(let word): words.append(word)
      case .number(let value): words.append(String(Int(max(-1e6, min(value, 1e6)))))
      default:
        if words.isEmpty { continue }
        // Names of the system's font that browsers of one system alone know.
        if words.count == 1, aliases.contains(words[0].lowercased()) {
          words = []
          continue
        }
        return name(words)
      }
    }
    return words.isEmpty ? nil : name(words)
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

  /// The generic families, and words that name no font.
  private static let known: [String: String?] = [
    "serif": "serif", "ui-serif": "serif", "sans-serif": "sans-serif",
    "ui-sans-serif": "system-ui", "ui-rounded": "system-ui", "system-ui": "system-ui",
    "-apple-system": "system-ui", "blinkmacsystemfont": "system-ui", "monospace": "monospace",
    "ui-monospace": "monospace", "cursive": nil, "fantasy": nil, "math": nil, "emoji": nil,
    "inherit": nil, "initial": nil, "unset": nil, "revert": nil,
  ]
}
