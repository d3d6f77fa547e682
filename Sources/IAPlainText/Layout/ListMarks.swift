internal import IAText

/// The bullets and numbers of lists, queried along a path of blocks from the outermost inwards.
struct ListMarks {
  private var depth = 0
  private var ordered: Block.OrderedListStyle?
  private var marker: String?

  private static let bullets = ["•", "◦", "▪"]

  mutating func enter(_ style: Block.OrderedListStyle) {
    (ordered, marker) = (style, nil)
    depth += 1
  }

  mutating func enter(_ marker: String?) {
    ordered = nil
    self.marker = marker
    depth += 1
  }

  func mark(of item: Block.ListItem) -> String {
    if let task = item.task { return task == .done ? "☑ " : "☐ " }
    guard let ordered else {
      // Marks of one character are the author's; others are names.
      if let marker, marker.count == 1, !["-", "*", "+"].contains(marker) {
        return TerminalText.harmless(marker) + " "
      }
      return Self.bullets[(max(depth, 1) - 1) % Self.bullets.count] + " "
    }
    return Self.number(item.ordinal, ordered.numbering)
      + TerminalText.harmless(String(ordered.delimiter.prefix(4))) + " "
  }

  static func number(_ value: Int, _ form: Block.OrderedListStyle.Numbering) -> String {
    switch form {
    case .decimal: "\(value)"
    case .lowerAlpha: letters(value) ?? "\(value)"
    case .upperAlpha: letters(value)?.uppercased() ?? "\(value)"
    case .lowerRoman: roman(value) ?? "\(value)"
    case .upperRoman: roman(value)?.uppercased() ?? "\(value)"
    }
  }

  /// Returns a number in letters: 1 is a, 26 z, 27 aa.
  private static func letters(_ value: Int) -> String? {
    guard value > 0 else { return nil }
    var digits: [UInt8] = []
    var rest = value
    while rest > 0 {
      digits.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: digits.reversed(), as: UTF8.self)
  }

  private static func roman(_ value: Int) -> String? {
    guard value > 0, value < 4000 else { return nil }
    let signs = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var rest = value
    var text = ""
    for (amount, sign) in signs {
      while rest >= amount {
        text += sign
        rest -= amount
      }
    }
    return text
  }
}
