internal import IABytes

/// A range of bytes of the page or of `Tokenizer.aside`.
struct TextPiece: Hashable {
  /// The offset of the first byte.
  var start: Int
  /// The number of bytes.
  var count: Int
  /// Whether the range is in `Tokenizer.aside` instead of the page.
  var isAside = false

  /// The offset after the last byte.
  var end: Int { start + count }
}

/// The name and the value of an attribute of an element.
struct AttributeRecord: Sendable {
  var name: MarkupName
  var start: UInt32
  var count: UInt32
  var space = AttributeNamespace.none
  /// Whether the value is a range of `Tokenizer.aside` instead of the page.
  var isAside = false
}

/// The tokenizer of the HTML Living Standard, section 13.2.5, for a whole page in UTF-8.
///
/// Each call of `next()` reads one token. Text tokens are ranges of the page, or ranges of `aside`
/// where a character reference, a line end or NUL changes the text.
struct Tokenizer {
  /// A kind of token.
  enum Token: UInt8 { case characters, null, startTag, endTag, comment, doctype, end }

  /// The tokenizer state that text requires.
  enum ContentModel: UInt8 { case data, rcdata, rawText, script, plaintext, cdata }

  /// The nesting of comments and scripts inside a script.
  enum ScriptEscape: UInt8 { case none, escaped, doubleEscaped }

  /// The content of a document type declaration.
  struct Doctype: Hashable, Sendable {
    var name: [UInt8]?
    var publicID: [UInt8]?
    var systemID: [UInt8]?
    var forcesQuirks = false
  }

  /// The page.
  let bytes: [UInt8]
  /// Bytes of text that differ from the page, after a line feed and U+FFFD.
  var aside: [UInt8] = [0x0A, 0xEF, 0xBF, 0xBD]
  /// The names of elements and attributes.
  var names = NameTable()
  /// The attributes of all elements of the tree, followed by those of the last tag.
  var attributes: [AttributeRecord] = []
  /// The offset of the next byte to be read.
  var position = 0
  /// The content model of the next text.
  var model = ContentModel.data
  /// Whether `<![CDATA[` starts a section.
  var allowsCDATA = false
  /// The name of the last start tag, which an end tag in raw text must have.
  var lastStartTag = MarkupName(rawValue: 0)
  /// The number of attributes that were omitted because a tag had too many.
  private(set) var droppedAttributes = 0

  // The last token.

  /// The offset at which the last token starts.
  private(set) var tokenStart = 0
  /// The text of a character token or comment.
  var piece = TextPiece(start: 0, count: 0)
  /// The name of a tag.
  var name = MarkupName(rawValue: 0)
  /// Whether a tag ends with `/>`.
  private(set) var isSelfClosing = false
  /// The content of a document type declaration.
  private(set) var doctype = Doctype()
  /// The index of the first attribute of the last tag; its other attributes follow to the end of
  /// `attributes`.
  private(set) var firstAttribute = 0

  private let maxAttributes: Int
  private var escape = ScriptEscape.none
  /// For each name, the number of the last tag that has an attribute with it.
  private var stamps: [UInt32] = []
  private var tagNumber: UInt32 = 0
  /// The number of attributes that belong to elements of the tree.
  private var adoptedAttributes = 0

  /// Creates a tokenizer for a page.
  ///
  /// - Parameter maxAttributes: The maximum number of attributes of one tag; others are omitted.
  init(_ bytes: [UInt8], maxAttributes: Int) {
    self.bytes = bytes
    self.maxAttributes = maxAttributes
  }

  /// The number of attributes of the last tag.
  var attributeCount: Int { attributes.count - firstAttribute }

  /// Keeps the attributes of the last tag, which now belong to an element of the tree.
  mutating func adoptAttributes() { adoptedAttributes = attributes.count }

  /// Reads the next token.
  mutating func next() -> Token {
    while position < bytes.count {
      tokenStart = position
      let token: Token? =
        switch model {
        case .data: readData()
        case .rcdata, .rawText: readElementText()
        case .script: readScript()
        case .plaintext: readPlaintext()
        case .cdata: readSection()
        }
      if let token { return token }
    }
    tokenStart = position
    return .end
  }

  // MARK: Text

  private static let dataStops = UnitLoops.StopBytes(0x3C, 0x26, 0, 0x0D)
  private static let scriptStops = UnitLoops.StopBytes(0x3C, 0x2D, 0, 0x0D)
  private static let plainStops = UnitLoops.StopBytes(0, 0x0D, 0, 0x0D)
  private static let sectionStops = UnitLoops.StopBytes(0x5D, 0, 0x0D, 0)

  /// Returns the byte at an offset, or 0 beyond the end.
  @inline(__always) func byte(_ offset: Int) -> UInt8 {
    offset < bytes.count ? bytes[offset] : 0
  }

  /// Returns the offset of the first stop byte at or after an offset, or the end of the page.
  @inline(__always) func endOfRun(_ start: Int, _ stops: UnitLoops.StopBytes) -> Int {
    UnitLoops.endOfRun(in: bytes.span, from: start, before: stops)
  }

  private mutating func take(to end: Int) -> Token {
    piece = TextPiece(start: position, count: end - position)
    position = end
    return .characters
  }

  /// Reads a line end that starts with CR as a line feed; after CR LF, also the text that follows.
  private mutating func takeLineEnd(_ stops: UnitLoops.StopBytes) -> Token {
    position += 1
    if byte(position) == 0x0A { return take(to: endOfRun(position + 1, stops)) }
    piece = TextPiece(start: 0, count: 1, isAside: true)
    return .characters
  }

  private mutating func takeReplacement() -> Token {
    position += 1
    piece = TextPiece(start: 1, count: 3, isAside: true)
    return .characters
  }

  /// Reads a character reference, or the `&` as text.
  private mutating func takeReference() -> Token {
    let start = aside.count
    if readReference(inAttribute: false) {
      piece = TextPiece(start: start, count: aside.count - start, isAside: true)
      return .characters
    }
    return take(to: endOfRun(position + 1, Self.dataStops))
  }

  @inline(__always) private mutating func readData() -> Token? {
    switch bytes[position] {
    case 0x3C: return readMarkup()
    case 0x26: return takeReference()
    case 0x0D: return takeLineEnd(Self.dataStops)
    case 0:
      position += 1
      return .null
    default: return take(to: endOfRun(position + 1, Self.dataStops))
    }
  }

  /// Reads RCDATA or raw text.
  private mutating func readElementText() -> Token? {
    switch bytes[position] {
    case 0x3C:
      if isEndTag(position) { return readTag(isEnd: true) }
      return take(to: endOfRun(position + 1, Self.dataStops))
    case 0x26 where model == .rcdata: return takeReference()
    case 0x0D: return takeLineEnd(Self.dataStops)
    case 0: return takeReplacement()
    default: return take(to: endOfRun(position + 1, Self.dataStops))
    }
  }

  private mutating func readPlaintext() -> Token? {
    switch bytes[position] {
    case 0x0D: takeLineEnd(Self.plainStops)
    case 0: takeReplacement()
    default: take(to: endOfRun(position + 1, Self.plainStops))
    }
  }

  /// Reads a CDATA section.
  private mutating func readSection() -> Token? {
    var end = position
    while true {
      end = endOfRun(end, Self.sectionStops)
      if byte(end) == 0x5D {
        if byte(end + 1) != 0x5D || byte(end + 2) != 0x3E {
          end += 1
          continue
        }
        if end == position {
          position += 3
          model = .data
          return nil
        }
      }
      if end > position { return take(to: end) }
      if bytes[position] == 0x0D { return takeLineEnd(Self.sectionStops) }
      position += 1
      return .null
    }
  }

  /// Reads the text of a script, in which a doubly escaped end tag does not end the script.
  private mutating func readScript() -> Token? {
    var end = position
    while true {
      end = endOfRun(end, Self.scriptStops)
      guard end < bytes.count else { return take(to: end) }
      switch bytes[end] {
      case 0x3C:
        if escape != .doubleEscaped, isEndTag(end) {
          if end > position { return take(to: end) }
          escape = .none
          return readTag(isEnd: true)
        }
        switch escape {
        case .none:
          if byte(end + 1) == 0x21, byte(end + 2) == 0x2D, byte(end + 3) == 0x2D {
            escape = .escaped
            end += 1
          }
        case .escaped: if isScript(end + 1) { escape = .doubleEscaped }
        case .doubleEscaped:
          if byte(end + 1) == 0x2F, isScript(end + 2) { escape = .escaped }
        }
        end += 1
      case 0x2D:
        if escape != .none, byte(end + 1) == 0x2D, byte(end + 2) == 0x3E { escape = .none }
        end += 1
      default:
        if end > position { return take(to: end) }
        return bytes[end] == 0 ? takeReplacement() : takeLineEndOfScript()
      }
    }
  }

  private mutating func takeLineEndOfScript() -> Token {
    position += 1
    if byte(position) == 0x0A { return take(to: position + 1) }
    piece = TextPiece(start: 0, count: 1, isAside: true)
    return .characters
  }

  /// Returns whether `script` and a character that ends a tag name are at an offset.
  private func isScript(_ offset: Int) -> Bool {
    matches("script", at: offset) && Self.endsName(byte(offset + 6))
      && offset + 6 < bytes.count
  }

  /// Returns whether an end tag with the name of the last start tag is at an offset.
  private func isEndTag(_ offset: Int) -> Bool {
    guard byte(offset + 1) == 0x2F else { return false }
    let wanted = names.bytes(of: lastStartTag)
    let end = offset + 2 + wanted.count
    guard !wanted.isEmpty, end < bytes.count, Self.endsName(bytes[end]) else { return false }
    return wanted.indices.allSatisfy { Self.lowered(bytes[offset + 2 + $0]) == wanted[$0] }
  }

  /// Returns whether a lowercase ASCII text is at an offset, ignoring case.
  func matches(_ text: StaticString, at offset: Int) -> Bool {
    guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { text in
      for index in text.indices {
        if unsafe Self.lowered(bytes[offset + index]) != text[index] { return false }
      }
      return true
    }
  }

  // MARK: Markup

  private mutating func readMarkup() -> Token? {
    let next = byte(position + 1)
    if Self.isLetter(next) { return readTag(isEnd: false) }
    switch next {
    case 0x2F:
      let third = byte(position + 2)
      if Self.isLetter(third) { return readTag(isEnd: true) }
      if third == 0x3E {
        position += 3
        return nil
      }
      if position + 2 >= bytes.count { return take(to: bytes.count) }
      return readBogusComment(from: position + 2)
    case 0x21: return readDeclaration()
    case 0x3F: return readBogusComment(from: position + 1)
    default: return take(to: endOfRun(position + 1, Self.dataStops))
    }
  }

  private mutating func readTag(isEnd: Bool) -> Token? {
    position += isEnd ? 2 : 1
    if attributes.count > adoptedAttributes {
      attributes.removeLast(attributes.count - adoptedAttributes)
    }
    firstAttribute = attributes.count
    name = readName(isAttribute: false)
    isSelfClosing = false
    tagNumber &+= 1
    while position < bytes.count {
      switch bytes[position] {
      case 0x3E:
        position += 1
        model = .data
        if isEnd { return .endTag }
        lastStartTag = name
        return .startTag
      case 0x20, 0x0A, 0x09, 0x0C, 0x0D: position += 1
      case 0x2F:
        position += 1
        isSelfClosing = byte(position) == 0x3E
      default: readAttribute()
      }
    }
    return nil
  }

  /// Reads a name up to the character that ends it.
  private mutating func readName(isAttribute: Bool) -> MarkupName {
    let start = position
    var end = position
    var words = NameTable.Words()
    while end < bytes.count {
      let byte = bytes[end]
      if byte >= 0x61 {
        words.append(byte)
      } else {
        if Self.endsName(byte) || (isAttribute && byte == 0x3D && end > start) { break }
        if byte == 0 { words.appendUnknown() }
        words.append(Self.lowered(byte))
      }
      end += 1
    }
    position = end
    if let known = words.knownName { return known }
    return addName(start..<end)
  }

  /// Returns the number of a name that is not a known name.
  private mutating func addName(_ range: Range<Int>) -> MarkupName {
    var lowered: [UInt8] = []
    lowered.reserveCapacity(range.count)
    for index in range {
      let byte = bytes[index]
      if byte == 0 {
        lowered += [0xEF, 0xBF, 0xBD]
      } else {
        lowered.append(Self.lowered(byte))
      }
    }
    return names.name(of: lowered)
  }

  private mutating func readAttribute() {
    let name = readName(isAttribute: true)
    while Self.isSpace(byte(position)) { position += 1 }
    var value = TextPiece(start: position, count: 0)
    if byte(position) == 0x3D {
      position += 1
      while Self.isSpace(byte(position)) { position += 1 }
      switch byte(position) {
      case 0x22: value = readQuoted(0x22, Self.doubleStops)
      case 0x27: value = readQuoted(0x27, Self.singleStops)
      case 0x3E: break
      default: value = readUnquoted()
      }
    }
    let number = Int(name.rawValue)
    if number >= stamps.count {
      stamps += repeatElement(0, count: max(names.count, 2 * number) + 1 - stamps.count)
    }
    // If a name is repeated, the first attribute counts.
    if stamps[number] == tagNumber { return }
    stamps[number] = tagNumber
    guard attributeCount < maxAttributes else {
      droppedAttributes += 1
      return
    }
    attributes.append(
      AttributeRecord(
        name: name, start: UInt32(truncatingIfNeeded: value.start),
        count: UInt32(truncatingIfNeeded: value.count), isAside: value.isAside))
  }

  private static let doubleStops = UnitLoops.StopBytes(0x22, 0x26, 0, 0x0D)
  private static let singleStops = UnitLoops.StopBytes(0x27, 0x26, 0, 0x0D)

  private mutating func readQuoted(_ quote: UInt8, _ stops: UnitLoops.StopBytes) -> TextPiece {
    position += 1
    var run = position
    var end = endOfRun(position, stops)
    if end < bytes.count, bytes[end] == quote {
      let value = TextPiece(start: position, count: end - position)
      position = end + 1
      return value
    }
    let start = aside.count
    while true {
      aside.append(contentsOf: bytes[run..<end])
      position = end
      guard end < bytes.count else { break }
      let byte = bytes[end]
      if byte == quote {
        position += 1
        break
      }
      switch byte {
      case 0x26:
        if !readReference(inAttribute: true) {
          aside.append(0x26)
          position += 1
        }
      case 0x0D:
        aside.append(0x0A)
        position += self.byte(end + 1) == 0x0A ? 2 : 1
      default:
        aside += [0xEF, 0xBF, 0xBD]
        position += 1
      }
      run = position
      end = endOfRun(position, stops)
    }
    return TextPiece(start: start, count: aside.count - start, isAside: true)
  }

  private mutating func readUnquoted() -> TextPiece {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x3E || Self.isSpace(byte) {
        return TextPiece(start: start, count: position - start)
      }
      if byte == 0x26 || byte == 0 { break }
      position += 1
    }
    let asideStart = aside.count
    aside.append(contentsOf: bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x3E || Self.isSpace(byte) { break }
      if byte == 0x26, readReference(inAttribute: true) { continue }
      if byte == 0 { aside += [0xEF, 0xBF, 0xBD] } else { aside.append(byte) }
      position += 1
    }
    return TextPiece(start: asideStart, count: aside.count - asideStart, isAside: true)
  }

  // MARK: Classes of bytes

  @inline(__always) static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always) static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  @inline(__always) static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
  }

  @inline(__always) static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == 0x2F || byte == 0x3E
  }
}

extension Tokenizer {
  /// Sets the last document type.
  mutating func set(doctype: Doctype) { self.doctype = doctype }
}
