import IAText

/// The texts of the markers of list items.
///
/// `BlockStyle` stores the text in the paragraph's style, the itemiser shapes it, and
/// `ParagraphDrawing` places it beside the first line. The number of an item is that of the
/// document; the layout does not count items.
enum ListMarker {
  /// Returns the marker of an item, or `nil` if it is not in a list.
  ///
  /// A task has a box. An item of an unordered list has the list's marker, or a bullet that depends
  /// on the depth if the list has none or one of Markdown (`-`, `*`, `+`).
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - list: The innermost list around the item.
  ///   - depth: The number of lists, quotes and code blocks around the item; 1 for an outermost
  ///     list.
  static func text(of item: Block.ListItem, in list: Block.Kind?, depth: Int) -> String? {
    if let task = item.task { return task == .done ? "\u{2611}" : "\u{2610}" }
    switch list {
    case .orderedList(let style):
      return text(of: item.ordinal, style.numbering) + style.delimiter
    case .unorderedList(let marker):
      guard let marker, !["-", "*", "+"].contains(marker) else {
        return ["\u{2022}", "\u{25E6}", "\u{25AA}"][min(max(depth - 1, 0), 2)]
      }
      return marker
    default: return nil
    }
  }

  private static func text(of number: Int, _ numbering: Block.OrderedListStyle.Numbering) -> String
  {
    switch numbering {
    case .decimal: "\(number)"
    case .lowerAlpha: letters(number) ?? "\(number)"
    case .upperAlpha: letters(number)?.uppercased() ?? "\(number)"
    case .lowerRoman: roman(number) ?? "\(number)"
    case .upperRoman: roman(number)?.uppercased() ?? "\(number)"
    }
  }

  /// Returns a number as letters, `a` to `z`, then `aa`; `nil` if it is less than 1.
  private static func letters(_ number: Int) -> String? {
    guard number > 0 else { return nil }
    var digits: [UInt8] = []
    var rest = number
    while rest > 0 {
      digits.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: digits.reversed(), as: UTF8.self)
  }

  private static let numerals: [(value: Int, letters: String)] = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]

  /// Returns a number as a Roman numeral, or `nil` if it is not in 1…3999.
  private static func roman(_ number: Int) -> String? {
    guard (1...3999).contains(number) else { return nil }
    var rest = number
    var text = ""
    for (value, letters) in numerals {
      while rest >= value {
        text += letters
        rest -= value
      }
    }
    return text
  }
}
