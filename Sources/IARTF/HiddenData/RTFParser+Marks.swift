internal import IAFormats
internal import IAHiddenData
internal import IAText

extension RTFParser {
  /// Returns whether the group that starts here is a mark that repeats content of the document: the stand-in of an
  /// object, the box of a task, or the label of a note.
  ///
  /// All other text in the mark style is text of the document, so that a file cannot hide text from this reader.
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

  /// Whether the style sheet defines the mark style.
  private var hasMarkStyle: Bool {
    let styles = document.tables.styles
    let style = styles[styles.characterStyle(Int32(RTFStyles.mark))]
    return if case .mark = style?.role { true } else { false }
  }

  /// Places an object of the document record in the text if its stand-in follows in the file; otherwise reports that it
  /// is refused.
  mutating func placeObject(_ number: Int, _ bytes: Span<UInt8>) {
    guard let documentRecord, documentRecord.records.indices.contains(number) else { return }
    let record = documentRecord.records[number]
    let name = Array("{\\cs\(RTFStyles.mark) ".utf8)
    let at = tokenizer.offset
    // In a file without the style of marks, the stand-in would be text beside the object.
    guard hasMarkStyle, bytes.count - at >= name.count,
      name.indices.allSatisfy({ bytes[at + $0] == name[$0] }),
      let units = markUnits(from: at + name.count, bytes),
      units == RTFMark.visible(record.standIn)
    else {
      report.add(.dropped, .refusedHiddenData, "object \(number)", byteOffset: at)
      return
    }
    hidden.standInStart = at + name.count
    if record.kind == .image, case .blob = record.content { hidden.pictures.insert(record) }
    groups.current.destination = .text
    append(record)
  }
}
