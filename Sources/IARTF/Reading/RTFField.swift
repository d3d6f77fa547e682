internal import IAText

/// A field: what its instruction asks for.
struct RTFField {
  /// The number of its link; 0 for none.
  var link: Int32 = 0
  /// What it shows where it has no result.
  var symbol: UInt16?
  /// The font of that.
  var symbolFont = ""
  /// Where in the text its result starts; -1 where none came.
  var resultStart = -1
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
    var words = RTFInstructionWords(units)
    guard let first = words.next() else { return }
    name = first.text == "HYPERLINK" ? first.text : first.text.uppercased()
    var next = words.next()
    while let word = next {
      next = words.next()
      guard word.isSwitch, let letter = word.text.dropFirst().first else {
        arguments.append(word.text)
        continue
      }
      var argument = ""
      if "lotf".contains(letter), let following = next, !following.isSwitch {
        argument = following.text
        next = words.next()
      }
      switches.append((letter, argument))
    }
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

/// The words of an instruction, one after the other.
private struct RTFInstructionWords {
  struct Word {
    var text: String
    var isQuoted: Bool

    /// Whether it starts with a backslash.
    var isSwitch: Bool { !isQuoted && text.utf8.first == UInt8(ascii: "\\") }
  }

  private let units: [UInt16]
  private let end: Int
  private var index = 0
  private var word: [UInt16] = []

  init(_ units: [UInt16]) {
    self.units = units
    end = min(units.count, 8192)
  }

  mutating func next() -> Word? {
    while index < end, units[index] <= 0x20 || units[index] == 0xA0 { index += 1 }
    guard index < end else { return nil }
    word.removeAll(keepingCapacity: true)
    word.reserveCapacity(end - index)
    let isQuoted = units[index] == 0x22 || units[index] == 0x201C
    if isQuoted { takeQuoted() } else { takePlain() }
    return Word(text: String(units: word), isQuoted: isQuoted)
  }

  private mutating func takeQuoted() {
    index += 1
    while index < end, units[index] != 0x22, units[index] != 0x201D {
      if units[index] == 0x5C, index + 1 < end { index += 1 }
      word.append(units[index])
      index += 1
    }
    index += 1
  }

  private mutating func takePlain() {
    while index < end, units[index] > 0x20, units[index] != 0x22 {
      word.append(units[index])
      index += 1
    }
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
