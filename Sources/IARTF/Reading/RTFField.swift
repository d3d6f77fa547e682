internal import IAText

/// A field: what its instruction asks for.
struct RTFField {
  /// The number of its link; 0 for none.
  var link: Int32 = 0
  /// What it shows where it has no result.
  var symbol: UInt16?
  /// The font of that.
  var symbolFont = ""
  /// Whether a result came.
  var hasResult = false
}

/// The instruction of a field: a name, arguments, switches.
struct RTFInstruction {
  /// The name in upper case.
  var name = ""
  /// The arguments that belong to no switch.
  var arguments: [String] = []
  /// The switches with the argument behind each.
  var switches: [(letter: Character, argument: String)] = []

  /// Reads an instruction; quotes hold arguments together, a backslash starts a switch or, inside
  /// quotes, stands before what would otherwise mean something.
  init(_ units: [UInt16]) {
    let words = Self.words(in: units.prefix(8192))
    guard let first = words.first else { return }
    name = first.text == "HYPERLINK" ? first.text : first.text.uppercased()
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if !word.isQuoted, word.text.hasPrefix("\\"), let letter = word.text.dropFirst().first {
        var argument = ""
        if "lotf".contains(letter), let next = rest.first,
          next.isQuoted || !next.text.hasPrefix("\\")
        {
          argument = next.text
          rest.removeFirst()
        }
        switches.append((letter, argument))
      } else {
        arguments.append(word.text)
      }
    }
  }

  private static func words(
    in units: ArraySlice<UInt16>
  ) -> [(text: String, isQuoted: Bool)] {
    let (quote, backslash): (UInt16, UInt16) = (0x22, 0x5C)
    var words: [(text: String, isQuoted: Bool)] = []
    words.reserveCapacity(4)
    var word: [UInt16] = []
    word.reserveCapacity(units.count)
    var index = units.startIndex
    while index < units.endIndex {
      if units[index] <= 0x20 || units[index] == 0xA0 {
        index += 1
        continue
      }
      word.removeAll(keepingCapacity: true)
      let isQuoted = units[index] == quote || units[index] == 0x201C
      if isQuoted {
        index += 1
        while index < units.endIndex, units[index] != quote, units[index] != 0x201D {
          if units[index] == backslash, index + 1 < units.endIndex { index += 1 }
          word.append(units[index])
          index += 1
        }
        index += 1
      } else {
        while index < units.endIndex, units[index] > 0x20, units[index] != quote {
          word.append(units[index])
          index += 1
        }
      }
      words.append((String(units: word), isQuoted))
    }
    return words
  }

  /// The target of a hyperlink; nil for none.
  var target: String? {
    var url = arguments.first ?? ""
    if let place = switches.first(where: { $0.letter == "l" })?.argument, !place.isEmpty {
      url += "#" + place
    }
    return url.isEmpty ? nil : url
  }

  /// The text shown on demand.
  var title: String? {
    let title = switches.first { $0.letter == "o" }?.argument
    return title?.isEmpty == true ? nil : title
  }
}

extension String {
  /// Makes a text from units, of which a lone surrogate becomes U+FFFD; ASCII costs no decoding.
  init(units: [UInt16]) {
    guard units.allSatisfy({ $0 < 0x80 }) else {
      self.init(decoding: units, as: UTF16.self)
      return
    }
    self.init(unsafeUninitializedCapacity: units.count) { buffer in
      for (index, unit) in units.enumerated() { buffer[index] = UInt8(truncatingIfNeeded: unit) }
      return units.count
    }
  }
}
