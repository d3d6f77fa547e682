/// The values of the CSS property `quotes` (CSS Generated Content Module Level 3, section 3.1).
package enum QuotationMarks {
  /// The maximum number of marks in a value.
  private static let maxMarks = 16
  /// The maximum number of UTF-16 units of a mark.
  private static let maxUnits = 8

  /// Returns the marks of a value: pairs of an opening and a closing mark, from the outermost
  /// quotation inwards.
  ///
  /// - Returns: An empty list for `none`; `nil` for other values than `none` and pairs of strings, and
  ///   for more or longer marks than the limits allow.
  static func marks(in tokens: [CSSToken]) -> [String]? {
    if case .identifier(let word)? = tokens.first, tokens.count == 1 {
      return word.lowercased() == "none" ? [] : nil
    }
    guard tokens.count.isMultiple(of: 2), 2...maxMarks ~= tokens.count else { return nil }
    var marks: [String] = []
    for token in tokens {
      guard case .string(let mark) = token, mark.utf16.count <= maxUnits else { return nil }
      marks.append(mark)
    }
    return marks
  }

  /// Returns the marks of the value `auto` for a language tag, as Chromium chooses them.
  package static func automatic(for language: String?) -> [String] {
    let parts = (language ?? "").lowercased().split(separator: "-")
    for count in stride(from: min(parts.count, 3), to: 0, by: -1) {
      if let marks = byLanguage[parts.prefix(count).joined(separator: "-")] { return marks }
    }
    return english
  }

  private static let english = ["\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}"]

  /// The marks of languages whose marks are not those of English, as Chromium 156 has them.
  private static let byLanguage: [String: [String]] = {
    var table: [String: [String]] = [:]
    for (marks, languages) in groups {
      for language in languages.split(separator: " ") { table[String(language)] = marks }
    }
    return table
  }()

  private static let groups: [(marks: [String], languages: String)] = [
    (["\u{201E}", "\u{201C}", "\u{201A}", "\u{2018}"], "cs de et hr sk sl"),
    (["\u{201E}", "\u{201C}", "\u{201E}", "\u{201C}"], "bg lt"),
    (["\u{201E}", "\u{201D}", "\u{00AB}", "\u{00BB}"], "pl ro"),
    (["\u{201E}", "\u{201D}", "\u{00BB}", "\u{00AB}"], "hu"),
    (["\u{201E}", "\u{201D}", "\u{2019}", "\u{2019}"], "sr"),
    (["\u{00AB}", "\u{00BB}", "\u{201C}", "\u{201D}"], "ca el it pt-pt"),
    (["\u{00AB}", "\u{00BB}", "\u{201E}", "\u{201C}"], "ru uk"),
    (["\u{00AB}", "\u{00BB}", "\u{00AB}", "\u{00BB}"], "fr"),
    (["\u{00AB}", "\u{00BB}", "\u{2039}", "\u{203A}"], "fa fr-ch"),
    (["\u{00AB}", "\u{00BB}", "\u{201D}", "\u{201C}"], "fr-ca"),
    (["\u{00AB}", "\u{00BB}", "\u{2018}", "\u{2019}"], "nb no"),
    (["\u{201D}", "\u{201D}", "\u{2019}", "\u{2019}"], "fi he sv"),
    (["\u{201D}", "\u{201C}", "\u{2019}", "\u{2018}"], "ar"),
    (["\u{2018}", "\u{2019}", "\u{2018}", "\u{2019}"], "nl"),
    (["\u{300C}", "\u{300D}", "\u{300E}", "\u{300F}"], "ja zh-hant"),
  ]
}
