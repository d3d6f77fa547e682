internal import IAText

/// The list kind and number in the text before a paragraph.
struct RTFLabel {
  var kind: Block.Kind
  var ordinal: Int
  /// The value of the letters as a Roman number and as letters (27 for `aa`); `nil` if they have no such value, and for
  /// other labels.
  private(set) var roman: Int?
  private(set) var letter: Int?

  /// Creates a label from a number or a letter with a delimiter, or from a marker; `nil` for white
  /// space.
  init?(_ units: ArraySlice<UInt16>) {
    func isMark(_ unit: UInt16) -> Bool { unit > 0x20 && unit != 0xA0 }
    guard let first = units.firstIndex(where: isMark), let last = units.lastIndex(where: isMark)
    else { return nil }
    if first == last, units[first] == 0x2022 || units[first] == 0xB7 {
      kind = .unorderedList(marker: nil)
      ordinal = 1
      return
    }
    let marks = units.filter(isMark)
    if let number = Self.decimal(marks) {
      let delimiter = marks.count > number.digitCount ? String(units: marks.suffix(1)) : "."
      kind = .orderedList(.init(numbering: .decimal, start: 1, delimiter: delimiter))
      ordinal = min(number.value, 32_767)
      return
    }
    let text = String(units: marks[...])
    let core = text.drop { "([".contains($0) }
    if let number = Self.number(of: text, core) {
      kind = .orderedList(
        .init(
          delimiter: number.delimiter,
          prefix: String(
            text[..<number.start].prefix(
              Block.OrderedListStyle.maxPrefixCount))))
      ordinal = min(number.value, 32_767)
      return
    }
    let letters = core.prefix { $0.isASCII && $0.isLetter }
    let rest = core.dropFirst(letters.count)
    if !letters.isEmpty, letters.count <= 8, let delimiter = rest.first, ".)".contains(delimiter),
      let first = letters.utf8.first, let found = Self.numbers(ofLetters: letters)
    {
      let isUpper = first < 0x61
      kind = .orderedList(
        .init(
          numbering: isUpper ? .upperAlpha : .lowerAlpha, delimiter: String(delimiter),
          prefix: String(text[..<core.startIndex])))
      (letter, roman) = found
      ordinal = min(found.letter ?? found.roman ?? 1, 32_767)
      return
    }
    kind = .unorderedList(marker: Self.marker(text))
    ordinal = 1
  }

  /// Returns the numbers of letters, or `nil` if they are no number.
  private static func numbers(ofLetters letters: Substring) -> (letter: Int?, roman: Int?)? {
    let units = letters.utf8.map { $0 | 0x20 }
    let numbering = Block.OrderedListStyle.Numbering.lowerRoman
    var roman = numbering.number(of: letters.lowercased())
    // For several letters such as `cc`, a letter label is more probable than a large Roman number.
    if let number = roman,
      number > 100 && letters.count > 1 || numbering.text(of: number) != letters.lowercased()
    {
      roman = nil
    }
    if letters.count > 1, roman != nil { return (nil, roman) }
    guard units.allSatisfy({ $0 == units[0] }) else { return nil }
    return ((units.count - 1) * 26 + Int(units[0]) - 0x60, roman)
  }

  /// Returns the number of a label that consists of one to six ASCII digits and at most one ASCII
  /// delimiter, as most do; otherwise `nil`.
  private static func decimal(_ marks: [UInt16]) -> (value: Int, digitCount: Int)? {
    let digits = marks.prefix { 0x30...0x39 ~= $0 }
    let rest = marks[digits.count...]
    guard 1...6 ~= digits.count, rest.count <= 1, rest.allSatisfy({ $0 < 0x7F }) else { return nil }
    return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
  }

  /// Returns the last of the numbers of a label, such as the 3 of `1.2.3`, with its start and the text
  /// after it; `nil` if it has no number of at most six digits.
  ///
  /// A lone number without a delimiter has a full stop.
  private static func number(
    of text: String, _ core: Substring
  ) -> (value: Int, start: String.Index, delimiter: String)? {
    func digits(_ rest: Substring) -> Substring { rest.prefix { $0.isASCII && $0.isNumber } }
    var found = digits(core)
    guard !found.isEmpty, found.count <= 6 else { return nil }
    var rest = core[found.endIndex...]
    while rest.first == "." {
      let next = digits(rest.dropFirst())
      guard !next.isEmpty, next.count <= 6 else { break }
      found = next
      rest = rest[next.endIndex...]
    }
    guard let value = Int(found) else { return nil }
    let hasPrefix = found.startIndex > text.startIndex
    return (value, found.startIndex, rest.first.map(String.init) ?? (hasPrefix ? "" : "."))
  }

  private static let known: [Unicode.Scalar: String] = [
    "\u{F0B7}": "\u{2022}", "\u{B7}": "\u{2022}", "\u{F0A7}": "\u{25AA}", "\u{A7}": "\u{25AA}",
    "o": "\u{25E6}", "\u{F0D8}": "\u{27A2}", "\u{F0FC}": "\u{2713}", "\u{F076}": "\u{2756}",
    "\u{F02D}": "-", "\u{F0A8}": "\u{2666}",
  ]

  /// Returns the marker of a list, or `nil` for a bullet.
  static func marker(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    let mark = scalars.count == 1 ? scalars.first.flatMap { known[$0] } ?? text : text
    let short = String(mark.prefix(8))
    return short == "\u{2022}" || short.isEmpty ? nil : short
  }
}
