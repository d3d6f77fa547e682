extension Block.OrderedListStyle.Numbering {
  /// Returns the text of a number in this form, without a delimiter.
  ///
  /// Letters continue after `z` with `aa` and `ab`; Roman numerals exist for 1…3999. Other numbers are
  /// decimal, as in CSS Counter Styles Level 3, sections 6.1 and 6.2.
  package func text(of number: Int) -> String {
    switch self {
    case .decimal: "\(number)"
    case .lowerAlpha: Self.letters(number) ?? "\(number)"
    case .upperAlpha: Self.letters(number)?.uppercased() ?? "\(number)"
    case .lowerRoman: Self.roman(number) ?? "\(number)"
    case .upperRoman: Self.roman(number)?.uppercased() ?? "\(number)"
    }
  }

  /// Returns the number that a text of at most 16 characters in this form shows, or `nil` for any other
  /// text.
  ///
  /// Upper and lower case are not distinguished, and letters after `z` are not read.
  package func number(of text: String) -> Int? {
    guard text.utf8.count <= 16 else { return nil }
    let lowercased = text.lowercased()
    switch self {
    case .decimal: return Int(text)
    case .lowerAlpha, .upperAlpha:
      guard lowercased.utf8.count == 1, let letter = lowercased.utf8.first,
        (0x61...0x7A).contains(letter)
      else { return nil }
      return Int(letter) - 0x60
    case .lowerRoman, .upperRoman:
      let digits = lowercased.utf8.compactMap { letter in
        Self.numerals.first { $0.letters.utf8.elementsEqual([letter]) }?.value
      }
      guard !digits.isEmpty, digits.count == text.utf8.count else { return nil }
      var sum = 0
      for (index, digit) in digits.enumerated() {
        sum += index + 1 < digits.count && digits[index + 1] > digit ? -digit : digit
      }
      return sum
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
