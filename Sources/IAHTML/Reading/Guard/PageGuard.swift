internal import CGumbo
internal import IABytes
internal import IAFormats

/// Takes out of a page what would make the parser slower than the page is long.
///
/// HTML5 has rules whose cost is the product of two lengths: each start tag looks through the open
/// elements, each attribute through those before it, each paragraph opens again all formatting that
/// was never closed. The guard follows the tags of a page with a small model of the open elements
/// and leaves out tags beyond a depth, attributes beyond a number and formatting beyond a number.
/// A page within these bounds goes through byte for byte, but for the text that is set aside.
struct PageGuard {
  /// A page as the parser may have it.
  struct Page {
    /// What the parser gets.
    var bytes: [UInt8]
    /// What of the page it does not get.
    var aside = TextAside()
    /// The page, of which pieces are set aside.
    var whole: [UInt8] = []
  }

  /// What was left out.
  struct Counts {
    var deepTags = 0
    var attributes = 0
    var formatting = 0
  }

  private let bytes: [UInt8]
  private let limits: Limits
  private var counts = Counts()
  private var out: [UInt8] = []
  /// Bytes before this are in the output already, or left out.
  private var copied = 0
  /// The fewest bytes of text that are set aside; nil for none.
  private let leastAside: Int?
  private var aside = TextAside()
  private var stack = OpenElements()
  /// How many start tags of a name were left out, so that their end tags are too.
  private var omitted: [UInt64: Int] = [:]

  /// How many elements may be open at once.
  static let mostOpen = 512

  /// Starts on a page in UTF-8.
  ///
  /// - Parameter leastAside: The fewest bytes of text that go around the parser, where the page allows
  ///   it; nil for none.
  init(_ bytes: [UInt8], limits: Limits, leastAside: Int?) {
    self.bytes = bytes
    self.limits = limits
    self.leastAside = leastAside.flatMap { TextAside.canMark(bytes) ? $0 : nil }
    stack.mostClones = max(10_000, bytes.count / 16)
  }

  /// Reports what was left out.
  func note(in report: inout ConversionReport) {
    if counts.deepTags > 0 {
      report.add(
        .approximated, "nesting", "\(counts.deepTags) elements beyond a depth of \(Self.mostOpen)")
    }
    if counts.attributes > 0 { report.add(.dropped, "attributes", "\(counts.attributes)") }
    if counts.formatting > 0 { report.add(.approximated, "formatting", "\(counts.formatting)") }
  }

  /// The page as the parser may have it.
  ///
  /// - Complexity: O(*n*).
  mutating func filtered() -> Page {
    var at = 0
    while let open = UnitLoops.index(of: 0x3C, in: bytes.span, from: at) {
      at = readMarkup(at: open, textStart: at)
    }
    setAside(at..<bytes.count)
    guard copied > 0 else { return Page(bytes: bytes) }
    out.append(contentsOf: bytes[copied...])
    return Page(bytes: out, aside: aside, whole: bytes)
  }

  /// Marks what of a text goes around the parser.
  private mutating func setAside(_ text: Range<Int>) {
    guard let leastAside else { return }
    var start = text.lowerBound
    while let piece = bytes.withUnsafeBufferPointer({
      TextAside.piece(of: $0, from: start, to: text.upperBound, leastCount: leastAside)
    }) {
      flush(to: piece.lowerBound)
      aside.add(piece, markingIn: &out)
      copied = piece.upperBound
      start = piece.upperBound
    }
  }

  private func byte(_ at: Int) -> UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// Reads from a `<` and returns where text goes on.
  private mutating func readMarkup(at open: Int, textStart: Int) -> Int {
    if open > textStart {
      setAside(textStart..<open)
      if stack.hasClosedFormatting, hasText(textStart..<open) { reopen(at: open) }
    }
    let next = byte(open + 1)
    if next == UInt8(ascii: "!") { return afterDeclaration(open) }
    if next == UInt8(ascii: "?") { return after(UInt8(ascii: ">"), from: open + 2) }
    if next == UInt8(ascii: "/") {
      return Self.isLetter(byte(open + 2))
        ? readEndTag(open) : after(UInt8(ascii: ">"), from: open + 2)
    }
    return Self.isLetter(next) ? readStartTag(open) : open + 1
  }

  private func hasText(_ range: Range<Int>) -> Bool {
    bytes[range].contains { $0 > 0x20 }
  }

  private func after(_ byte: UInt8, from start: Int) -> Int {
    UnitLoops.index(of: byte, in: bytes.span, from: start).map { $0 + 1 } ?? bytes.count
  }

  private func after(_ text: StaticString, from start: Int) -> Int {
    let wanted = Array("\(text)".utf8)
    var at = start
    while let found = UnitLoops.index(of: wanted[0], in: bytes.span, from: at) {
      if found + wanted.count <= bytes.count,
        bytes[found..<found + wanted.count].elementsEqual(wanted)
      {
        return found + wanted.count
      }
      at = found + 1
    }
    return bytes.count
  }

  private func afterDeclaration(_ open: Int) -> Int {
    if byte(open + 2) == 0x2D, byte(open + 3) == 0x2D {
      // `<!-->` and `<!--->` are comments already.
      if byte(open + 4) == UInt8(ascii: ">") { return open + 5 }
      if byte(open + 4) == 0x2D, byte(open + 5) == UInt8(ascii: ">") { return open + 6 }
      var at = open + 4
      while let dash = UnitLoops.index(of: 0x2D, in: bytes.span, from: at) {
        if byte(dash + 1) == 0x2D {
          if byte(dash + 2) == UInt8(ascii: ">") { return dash + 3 }
          if byte(dash + 2) == UInt8(ascii: "!"), byte(dash + 3) == UInt8(ascii: ">") {
            return dash + 4
          }
        }
        at = dash + 1
      }
      return bytes.count
    }
    if stack.isForeign, bytes[open...].starts(with: Array("<![CDATA[".utf8)) {
      return after("]]>", from: open)
    }
    return after(UInt8(ascii: ">"), from: open + 2)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
  }

  /// The name of a tag and where it ends.
  private func name(at start: Int) -> (name: UInt64, end: Int) {
    var at = start
    var name = ElementName()
    while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != 0x2F, bytes[at] != 0x3E {
      name.add(bytes[at])
      at += 1
    }
    return (name.value, at)
  }

  /// What the attributes of a tag come to.
  private struct Tail {
    /// Where the tag ends, its `>` included.
    var end: Int
    var isSelfClosing = false
    /// Where the attributes beyond the limit start and end.
    var excess: Range<Int>?
    var excessCount = 0
  }

  private func tail(at start: Int) -> Tail {
    var at = start
    var count = 0
    var cut: Int?
    var isSelfClosing = false
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x3E { break }
      if Self.isSpace(byte) || byte == 0x2F {
        isSelfClosing = byte == 0x2F
        at += 1
        continue
      }
      isSelfClosing = false
      count += 1
      if count > limits.attributes, cut == nil { cut = at }
      // A `=` at the start belongs to the name.
      at += 1
      while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != 0x2F, bytes[at] != 0x3E,
        bytes[at] != 0x3D
      {
        at += 1
      }
      var value = at
      while value < bytes.count, Self.isSpace(bytes[value]) { value += 1 }
      guard value < bytes.count, bytes[value] == 0x3D else { continue }
      value += 1
      while value < bytes.count, Self.isSpace(bytes[value]) { value += 1 }
      at = afterValue(value)
    }
    let end = min(at + 1, bytes.count)
    return Tail(
      end: end, isSelfClosing: isSelfClosing, excess: cut.map { $0..<min(at, bytes.count) },
      excessCount: max(0, count - limits.attributes))
  }

  private func afterValue(_ start: Int) -> Int {
    guard start < bytes.count else { return start }
    let quote = bytes[start]
    if quote == 0x22 || quote == 0x27 { return after(quote, from: start + 1) }
    var at = start
    while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != 0x3E { at += 1 }
    return at
  }

  private mutating func readStartTag(_ open: Int) -> Int {
    let (name, nameEnd) = name(at: open + 1)
    let tail = tail(at: nameEnd)
    if let excess = tail.excess {
      counts.attributes += tail.excessCount
      drop(excess)
    }
    let role = ElementRole(name)
    if role == .rawText, !stack.isForeign { return afterRawText(name, from: tail.end) }
    if role == .void { return tail.end }
    if role == .page { return tail.end }
    if stack.isForeign || role == .foreign, tail.isSelfClosing { return tail.end }
    stack.prepare(for: name, role)
    if role == .formatting || role == .other, stack.hasClosedFormatting { reopen(at: open) }
    let isFull = stack.count >= Self.mostOpen
    let isTooMuch = role == .formatting && stack.formattingCount >= OpenElements.mostFormatting
    if isFull || isTooMuch {
      if isFull { counts.deepTags += 1 } else { counts.formatting += 1 }
      omitted[name, default: 0] += 1
      drop(open..<tail.end)
      return tail.end
    }
    stack.push(
      name, role, tag: role == .formatting ? Self.hash(bytes[open..<tail.end]) : 0)
    return tail.end
  }

  private mutating func readEndTag(_ open: Int) -> Int {
    let (name, nameEnd) = name(at: open + 2)
    let tail = tail(at: nameEnd)
    if let excess = tail.excess { drop(excess) }
    if let count = omitted[name], count > 0 {
      omitted[name] = count == 1 ? nil : count - 1
      drop(open..<tail.end)
      return tail.end
    }
    stack.close(name, ElementRole(name))
    return tail.end
  }

  /// Opens formatting again before text, as the parser does; where that was done too often, the
  /// formatting is closed for good.
  private mutating func reopen(at place: Int) {
    guard stack.reopen(upTo: Self.mostOpen) else {
      var closing: [UInt8] = []
      for name in stack.giveUpFormatting() {
        closing += Array("</".utf8) + ElementName.bytes(of: name) + Array(">".utf8)
        counts.formatting += 1
      }
      flush(to: place)
      out.append(contentsOf: closing)
      // What was put in is in no place of the page.
      aside.add(place..<place, place: out.count)
      return
    }
  }

  private func afterRawText(_ name: UInt64, from start: Int) -> Int {
    var at = start
    if name == ElementName.of("plaintext") { return bytes.count }
    while let open = UnitLoops.index(of: 0x3C, in: bytes.span, from: at) {
      if byte(open + 1) == 0x2F, Self.isLetter(byte(open + 2)) {
        let (found, end) = self.name(at: open + 2)
        if found == name, end < bytes.count { return tail(at: end).end }
      }
      at = open + 1
    }
    return bytes.count
  }

  private mutating func flush(to place: Int) {
    out.append(contentsOf: bytes[copied..<place])
    copied = max(place, 1)
  }

  private mutating func drop(_ range: Range<Int>) {
    if range.lowerBound > copied || copied == 0 {
      out.append(contentsOf: bytes[copied..<range.lowerBound])
    }
    copied = max(range.upperBound, 1)
    aside.add(range, place: out.count)
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
