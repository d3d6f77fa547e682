internal import IABytes

extension Tokenizer {
  /// Reads a comment, a document type, a CDATA section or a bogus comment from its `<!`.
  mutating func readDeclaration() -> Token? {
    if byte(position + 2) == 0x2D, byte(position + 3) == 0x2D { return readComment() }
    if matches("doctype", at: position + 2) { return readDoctype() }
    if allowsCDATA, bytes[position...].starts(with: "<![CDATA[".utf8) {
      position += 9
      model = .cdata
      return nil
    }
    return readBogusComment(from: position + 2)
  }

  /// Reads a comment that ends at the next `>`.
  mutating func readBogusComment(from start: Int) -> Token {
    let end = UnitLoops.index(of: 0x3E, in: bytes.span, from: start)
    piece = normalised(start..<(end ?? bytes.count))
    position = end.map { $0 + 1 } ?? bytes.count
    return .comment
  }

  private static var dashes: UnitLoops.StopBytes { UnitLoops.StopBytes(0x2D, 0x2D, 0x2D, 0x2D) }

  private mutating func readComment() -> Token {
    let start = position + 4
    if byte(start) == 0x3E || byte(start) == 0x2D && byte(start + 1) == 0x3E {
      piece = TextPiece(start: start, count: 0)
      position = start + (byte(start) == 0x3E ? 1 : 2)
      return .comment
    }
    var dash = start
    while true {
      dash = endOfRun(dash, Self.dashes)
      guard dash < bytes.count else { return readUnclosedComment(from: start) }
      if byte(dash + 1) == 0x2D {
        let isBang = byte(dash + 2) == 0x21 && byte(dash + 3) == 0x3E
        let length = byte(dash + 2) == 0x3E ? 3 : isBang ? 4 : 0
        if length > 0 {
          piece = normalised(start..<dash)
          position = dash + length
          return .comment
        }
      }
      dash += 1
    }
  }

  /// Reads a comment that the end of the page truncates, without a partial end mark.
  private mutating func readUnclosedComment(from start: Int) -> Token {
    var end = bytes.count
    position = end
    if end - start >= 3, bytes[end - 1] == 0x21, bytes[end - 2] == 0x2D, bytes[end - 3] == 0x2D {
      end -= 3
    } else {
      for _ in 0..<2 where end > start && bytes[end - 1] == 0x2D { end -= 1 }
    }
    piece = normalised(min(start, end)..<end)
    return .comment
  }

  /// Returns text of the page with each line end replaced by a line feed and NUL by U+FFFD.
  private mutating func normalised(_ range: Range<Int>) -> TextPiece {
    let stops = UnitLoops.StopBytes(0, 0x0D, 0, 0x0D)
    var end = min(endOfRun(range.lowerBound, stops), range.upperBound)
    if end == range.upperBound { return TextPiece(start: range.lowerBound, count: range.count) }
    let start = aside.count
    var run = range.lowerBound
    while true {
      aside.append(contentsOf: bytes[run..<end])
      guard end < range.upperBound else { break }
      if bytes[end] == 0 {
        aside += [0xEF, 0xBF, 0xBD]
      } else {
        aside.append(0x0A)
        if end + 1 < range.upperBound, bytes[end + 1] == 0x0A { end += 1 }
      }
      run = end + 1
      end = min(endOfRun(run, stops), range.upperBound)
    }
    return TextPiece(start: start, count: aside.count - start, isAside: true)
  }

  // MARK: Document types

  private mutating func readDoctype() -> Token {
    position += 9
    var doctype = Doctype()
    doctype.forcesQuirks = !readParts(of: &doctype)
    set(doctype: doctype)
    return .doctype
  }

  /// Reads the name and the identifiers of a document type, up to and including its `>`.
  ///
  /// - Returns: Whether it is well formed.
  private mutating func readParts(of doctype: inout Doctype) -> Bool {
    skipSpace()
    guard position < bytes.count else { return false }
    if bytes[position] == 0x3E { return end(false) }
    var name: [UInt8] = []
    while position < bytes.count, !Self.isSpace(bytes[position]), bytes[position] != 0x3E {
      if bytes[position] == 0 {
        name += [0xEF, 0xBF, 0xBD]
      } else {
        name.append(Self.lowered(bytes[position]))
      }
      position += 1
    }
    doctype.name = name
    skipSpace()
    guard position < bytes.count else { return false }
    if bytes[position] == 0x3E { return end(true) }
    if matches("public", at: position) {
      position += 6
      skipSpace()
      let quote = byte(position)
      guard quote == 0x22 || quote == 0x27 else { return end(false) }
      let (text, isClosed) = readIdentifier(quote)
      doctype.publicID = text
      guard isClosed else { return end(false) }
      skipSpace()
      guard position < bytes.count else { return false }
      if bytes[position] == 0x3E { return end(true) }
    } else if matches("system", at: position) {
      position += 6
      skipSpace()
    } else {
      return end(false)
    }
    let quote = byte(position)
    guard quote == 0x22 || quote == 0x27 else { return end(false) }
    let (text, isClosed) = readIdentifier(quote)
    doctype.systemID = text
    guard isClosed else { return end(false) }
    skipSpace()
    guard position < bytes.count else { return false }
    return end(true)
  }

  /// Moves to the byte after the `>` of a document type.
  private mutating func end(_ isWellFormed: Bool) -> Bool {
    let end = UnitLoops.index(of: 0x3E, in: bytes.span, from: position)
    position = end.map { $0 + 1 } ?? bytes.count
    return isWellFormed
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// Reads an identifier in quotes; a `>` also ends it, and is not consumed.
  private mutating func readIdentifier(_ quote: UInt8) -> (text: [UInt8], isClosed: Bool) {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x3E { return (text, false) }
      position += 1
      switch byte {
      case quote: return (text, true)
      case 0: text += [0xEF, 0xBF, 0xBD]
      case 0x0D: if self.byte(position) != 0x0A { text.append(0x0A) }
      default: text.append(byte)
      }
    }
    return (text, false)
  }
}
