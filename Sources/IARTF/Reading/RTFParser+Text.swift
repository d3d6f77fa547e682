internal import IABytes
internal import IAFormats
internal import IAText
internal import IAUnicode

extension RTFParser {
  // MARK: Bytes

  /// Reads printable ASCII bytes.
  @inline(__always)
  mutating func text(_ range: Range<Int>, _ bytes: Span<UInt8>) {
    groups.current.isFresh = false
    if !decoder.isIdle || !isPlainText { return slowText(range, bytes) }
    appendASCII(bytes.extracting(range))
  }

  /// Whether ASCII bytes are text of the document without conversion.
  @inline(__always)
  private var isPlainText: Bool {
    groups.current.destination == .text && destinations.html == nil && !groups.current.isMark
      && groups.current.charset != document.tables.charsets.symbol
  }

  @inline(__always)
  private mutating func appendASCII(_ bytes: Span<UInt8>) {
    if document.stream.script != .ordinary { return appendAfterOtherScript(bytes) }
    appendOrdinary(bytes)
  }

  /// Appends ASCII bytes after text in another script.
  ///
  /// Spaces at their start have the formatting of that text.
  private mutating func appendAfterOtherScript(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count, document.stream.script != .ordinary {
      putText(UInt16(bytes[index]))
      index += 1
    }
    if index < bytes.count { appendOrdinary(bytes.extracting(index...)) }
  }

  @inline(__always)
  private mutating func appendOrdinary(_ bytes: Span<UInt8>) {
    let attributes = document.attributes(in: &groups.current)
    groups.noteText()
    // The builder copies the buffer and does not keep a pointer to it.
    unsafe bytes.withUnsafeBufferPointer {
      unsafe document.stream.text.append(latin1: $0, attributes: attributes)
    }
  }

  private mutating func slowText(_ range: Range<Int>, _ bytes: Span<UInt8>) {
    switch groups.current.destination {
    case .skip, .structure: return
    case .picture: return destinations.picture.data.append(bytes.extracting(range))
    case .objectData: return destinations.object.append(bytes.extracting(range))
    default: break
    }
    var range = range
    while !range.isEmpty, decoder.skipsCharacter() { range = range.dropFirst() }
    while decoder.hasPendingBytes, !range.isEmpty {
      byte(bytes[range.lowerBound])
      range = range.dropFirst()
    }
    guard !range.isEmpty else { return }
    if isPlainText {
      flushSurrogate()
      return appendASCII(bytes.extracting(range))
    }
    if groups.current.destination == .capture, !decoder.hasHighSurrogate,
      groups.current.charset != document.tables.charsets.symbol
    {
      return destinations.capture.append(ascii: bytes.extracting(range))
    }
    for index in range { byte(bytes[index]) }
  }

  /// Reads a byte of the current character set.
  mutating func byte(_ byte: UInt8) {
    groups.current.isFresh = false
    if decoder.skipsCharacter() { return }
    switch groups.current.destination {
    case .skip, .structure, .picture, .objectData: return
    default: break
    }
    let charset = groups.current.charset
    if !decoder.hasPendingBytes {
      if charset == document.tables.charsets.symbol {
        return insertSymbol(
          byte, of: document.tables.fonts.symbols(of: groups.current.character.font))
      }
      let unit = document.tables.charsets[charset].units[Int(byte)]
      if unit != 0xFFFD { return self.unit(unit) }
      decoder.start(document.tables.charsets[charset].charset, charset)
    } else if decoder.hasPendingBytes(forOtherThan: charset) {
      flushBytes()
      return self.byte(byte)
    }
    for unit in decoder.units(completedBy: byte) { appendDecoded(unit) }
  }

  /// Reads a raw byte.
  ///
  /// After the first byte of a double-byte character, also reads a second byte that has the value of a brace or a
  /// backslash.
  @inline(__always)
  mutating func rawByte(_ bytes: Span<UInt8>) {
    byte(tokenizer.takeByte(bytes))
    if decoder.hasPendingBytes { rawSecondByte(bytes) }
  }

  private mutating func rawSecondByte(_ bytes: Span<UInt8>) {
    guard tokenizer.offset < bytes.count else { return }
    let next = bytes[tokenizer.offset]
    guard next == 0x5C || next == 0x7B || next == 0x7D, decoder.isCompleted(by: next) else {
      return
    }
    byte(tokenizer.takeByte(bytes))
  }

  /// Inserts the character for a byte of a symbol font.
  mutating func insertSymbol(_ byte: UInt8, of font: SymbolFont) {
    let scalar = font.scalar(byte)
    if scalar >= 0xF021, scalar <= 0xF0FF, groups.current.destination == .text {
      let name = document.tables.fonts[groups.current.character.font]?.name ?? ""
      report.add(.approximated, .symbolFont, name, byteOffset: tokenizer.offset)
    }
    guard scalar > 0xFFFF else { return unit(UInt16(scalar)) }
    unit(0xD800 + UInt16((scalar - 0x10000) >> 10))
    unit(0xDC00 + UInt16((scalar - 0x10000) & 0x3FF))
  }

  private mutating func appendDecoded(_ unit: UInt16) {
    if unit == 0xFFFD { report.add(.repaired, .badByte, byteOffset: tokenizer.offset) }
    self.unit(unit)
  }

  /// Ends a character whose remaining bytes are missing.
  mutating func flushBytes() {
    for unit in decoder.unitsOfIncomplete() { appendDecoded(unit) }
  }

  /// Ends the pending text before a structure that is not text.
  mutating func flushText() {
    if decoder.hasPendingBytes { flushBytes() }
    flushSurrogate()
  }

  // MARK: Units

  /// Reads a UTF-16 unit.
  mutating func unit(_ unit: UInt16) {
    if decoder.skipsCharacter() { return }
    if decoder.hasPendingBytes { flushBytes() }
    switch decoder.join(unit) {
    case .unit(let unit): put(unit)
    case .pair(let high, let low):
      put(high)
      put(low)
    case .pending: break
    case .lone: replaceSurrogate()
    case .loneBefore:
      replaceSurrogate()
      self.unit(unit)
    }
  }

  /// Ends a pair whose low surrogate is missing.
  mutating func flushSurrogate() {
    if decoder.dropHighSurrogate() { replaceSurrogate() }
  }

  private mutating func replaceSurrogate() {
    report.add(.repaired, .loneSurrogate, byteOffset: tokenizer.offset)
    put(0xFFFD)
  }

  /// Passes a unit to the destination of its group.
  private mutating func put(_ unit: UInt16) {
    switch groups.current.destination {
    case .text: putText(unit)
    case .html:
      groups.noteText()
      destinations.html?.append(unit, isTag: true)
    case .capture: destinations.capture.append(unit)
    case .fonts:
      if unit == 0x3B { endFont() } else { captureName(unit) }
    case .styles: captureName(unit)
    case .colors: if unit == 0x3B { endColor() }
    case .expandedColors:
      if unit == 0x3B {
        document.tables.colors.endExpandedEntry(limit: limits.tableEntries)
      }
    case .skip, .structure, .picture, .objectData: break
    }
  }

  @inline(__always)
  private mutating func putText(_ unit: UInt16) {
    destinations.html?.append(unit, isTag: false)
    if groups.current.isMark { return noteMark(unit) }
    guard let unit = Self.textUnit(unit) else { return }
    let attributes = document.attributes(of: unit, in: &groups.current)
    groups.noteText()
    document.stream.text.append(unit: unit, attributes: attributes)
  }

  /// Returns the unit as text: control characters become line breaks or `nil`, which means that
  /// they are ignored.
  @inline(__always)
  private static func textUnit(_ unit: UInt16) -> UInt16? {
    if unit >= 0x20 || unit == 0x09 { return unit }
    return (0x0A...0x0D).contains(unit) ? 0x2028 : nil
  }

  private mutating func captureName(_ unit: UInt16) {
    destinations.capture.append(unit, toNameFrom: groups.current.captureStart)
  }

  /// Records the state of a task from the box before an item.
  private mutating func noteMark(_ unit: UInt16) {
    if unit == 0x2610 { document.stream.marks.task = .open }
    if unit == 0x2612 { document.stream.marks.task = .done }
  }

  // MARK: Symbols

  /// Inserts the character that a control word represents.
  mutating func insert(
    _ word: RTFWord.Symbol, _ value: Int32?, _ start: Int, _ bytes: Span<UInt8>
  ) {
    switch word {
    case .u: insertUnicode(value ?? 0, start)
    case .uc: groups.current.fallbackCount = max(value ?? 1, 0)
    case .bin: takeBinary(Int(value ?? 0), start, bytes)
    case .tab: unit(0x09)
    case .line, .lbr: unit(0x2028)
    case .lquote: unit(0x2018)
    case .rquote: unit(0x2019)
    case .ldblquote: unit(0x201C)
    case .rdblquote: unit(0x201D)
    case .bullet: unit(0x2022)
    case .emdash: unit(0x2014)
    case .endash: unit(0x2013)
    case .enspace: unit(0x2002)
    case .emspace: unit(0x2003)
    case .qmspace: unit(0x2005)
    case .zwj: unit(0x200D)
    case .zwnj: unit(0x200C)
    case .zwbo: unit(0x200B)
    case .zwnbo: unit(0x2060)
    case .ltrmark: unit(0x200E)
    case .rtlmark: unit(0x200F)
    case .chftn: insertNoteNumber(bytes)
    case .chpgn: insert(.page)
    case .chatn: break
    }
  }

  /// Inserts the character of `\u`: a unit as a signed number, or a code point above U+FFFF.
  private mutating func insertUnicode(_ value: Int32, _ start: Int) {
    decoder.fallback = 0
    switch value {
    case -32768...65535:
      let found = UInt16(truncatingIfNeeded: value)
      // Word writes the characters of symbol fonts in this way.
      if groups.current.charset == document.tables.charsets.symbol, 0xF020...0xF0FF ~= found,
        groups.current.destination == .text
      {
        byte(UInt8(found & 0xFF))
      } else {
        unit(found)
      }
    case 65536...0x10FFFF:
      let offset = UInt32(value) - 0x10000
      unit(0xD800 + UInt16(offset >> 10))
      unit(0xDC00 + UInt16(offset & 0x3FF))
    default:
      report.add(.repaired, .unicodeNumber, "\(value)", byteOffset: start)
      unit(0xFFFD)
    }
    decoder.fallback = groups.current.fallbackCount
  }

  /// Reads the data of `\bin`, which is not RTF, for pictures and objects.
  private mutating func takeBinary(_ count: Int, _ start: Int, _ bytes: Span<UInt8>) {
    let rest = bytes.count - tokenizer.offset
    if count < 0 || count > rest {
      report.add(.repaired, .binLength, "\(count) of \(rest)", byteOffset: start)
    }
    let data = bytes.extracting(tokenizer.takeBinary(count, bytes))
    let isFallback = decoder.skipsCharacter()
    if groups.current.destination == .picture, !isFallback {
      destinations.picture.data.append(raw: data)
    } else if groups.current.destination == .objectData {
      destinations.object.append(raw: data)
    }
  }

  private mutating func insertNoteNumber(_ bytes: Span<UInt8>) {
    guard groups.current.destination == .text, document.stream.container == nil,
      !groups.current.isMark
    else { return }
    insertReference(
      destinations.notes.beginReference(
        isEndnote: tokenizer.isEndnoteNext(in: bytes), isOwn: document.tables.isOwn))
  }

  /// Inserts the number of a note.
  mutating func insertReference(_ label: String) {
    guard groups.current.destination == .text else { return }
    let (character, format) = (groups.current.character, groups.current.format)
    groups.current.character.tag = document.tables.addTag(RTFRunStyle.noteTag, label)
    groups.current.format = .none
    for unit in label.utf16 { self.unit(unit) }
    groups.current.character = character
    groups.current.format = format
  }

  /// Inserts a field without a result, as the number 1.
  mutating func insert(_ field: PageField) {
    guard groups.current.destination == .text else { return }
    let (flags, format) = (groups.current.character.flags, groups.current.format)
    groups.current.character.flags.insert(field == .page ? .page : .pages)
    groups.current.format = .none
    unit(UInt16(UInt8(ascii: "1")))
    groups.current.character.flags = flags
    groups.current.format = format
  }

  /// Inserts an attachment at the current position.
  mutating func append(_ attachment: Attachment) {
    guard groups.current.destination == .text || groups.current.destination == .picture,
      !groups.current.isMark
    else { return }
    flushText()
    let attributes = document.attributes(in: &groups.current)
    document.stream.text.append(attachment, attributes: attributes)
  }
}
