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
    var words: [(text: String, isQuoted: Bool)] = []
    let text = Array(String(decoding: units.prefix(8192), as: UTF16.self).unicodeScalars)
    var index = 0
    while index < text.count {
      if text[index].value <= 0x20 || text[index] == "\u{A0}" {
        index += 1
        continue
      }
      var word = String.UnicodeScalarView()
      let isQuoted = text[index] == "\"" || text[index] == "\u{201C}"
      if isQuoted {
        index += 1
        while index < text.count, text[index] != "\"", text[index] != "\u{201D}" {
          if text[index] == "\\", index + 1 < text.count { index += 1 }
          word.append(text[index])
          index += 1
        }
        index += 1
      } else {
        while index < text.count, text[index].value > 0x20, text[index] != "\"" {
          word.append(text[index])
          index += 1
        }
      }
      words.append((String(word), isQuoted))
    }
    guard let first = words.first else { return }
    name = first.text.uppercased()
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
