internal import IAFormats
internal import IAHiddenData
internal import IAText

extension StandIns {
  /// The text that RTF shows in place of content that it cannot represent.
  static let rtf = StandIns(
    units: { unit, _ in unit != 0x0A && !RTFTextEncoder.isPreserved(unit) ? [0xFFFD] : [] },
    label: { RTFMark.visible($0) }, showsTasks: true,
    shownTags: Set(InlineAttributes.changeTagNames),
    shows: { attachment, seen, _ in
      // The stand-in of an object was compared while the file was read.
      if attachment == seen.attachment { return true }
      guard case .blob(let digest) = attachment.content,
        case .blob(digest) = seen.attachment.content
      else { return false }
      // A picture has no name; an attachment with a name is a file of RTFD, which can be of any
      // kind.
      return attachment.kind == seen.attachment.kind || seen.attachment.name != nil
    })
}

/// Text in the style `IA-mark`, which other programs show but which is not part of the document.
enum RTFMark {
  /// The maximum size in bytes of a mark that is compared; longer text is text of the document.
  private static let maxBytes = 1 << 16
  /// The maximum number of units of a note's label.
  static let maxLabelUnits = 1024

  /// Returns the units that a reader reads for the text of a mark.
  static func visible(_ text: String) -> [UInt16] {
    let units = text.utf16.map { $0 < 0x20 ? 0x20 : $0 }
    return unsafe units.withUnsafeBufferPointer { unsafe RTFTextEncoder.visible($0) } ?? units
  }

  /// Returns the units of a group that has only text in the form of this writer, or `nil` for any
  /// other group.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document.
  ///   - start: The offset after the control word of the style and its space.
  ///   - hasFallback: Whether one fallback character follows each `\u`.
  static func units(
    in bytes: Span<UInt8>, from start: Int, hasFallback: Bool
  ) -> [UInt16]? {
    var units: [UInt16] = []
    let end = min(bytes.count, start + maxBytes)
    var at = start
    while at < end {
      let byte = bytes[at]
      switch byte {
      case 0x7D: return units
      case 0x5C:
        guard let escape = escape(in: bytes, at: at + 1, end, hasFallback) else { return nil }
        units.append(escape.unit)
        at = escape.end
      case 0x0A, 0x0D: at += 1
      case 0x20..<0x7F where byte != 0x7B:
        units.append(UInt16(byte))
        at += 1
      default: return nil
      }
    }
    return nil
  }

  /// Returns the unit of an escape and the offset of its end; `start` is after the backslash.
  private static func escape(
    in bytes: Span<UInt8>, at start: Int, _ end: Int, _ hasFallback: Bool
  ) -> (unit: UInt16, end: Int)? {
    guard start < end else { return nil }
    switch bytes[start] {
    case 0x5C, 0x7B, 0x7D: return (UInt16(bytes[start]), start + 1)
    case 0x7E: return (0xA0, start + 1)
    case 0x2D: return (0xAD, start + 1)
    case 0x5F: return (0x2011, start + 1)
    case 0x6C where bytes.has("line ", at: start): return (0x2028, start + 5)
    case 0x75: break
    default: return nil
    }
    var at = start + 1
    var isNegative = false
    if at < end, bytes[at] == 0x2D {
      isNegative = true
      at += 1
    }
    var number = 0
    let digits = at
    while at < end, at < digits + 5, (0x30...0x39).contains(bytes[at]) {
      number = number * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    // A fallback character for programs without Unicode, or a space if there is none.
    guard at > digits, at < end, bytes[at] == (hasFallback ? 0x3F : 0x20), number <= 0xFFFF
    else { return nil }
    return (UInt16(truncatingIfNeeded: isNegative ? -number : number), at + 1)
  }
}

extension Span<UInt8> {
  /// Returns whether the bytes of a text are at an offset.
  fileprivate func has(_ text: StaticString, at offset: Int) -> Bool {
    guard count - offset >= text.utf8CodeUnitCount else { return false }
    // The text is static, and the indexes are below its count.
    return (0..<text.utf8CodeUnitCount).allSatisfy {
      unsafe self[offset + $0] == text.utf8Start[$0]
    }
  }
}

/// The state of hidden data in the parser, apart from the records.
struct RTFHiddenState {
  /// Whether hidden data is skipped, as in other programs.
  var isIgnored = false
  /// The offset of the text that represents the last object; `nil` before the first one.
  var standInStart: Int?
  /// Whether text in the style of marks was taken as what it repeats.
  var hasMarks = false
  /// Whether an attachment was found in a file beside the document.
  var hasSideFiles = false
  /// The pictures among the objects that were placed as text.
  var pictures: Set<Attachment> = []

  /// Returns a string in which objects without content replace those that the file shows as text
  /// although RTF would show them as pictures.
  func withoutPictures(_ string: IAString, _ store: AttachmentStore) -> IAString {
    let forged = pictures.filter { record in
      guard case .blob(let digest) = record.content, let bytes = store[digest] else {
        return false
      }
      return RTFBodyWriter.pictureWord(record, bytes) != nil
    }
    guard !forged.isEmpty else { return string }
    var string = string
    for placed in string.attachments {
      guard forged.contains(placed.attachment) else { continue }
      var attachment = placed.attachment
      attachment.content = .none
      attachment.preview = nil
      attachment.state = .missing
      string.setAttachment(attachment, at: placed.utf16Offset)
    }
    return string
  }
}

extension RTFParser {
  /// Returns whether the group that starts here is a mark that repeats content of the document: the
  /// stand-in of an object, the box of a task, the label of a note.
  ///
  /// All other text in the style is text of the document, so that a file cannot hide it from this
  /// reader.
  mutating func isMarkHere(_ bytes: Span<UInt8>) -> Bool {
    guard !hidden.isIgnored, groups.current.destination == .text else { return false }
    let at = tokenizer.offset
    if at == hidden.standInStart { return true }
    guard document.stream.isAtParagraphStart, document.stream.marks.task == nil else {
      return false
    }
    let isRaised = bytes.has("\\super ", at: at)
    guard let units = markUnits(from: isRaised ? at + 7 : at, bytes) else { return false }
    // The space after the number of a note.
    if !isRaised, units == [0x20], document.stream.isNote, document.stream.paragraphCount == 0 {
      return true
    }
    if !isRaised {
      // A box comes before a list item; elsewhere no record would store it.
      let isItem =
        groups.current.paragraph.list > 0
        && (!document.tables.isCocoa || document.stream.marks.label != nil)
      guard isItem, units == [0x2610, 0x20] || units == [0x2612, 0x20] else { return false }
      hidden.hasMarks = true
      return true
    }
    guard document.stream.isNote, document.stream.paragraphCount == 0, units.last == 0x20,
      units.count <= RTFMark.maxLabelUnits, let container = document.stream.container
    else { return false }
    let label = String(decoding: units.dropLast(), as: UTF16.self)
    let isEndnote = if case .endnote = container.kind { true } else { false }
    document.stream.container = Block(
      id: container.id, isEndnote ? .endnote(label: label) : .footnote(label: label))
    hidden.hasMarks = true
    return true
  }

  private func markUnits(from start: Int, _ bytes: Span<UInt8>) -> [UInt16]? {
    guard groups.current.fallbackCount <= 1 else { return nil }
    return RTFMark.units(
      in: bytes, from: start, hasFallback: groups.current.fallbackCount == 1)
  }

  /// Places an object of the document record in the text, if the file shows its stand-in after it.
  mutating func placeObject(_ number: Int, _ bytes: Span<UInt8>) {
    guard let documentRecord, documentRecord.records.indices.contains(number) else { return }
    let record = documentRecord.records[number]
    let name = Array("{\\cs\(RTFStyles.mark) ".utf8)
    let at = tokenizer.offset
    guard bytes.count - at >= name.count, name.indices.allSatisfy({ bytes[at + $0] == name[$0] }),
      let units = markUnits(from: at + name.count, bytes),
      units == RTFMark.visible(record.standIn)
    else {
      report.add(.dropped, "refused-hidden-data", "object \(number)", byteOffset: at)
      return
    }
    hidden.standInStart = at + name.count
    if record.kind == .image, case .blob = record.content { hidden.pictures.insert(record) }
    groups.current.destination = .text
    append(record)
  }
}
