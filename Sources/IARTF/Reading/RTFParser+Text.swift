internal import IAFormats
internal import IAText
internal import IAUnicode

extension RTFParser {
  // MARK: Bytes

  /// Takes printable ASCII bytes.
  @inline(__always)
  mutating func text(_ range: Range<Int>) {
    state.isFresh = false
    if fallback > 0 || waiting || highSurrogate != 0 || state.destination != .text
      || state.charset == symbolCharset || html != nil || state.isMark
    {
      return slowText(range)
    }
    appendASCII(range)
  }

  @inline(__always)
  private mutating func appendASCII(_ range: Range<Int>) {
    let attributes = currentAttributes()
    spokenDepth = groups.count
    stream.builder.append(
      latin1: bytes[range], attributes: attributes)
  }

  private mutating func slowText(_ range: Range<Int>) {
    switch state.destination {
    case .skip, .structure: return
    case .picture: return picture.data.append(bytes[range])
    case .objectData: return objectBytes.append(bytes[range])
    default: break
    }
    var range = range
    while fallback > 0, !range.isEmpty {
      fallback -= 1
      range = range.dropFirst()
    }
    while waiting, !range.isEmpty {
      byte(bytes[range.lowerBound])
      range = range.dropFirst()
    }
    guard !range.isEmpty else { return }
    if state.destination == .text, state.charset != symbolCharset, html == nil, !state.isMark {
      if highSurrogate != 0 { flushSurrogate() }
      return appendASCII(range)
    }
    if state.destination == .capture, state.charset != symbolCharset, highSurrogate == 0 {
      return capture(range)
    }
    for index in range { byte(bytes[index]) }
  }

  /// Collects printable ASCII bytes.
  private mutating func capture(_ range: Range<Int>) {
    let room = max(Self.mostCaptured - captured.count, 0)
    captured.append(contentsOf: bytes[range].prefix(room).lazy.map { UInt16($0) })
  }

  /// Takes a byte of the character set.
  mutating func byte(_ byte: UInt8) {
    state.isFresh = false
    if fallback > 0 {
      fallback -= 1
      return
    }
    switch state.destination {
    case .skip, .structure, .picture, .objectData: return
    default: break
    }
    if !waiting {
      let unit = charsets[Int(state.charset)].units[Int(byte)]
      if state.charset == symbolCharset { return self.unit(symbolUnit(byte)) }
      if unit != 0xFFFD { return self.unit(unit) }
      byteStreamCharset = state.charset
      byteStream = CharsetStream(charsets[Int(state.charset)].charset)
    } else if byteStreamCharset != state.charset {
      flushBytes()
      return self.byte(byte)
    }
    scratch.removeAll(keepingCapacity: true)
    byteStream.append(byte, to: &scratch)
    waiting = byteStream.isWaiting
    let units = scratch
    for unit in units { appendDecoded(unit) }
  }

  private mutating func appendDecoded(_ unit: UInt16) {
    if unit == 0xFFFD { report.add(.repaired, "bad-byte", byteOffset: at) }
    self.unit(unit)
  }

  /// Gives up on the bytes that wait.
  mutating func flushBytes() {
    waiting = false
    scratch.removeAll(keepingCapacity: true)
    byteStream.finish(into: &scratch)
    let units = scratch
    for unit in units { appendDecoded(unit) }
  }

  /// Whether the other byte of a character is still to come, behind braces and words that set looks.
  ///
  /// Some writers start a group between the two.
  func isSecondByteNext(from start: Int) -> Bool {
    var index = start
    let end = min(start + 128, bytes.count - 1)
    while index < end {
      switch bytes[index] {
      case 0x7B, 0x7D, 0x0A, 0x0D: index += 1
      case 0x5C:
        if bytes[index + 1] == UInt8(ascii: "'") { return true }
        let name = bytes.name(from: index + 1, to: end)
        guard case .character? = RTFWordTable.standard.word(name.hash) else { return false }
        index = bytes.number(from: name.end, to: end)?.end ?? name.end
        if index < end, bytes[index] == 0x20 { index += 1 }
      default: return false
      }
    }
    return false
  }

  /// What a byte shows in the font of symbols that is set.
  private func symbolUnit(_ byte: UInt8) -> UInt16 {
    RTFSymbols.unit(byte, isWingdings: isWingdings)
  }

  private var isWingdings: Bool {
    let font = Int(state.character.font)
    guard fonts.indices.contains(font), let name = fonts[font].name else { return false }
    return name.lowercased().hasPrefix("wingdings") || name.lowercased().hasPrefix("webdings")
  }

  // MARK: Units

  /// Takes a UTF-16 unit.
  mutating func unit(_ unit: UInt16) {
    if fallback > 0 {
      fallback -= 1
      return
    }
    if waiting { flushBytes() }
    if highSurrogate != 0 { return pair(unit) }
    if unit & 0xF800 == 0xD800 {
      if unit < 0xDC00 {
        highSurrogate = unit
      } else {
        replaceSurrogate()
      }
      return
    }
    put(unit)
  }

  private mutating func pair(_ unit: UInt16) {
    let high = highSurrogate
    if unit & 0xFC00 == 0xDC00 {
      highSurrogate = 0
      put(high)
      put(unit)
    } else {
      flushSurrogate()
      self.unit(unit)
    }
  }

  /// Gives up on a high surrogate that waits.
  mutating func flushSurrogate() {
    guard highSurrogate != 0 else { return }
    highSurrogate = 0
    replaceSurrogate()
  }

  private mutating func replaceSurrogate() {
    report.add(.repaired, "lone-surrogate", byteOffset: at)
    put(0xFFFD)
  }

  /// Puts a unit where text goes.
  private mutating func put(_ unit: UInt16) {
    switch state.destination {
    case .text:
      if html != nil { putHTML(unit, isTag: false) }
      if state.isMark { return noteMark(unit) }
      guard let unit = Self.textUnit(unit) else { return }
      let attributes = currentAttributes()
      spokenDepth = groups.count
      stream.builder.append(unit: unit, attributes: attributes)
    case .html:
      spokenDepth = groups.count
      putHTML(unit, isTag: true)
    case .capture: if captured.count < Self.mostCaptured { captured.append(unit) }
    case .fonts:
      if unit == 0x3B { endFont() } else { captureName(unit) }
    case .styles: captureName(unit)
    case .colors: if unit == 0x3B { endColor() }
    case .expandedColors: if unit == 0x3B { endExpandedColor() }
    case .skip, .structure, .picture, .objectData: break
    }
  }

  /// What a unit is in text: control characters end lines at most.
  @inline(__always)
  private static func textUnit(_ unit: UInt16) -> UInt16? {
    if unit >= 0x20 || unit == 0x09 { return unit }
    return (0x0A...0x0D).contains(unit) ? 0x2028 : nil
  }

  /// How much text of one definition is kept.
  private static let mostCaptured = 1 << 20
  /// How long a name is at most.
  private static let mostName = 255

  private mutating func captureName(_ unit: UInt16) {
    if captured.count - state.captureStart < Self.mostName { captured.append(unit) }
  }

  /// The text collected since a group began, taken out of the buffer.
  mutating func takeCaptured(since start: Int) -> [UInt16] {
    let taken = Array(captured[min(start, captured.count)...])
    captured.removeLast(taken.count)
    return taken
  }

  /// A box in front of an item says whether the task is done.
  private mutating func noteMark(_ unit: UInt16) {
    if unit == 0x2610 { stream.task = .open }
    if unit == 0x2612 { stream.task = .done }
  }

  private mutating func putHTML(_ unit: UInt16, isTag: Bool) { html?.append(unit, isTag: isTag) }

  // MARK: Attributes

  /// The attributes of text here.
  @inline(__always)
  mutating func currentAttributes() -> IAStringBuilder.Attributes {
    if state.look < 0 { state.look = looks.index(of: state.character) }
    let look = state.look
    if let known = stream.known(look) { return known }
    return stream.add(look, attributes(of: looks.entries[Int(look)]))
  }

  /// Puts an attachment in the text.
  mutating func append(_ attachment: Attachment) {
    guard state.destination == .text || state.destination == .picture, !state.isMark else { return }
    if waiting { flushBytes() }
    flushSurrogate()
    let attributes = currentAttributes()
    stream.builder.append(attachment, attributes: attributes)
  }

  /// What a look is to the model.
  private func attributes(of look: RTFCharacter) -> InlineAttributes {
    var result = InlineAttributes()
    var base = RTFCharacter.unsaid
    if look.base >= 0, styles.indices.contains(Int(look.base)) {
      base = styles[Int(look.base)].hiddenCharacter
    }
    let flags = look.flags.subtracting(base.flags)
    result.bold = flags.contains(.bold)
    result.italic = flags.contains(.italic)
    result.hidden = flags.contains(.hidden)
    result.code = flags.contains(.code)
    if flags.contains(.capitals) { result.capitals = .all }
    if flags.contains(.smallCapitals) { result.capitals = .small }
    if flags.contains(.rightToLeft) { result.direction = .rightToLeft }
    if look.underline > 0, look.underline != base.underline {
      let all = InlineAttributes.Underline.Style.allCases
      result.underline = .init(
        all[min(Int(look.underline) - 1, all.count - 1)], color: color(look.underlineColor))
    }
    if look.strike > 0 { result.strikethrough = look.strike == 2 ? .double : .single }
    if look.script > 0 { result.script = look.script == 1 ? .superscript : .subscript }
    if look.baseline != 0 { result.baselineOffset = Double(look.baseline) / 2 }
    if look.halfPoints != self.base.halfPoints, look.halfPoints != base.halfPoints,
      look.halfPoints > 0
    {
      result.fontSize = Double(look.halfPoints) / 2
    }
    let font = look.font
    if font >= 0, font != base.font, !isBaseFont(font), !look.flags.contains(.code) {
      result.fontFamily = fonts.indices.contains(Int(font)) ? fonts[Int(font)].name : nil
    }
    if look.foreground != base.foreground { result.foreground = color(look.foreground) }
    result.background = color(look.highlight) ?? color(look.background)
    if look.spacing != 0 { result.letterSpacing = Double(look.spacing) / 20 }
    if look.language != 0 { result.language = RTFLanguage.tag(of: Int(look.language)) }
    if look.link > 0 {
      result.link = links[Int(look.link) - 1]
      hideLinkStyle(of: look, in: &result)
    }
    if look.note > 0 { result[tag: "footnote"] = noteLabels[Int(look.note) - 1] }
    return result
  }

  /// Takes away what the style of links makes a link look like: every link does.
  private func hideLinkStyle(of look: RTFCharacter, in result: inout InlineAttributes) {
    guard look.linkStyle >= 0, styles.indices.contains(Int(look.linkStyle)) else { return }
    let style = styles[Int(look.linkStyle)].character
    if look.underline == style.underline, look.underlineColor == style.underlineColor {
      result.underline = nil
    }
    if look.foreground == style.foreground { result.foreground = nil }
  }

  /// The colour of an index; nil for the default.
  func color(_ index: Int32) -> Color? { colors.color(index) }
}
