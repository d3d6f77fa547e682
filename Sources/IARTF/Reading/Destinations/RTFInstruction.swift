/// The instruction of a field: a name, arguments, switches.
struct RTFInstruction {
  /// The name in upper case.
  var name = ""
  /// The arguments that do not belong to a switch.
  var arguments: [String] = []
  /// The switches, each with its argument.
  var switches: [(letter: Character, argument: String)] = []

  /// Creates an instruction from its text.
  ///
  /// Quotation marks enclose arguments; a backslash starts a switch or, inside quotation marks,
  /// escapes the next character.
  init(_ units: [UInt16]) {
    var words = RTFInstructionWords(units)
    guard let first = words.next() else { return }
    name = words.isHyperlink(first) ? "HYPERLINK" : words.text(of: first).uppercased()
    var next = words.next()
    while let word = next {
      next = words.next()
      let text = words.text(of: word)
      guard words.isSwitch(word), let letter = text.dropFirst().first else {
        arguments.append(text)
        continue
      }
      var argument = ""
      if "lotf".contains(letter), let following = next, !words.isSwitch(following) {
        argument = words.text(of: following)
        next = words.next()
      }
      switches.append((letter, argument))
    }
  }

  /// The target of a hyperlink, or `nil` if there is none.
  var target: String? {
    var url = arguments.first ?? ""
    // Without a file and a bookmark, the target is the start of the document.
    if let place = switches.first(where: { $0.letter == "l" })?.argument,
      !place.isEmpty || url.isEmpty
    {
      url += "#" + place
    }
    return url.isEmpty ? nil : url
  }

  /// The form that an instruction without arguments states for its number; `nil` for decimal digits.
  ///
  /// It is the argument of the switch `\*` or `\#`.
  var numberForm: String? {
    arguments.first {
      !["MERGEFORMAT", "CHARFORMAT", "ARABIC", "0", "#"].contains($0.uppercased())
    }
  }

  /// The tooltip of a hyperlink, or `nil` if there is none.
  var title: String? {
    let title = switches.first { $0.letter == "o" }?.argument
    return title?.isEmpty == true ? nil : title
  }
}

/// Iterates over the words of an instruction.
private struct RTFInstructionWords {
  /// The range of a word, without its quotes.
  struct Word {
    var range: Range<Int>
    var isQuoted = false
    /// Whether it has backslashes that escape characters.
    var hasEscapes = false
  }

  private let units: [UInt16]
  private let end: Int
  private var index = 0

  init(_ units: [UInt16]) {
    self.units = units
    end = min(units.count, 8192)
  }

  /// Returns whether the word starts with a backslash and is not quoted.
  func isSwitch(_ word: Word) -> Bool {
    !word.isQuoted && !word.range.isEmpty && units[word.range.lowerBound] == 0x5C
  }

  /// Returns whether the word is `HYPERLINK` in capitals.
  func isHyperlink(_ word: Word) -> Bool { units[word.range].elementsEqual("HYPERLINK".utf16) }

  func text(of word: Word) -> String {
    guard word.hasEscapes else { return String(units: units[word.range]) }
    var kept: [UInt16] = []
    var at = word.range.lowerBound
    while at < word.range.upperBound {
      if units[at] == 0x5C, at + 1 < end { at += 1 }
      kept.append(units[at])
      at += 1
    }
    return String(units: kept[...])
  }

  mutating func next() -> Word? {
    while index < end, units[index] <= 0x20 || units[index] == 0xA0 { index += 1 }
    guard index < end else { return nil }
    return units[index] == 0x22 || units[index] == 0x201C ? quoted() : plain()
  }

  private mutating func quoted() -> Word {
    index += 1
    var word = Word(range: index..<index, isQuoted: true)
    while index < end, units[index] != 0x22, units[index] != 0x201D {
      if units[index] == 0x5C, index + 1 < end {
        word.hasEscapes = true
        index += 1
      }
      index += 1
    }
    word.range = word.range.lowerBound..<index
    index += 1
    return word
  }

  private mutating func plain() -> Word {
    let start = index
    while index < end, units[index] > 0x20, units[index] != 0x22 { index += 1 }
    return Word(range: start..<index)
  }
}

extension String {
  /// Creates a text from units; a lone surrogate becomes U+FFFD.
  ///
  /// ASCII text is copied without decoding.
  init(units: ArraySlice<UInt16>) {
    guard units.allSatisfy({ $0 < 0x80 }) else {
      self = String(decoding: units, as: UTF16.self)
      return
    }
    // The closure initializes as many bytes as there are units, and returns that number.
    self = unsafe String(unsafeUninitializedCapacity: units.count) { buffer in
      for (index, unit) in units.enumerated() {
        unsafe buffer[index] = UInt8(truncatingIfNeeded: unit)
      }
      return units.count
    }
  }
}
