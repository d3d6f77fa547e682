internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

extension PageDocument {
  /// The UTF-16 offset of the next text, after the pending line breaks and the pending space.
  var nextTextStart: Int {
    builder.utf16Count + text.pendingBreaks.count + (text.pendingSpace == nil ? 0 : 1)
  }

  /// Reads a text node.
  mutating func read(_ node: HTMLNode, style: Int) {
    guard node.textByteCount > 0 else { return }
    let rules = styles.styles[style].rules
    let whiteSpace = rules.whiteSpace
    text.transform = rules.transform
    let start = nextTextStart
    defer { if !isOwn { noteCode(from: start, style: style) } }
    node.withText { bytes in
      if whiteSpace.collapses {
        readCollapsing(bytes, style: style, keepsLines: whiteSpace.keepsLines)
      } else {
        readPreserved(bytes, style: style)
      }
    }
  }

  /// Records a range of code that browsers show in a smaller size.
  private mutating func noteCode(from start: Int, style: Int) {
    let computed = styles.styles[style]
    guard computed.inline.code || path.last?.kind.isCode ?? false, start < builder.utf16Count,
      computed.hasSmallCode
    else { return }
    places.spaces.noteSmallCode(start..<builder.utf16Count)
  }

  /// Reads text in which white space collapses to one space and is removed at line ends.
  private mutating func readCollapsing(
    _ bytes: Span<UInt8>, style: Int, keepsLines: Bool
  ) {
    var at = 0
    var attributes: IAStringBuilder.Attributes?
    text.units.removeAll(keepingCapacity: true)
    while at < bytes.count {
      let byte = bytes[at]
      if Self.isSpace(byte) {
        var hasLineEnd = false
        while at < bytes.count, Self.isSpace(bytes[at]) {
          hasLineEnd = hasLineEnd || bytes[at] == 0x0A
          at += 1
        }
        if keepsLines, hasLineEnd {
          flush(attributes)
          addLineBreak(style: style)
          continue
        }
        if !text.units.isEmpty {
          // A space after text counts only if more text of the node follows.
          if at < bytes.count {
            text.units.append(0x20)
          } else {
            flush(attributes)
            text.pendingSpace = attributes
          }
        } else if !text.isAtLineStart, text.pendingSpace == nil {
          text.pendingSpace = self.attributes(style)
        }
        continue
      }
      if attributes == nil { attributes = self.attributes(style) }
      if text.units.isEmpty { startContent() }
      at = Self.appendWord(bytes, from: at, to: &text.units)
    }
    flush(attributes)
  }

  /// Reads text in which each space counts; a line feed becomes a line break, in code the end of a
  /// paragraph.
  private mutating func readPreserved(_ bytes: Span<UInt8>, style: Int) {
    let attributes = attributes(style)
    let isCode = path.last?.kind.isCode ?? false
    var at = 0
    while at < bytes.count {
      var end = at
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      if end > at {
        startContent()
        text.units.removeAll(keepingCapacity: true)
        UTF8Decoding.append(bytes.extracting(at..<end), to: &text.units)
        flush(attributes)
      }
      guard end < bytes.count else { return }
      at = end + 1
      if isCode {
        endParagraph(isForced: true)
        text.needsLine = isOwn
      } else {
        addLineBreak(style: style)
      }
    }
  }

  /// Adds units as content, without white space processing.
  mutating func add(units: [UInt16], style: Int) {
    startContent()
    let attributes = attributes(style)
    builder.append(units: units, attributes: attributes)
  }

  mutating func add(_ attachment: Attachment, style: Int) {
    startContent()
    let attributes = attributes(style)
    if attachment.placement != nil {
      places.floats.addPicture(at: builder.utf16Count, below: styles.styles[style].flow.clears)
    }
    builder.append(attachment, attributes: attributes)
  }

  /// Adds a line break, which is dropped at the end of a paragraph.
  mutating func addLineBreak(style: Int) {
    let attributes = attributes(style)
    text.pendingSpace = nil
    text.pendingBreaks.append(attributes)
    text.isAtLineStart = true
  }

  /// Adds a pending space between text and an element outside of the normal flow, unless there is
  /// one.
  mutating func addGap(style: Int) {
    if !text.isAtLineStart, text.pendingSpace == nil { text.pendingSpace = attributes(style) }
  }

  /// Appends the pending line breaks and the pending space.
  mutating func settleSpace() {
    if text.pendingBreaks.isEmpty, text.pendingSpace == nil { return }
    for attributes in text.pendingBreaks { builder.append(unit: 0x2028, attributes: attributes) }
    text.pendingBreaks.removeAll(keepingCapacity: true)
    if let attributes = text.pendingSpace {
      builder.append(unit: 0x20, attributes: attributes)
      text.pendingSpace = nil
    }
  }

  /// Adds the floating pictures that were kept for this paragraph.
  mutating func addHeld() {
    let held = heldPictures
    heldPictures = []
    for picture in held { add(picture.attachment, style: picture.style) }
  }

  private mutating func startContent() {
    if !heldPictures.isEmpty { addHeld() }
    if let held = text.heldBlank {
      builder.append(units: held.units, attributes: held.attributes)
      text.heldBlank = nil
    }
    settleSpace()
    text.hasContent = true
    text.isAtLineStart = false
  }

  private mutating func flush(_ attributes: IAStringBuilder.Attributes?) {
    guard let attributes, !text.units.isEmpty else { return }
    if text.dropsBlank, !dropBlank() { return }
    if !isOwn, builder.utf16Count == paragraphStart, text.units[0] == 0xA0,
      text.units.allSatisfy({ $0 == 0xA0 })
    {
      // Many programs write a no-break space to keep an empty line; it is not text.
      text.heldBlank = (text.units, attributes)
      return text.units.removeAll(keepingCapacity: true)
    }
    if text.transform != .none {
      let previous = builder.utf16Count > paragraphStart ? builder.lastUnit : nil
      text.transform.apply(to: &text.units, after: previous ?? 0x20)
    }
    builder.append(units: text.units, attributes: attributes)
    text.units.removeAll(keepingCapacity: true)
  }

  /// Removes spaces and no-break spaces from the start of the text, and returns whether text
  /// remains.
  private mutating func dropBlank() -> Bool {
    text.units.removeFirst(text.units.prefix { $0 == 0xA0 || $0 == 0x20 }.count)
    text.dropsBlank = text.units.isEmpty
    text.hasContent = !text.units.isEmpty
    text.isAtLineStart = text.units.isEmpty
    return !text.units.isEmpty
  }

  private mutating func attributes(_ style: Int) -> IAStringBuilder.Attributes {
    text.attributes(style, styles, builder)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  /// Appends text up to the next run of white space other than a single space.
  ///
  /// - Parameter bytes: Well-formed UTF-8.
  /// - Returns: The index of the first byte that was not appended.
  private static func appendWord(
    _ bytes: Span<UInt8>, from start: Int, to units: inout [UInt16]
  ) -> Int {
    var at = start
    units.append(addingCapacity: bytes.count - start) { output in
      while at < bytes.count {
        let byte = bytes[at]
        if byte > 0x20, byte < 0x80 {
          output.append(UInt16(byte))
          at += 1
        } else if byte == 0x20, at + 1 < bytes.count, bytes[at + 1] > 0x20 {
          output.append(0x20)
          at += 1
        } else if byte < 0x80 {
          if isSpace(byte) { return }
          output.append(UInt16(byte))
          at += 1
        } else if byte < 0xE0, at + 1 < bytes.count {
          output.append(UInt16(byte & 0x1F) << 6 | UInt16(bytes[at + 1] & 0x3F))
          at += 2
        } else if byte < 0xF0, at + 2 < bytes.count {
          let high = UInt16(byte & 0x0F) << 12 | UInt16(bytes[at + 1] & 0x3F) << 6
          output.append(high | UInt16(bytes[at + 2] & 0x3F))
          at += 3
        } else if at + 3 < bytes.count {
          let high = UInt32(byte & 0x07) << 18 | UInt32(bytes[at + 1] & 0x3F) << 12
          let low = UInt32(bytes[at + 2] & 0x3F) << 6 | UInt32(bytes[at + 3] & 0x3F)
          let scalar = (high | low) &- 0x10000
          output.append(UInt16(truncatingIfNeeded: 0xD800 | scalar >> 10 & 0x3FF))
          output.append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
          at += 4
        } else {
          output.append(0xFFFD)
          at += 1
        }
      }
    }
    return at
  }
}

extension Block.Kind {
  /// Whether this is a code block.
  var isCode: Bool { if case .codeBlock = self { true } else { false } }
}
