/// Finds the end of a tag, a comment, a declaration, an instruction or a CDATA section.
struct HTMLScanner {
  enum Construct { case tag, other }

  private let units: ArraySlice<UInt16>
  /// The offset of the next unit.
  private(set) var at: Int

  init(_ units: ArraySlice<UInt16>) {
    self.units = units
    at = units.startIndex
  }

  var isAtEnd: Bool { at == units.endIndex }

  private var next: UInt16? { at < units.endIndex ? units[at] : nil }

  /// Moves past one construct, and returns its kind; `nil` if there is none.
  mutating func construct() -> Construct? {
    let rest = units[at...]
    guard next == 0x3C else { return nil }
    if rest.starts(with: "<!--".utf16) { return comment() }
    if rest.starts(with: "<![CDATA[".utf16) { return skip(9, to: "]]>", without: 0x5D) }
    if rest.starts(with: "<?".utf16) { return skip(2, to: "?>", without: 0x3F) }
    if rest.starts(with: "<!".utf16) {
      let name = rest.dropFirst(2).prefix { (0x41...0x5A).contains($0) }
      guard !name.isEmpty, let space = units[name.endIndex...].first, Self.isSpace(space) else {
        return nil
      }
      return skip(2, to: ">", without: 0x3E)
    }
    return tag()
  }

  private mutating func comment() -> Construct? {
    at += 4
    if next == 0x3E || next == 0x2D { return nil }
    guard
      let dash = units[at...].indices.first(where: { units[$0...].starts(with: [0x2D, 0x2D]) }),
      dash > at, units[dash...].starts(with: "-->".utf16)
    else { return nil }
    at = dash + 3
    return isPlain ? .other : nil
  }

  /// Moves past the first `end`, before which a unit of it may not occur.
  private mutating func skip(_ count: Int, to end: String, without unit: UInt16) -> Construct? {
    let start = at + count
    guard let found = units[start...].firstIndex(of: unit),
      units[found...].starts(with: end.utf16)
    else { return nil }
    at = found + end.utf16.count
    return isPlain ? .other : nil
  }

  /// Whether no unit before the place ends a paragraph or is NUL.
  private var isPlain: Bool {
    units[..<at].allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D && $0 != 0x2029 }
  }

  private mutating func tag() -> Construct? {
    at += 1
    let isClosing = next == 0x2F
    if isClosing { at += 1 }
    guard let letter = next, Self.isLetter(letter) else { return nil }
    skip { Self.isLetter($0) || Self.isDigit($0) || $0 == 0x2D }
    while !isClosing {
      let start = at
      skipSpaces()
      guard at > start, let first = next, Self.isLetter(first) || first == 0x5F || first == 0x3A
      else { break }
      skip {
        Self.isLetter($0) || Self.isDigit($0) || $0 == 0x5F || $0 == 0x3A || $0 == 0x2E
          || $0 == 0x2D
      }
      guard value() else { return nil }
    }
    skipSpaces()
    if !isClosing, next == 0x2F { at += 1 }
    guard next == 0x3E else { return nil }
    at += 1
    return isPlain ? .tag : nil
  }

  /// Moves past `=` and the value of an attribute, if there is one; `false` for a bad one.
  private mutating func value() -> Bool {
    let start = at
    skipSpaces()
    guard next == 0x3D else {
      at = start
      return true
    }
    at += 1
    skipSpaces()
    guard let quote = next else { return false }
    if quote == 0x22 || quote == 0x27 {
      guard let end = units[(at + 1)...].firstIndex(of: quote) else { return false }
      at = end + 1
      return true
    }
    let first = at
    skip {
      !Self.isSpace($0) && $0 != 0x22 && $0 != 0x27 && $0 != 0x3C && $0 != 0x3D && $0 != 0x3E
        && $0 != 0x60
    }
    return at > first
  }

  private mutating func skip(_ isIncluded: (UInt16) -> Bool) {
    while let unit = next, isIncluded(unit) { at += 1 }
  }

  private mutating func skipSpaces() { skip(Self.isSpace) }

  // MARK: Characters

  static func isLetter(_ unit: UInt16) -> Bool {
    (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
  }

  private static func isDigit(_ unit: UInt16) -> Bool { (0x30...0x39).contains(unit) }

  /// Returns whether a unit is white space in a tag; U+2028 is written as a line end.
  private static func isSpace(_ unit: UInt16) -> Bool {
    unit == 0x20 || (0x09...0x0D).contains(unit) || unit == 0x2028
  }

  /// Returns the name of the tag at the start of a text, in small letters; empty if there is none.
  static func name(of tag: ArraySlice<UInt16>) -> String {
    var rest = tag.dropFirst()
    if rest.first == 0x2F { rest = rest.dropFirst() }
    let name = rest.prefix { isLetter($0) || isDigit($0) }
    return String(decoding: name, as: UTF16.self).lowercased()
  }

  /// Returns whether the name of a tag at the start of a line ends as that of a block does.
  static func endsName(_ line: ArraySlice<UInt16>, _ count: Int) -> Bool {
    let isClosing = line.dropFirst().first == 0x2F
    let rest = line.dropFirst(count + (isClosing ? 2 : 1))
    guard let first = rest.first else { return true }
    return isSpace(first) || first == 0x3E || first == 0x2F && rest.dropFirst().first == 0x3E
  }
}
