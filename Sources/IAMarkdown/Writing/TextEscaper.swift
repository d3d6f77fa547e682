/// Writes text so that it reads back as the same text.
///
/// Only characters that would be read as markup are escaped, by a backslash or a numeric reference.
/// If a bare address would become a link, an empty comment splits it.
struct TextEscaper {
  /// The context of a text.
  struct Place {
    /// The scalar before it in the line, delimiters included; nil at the start of a line.
    var before: Unicode.Scalar?
    /// Whether a line starts with it, apart from the marks of blocks.
    var startsLine = false
    /// Whether a line or the paragraph ends with it.
    var endsLine = false
    /// Whether something in brackets follows it.
    var isBeforeBracket = false
    var isInTable = false
    var isInHeading = false
    /// Whether the text is inside a link, in which addresses are not escaped.
    var isInLink = false
  }

  private let scalars: [Unicode.Scalar]
  private let place: Place
  private var out = String.UnicodeScalarView()
  /// Whether the line has had nothing yet.
  private var isAtLineStart: Bool
  /// The number of digits at the start of the line, or −1 after any other character.
  private var leadingDigits: Int

  private init(_ scalars: [Unicode.Scalar], _ place: Place) {
    self.scalars = scalars
    self.place = place
    isAtLineStart = place.startsLine
    leadingDigits = place.startsLine ? 0 : -1
  }

  /// Returns the text as Markdown; U+2028 becomes a break if a line may break there.
  static func escape(_ scalars: [Unicode.Scalar], at place: Place) -> String {
    var escaper = TextEscaper(scalars, place)
    for index in scalars.indices { escaper.append(index) }
    return String(escaper.out)
  }

  private mutating func append(_ index: Int) {
    let scalar = scalars[index]
    let before = index > 0 ? scalars[index - 1] : place.before
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    let wasAtLineStart = isAtLineStart
    let digits = leadingDigits
    isAtLineStart = false
    leadingDigits = digits >= 0 && ("0"..."9").contains(scalar) ? digits + 1 : -1
    switch scalar {
    case "\u{2028}": appendBreak(index, wasAtLineStart)
    case " ", "\t":
      let isAtEdge = wasAtLineStart || isBreak(after) || after == nil && place.endsLine
      if isAtEdge { reference(scalar) } else { out.append(scalar) }
    case "\u{B}", "\u{C}", "\r", "\u{FEFF}": reference(scalar)
    case "\0": out.append("\u{FFFD}")
    case "\\", "`", "*", "[", "]", "~": backslash(scalar)
    case "_": if isWord(before) && isWord(after) { out.append(scalar) } else { backslash(scalar) }
    case "<":
      let opens = after.map { $0.properties.isAlphabetic || "/!?".unicodeScalars.contains($0) }
      if opens ?? true { backslash(scalar) } else { out.append(scalar) }
    case "&":
      let opens = after.map { isWord($0) || $0 == "#" }
      if opens ?? true { backslash(scalar) } else { out.append(scalar) }
    case "!":
      if after == nil && place.isBeforeBracket { backslash(scalar) } else { out.append(scalar) }
    case "|": if place.isInTable { backslash(scalar) } else { out.append(scalar) }
    case "#":
      if place.isInHeading || wasAtLineStart { backslash(scalar) } else { out.append(scalar) }
    case ">", "-", "+", "=": if wasAtLineStart { backslash(scalar) } else { out.append(scalar) }
    case ".", ")": appendDelimiter(scalar, digits, before, after, index)
    case ":": appendColon(index, wasAtLineStart)
    case "@":
      if !place.isInLink, isWord(after), let before, !isSpace(before) { separate() }
      out.append(scalar)
    default: out.append(scalar)
    }
  }

  private mutating func appendBreak(_ index: Int, _ wasAtLineStart: Bool) {
    let isFirst = index == 0 && wasAtLineStart
    let isLast = index == scalars.count - 1 && place.endsLine
    guard !place.isInTable, !place.isInHeading, !isFirst, !isLast else {
      out.append("\u{2028}")
      return
    }
    out.append(contentsOf: "\\\n".unicodeScalars)
    isAtLineStart = true
    leadingDigits = 0
  }

  /// Appends the mark after the number of an item, or the full stop of an address.
  private mutating func appendDelimiter(
    _ scalar: Unicode.Scalar, _ digits: Int, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?,
    _ index: Int
  ) {
    let endsNumber = digits > 0 && (after.map { isSpace($0) || isBreak($0) } ?? true)
    if endsNumber { return backslash(scalar) }
    if scalar == ".", !place.isInLink, index >= 3,
      scalars[index - 3..<index].allSatisfy({ $0 == "w" || $0 == "W" })
    {
      separate()
    }
    out.append(scalar)
  }

  private mutating func appendColon(_ index: Int, _ wasAtLineStart: Bool) {
    if wasAtLineStart { return backslash(":") }
    let isAddress =
      index + 2 < scalars.count && scalars[index + 1] == "/" && scalars[index + 2] == "/"
    if isAddress, !place.isInLink { separate() }
    out.append(":")
  }

  private mutating func separate() {
    out.append(contentsOf: MarkdownTag.separator.unicodeScalars)
  }

  private mutating func backslash(_ scalar: Unicode.Scalar) {
    out.append("\\")
    out.append(scalar)
  }

  private mutating func reference(_ scalar: Unicode.Scalar) {
    out.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
  }

  private func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      || ("0"..."9").contains(scalar)
  }

  private func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private func isBreak(_ scalar: Unicode.Scalar?) -> Bool {
    scalar == "\u{2028}" && !place.isInTable && !place.isInHeading
  }
}
