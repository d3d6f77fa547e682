public import IAFormats
public import IAText

/// Writes plain text: the characters, sticker tokens, and in the profile `marked` intensities.
///
/// `Specs/text-backed.md` describes the format. Literal text is escaped only where a reader with
/// the packs of the options would make a sticker (or a mark) of it.
public struct PlainTextWriter: DocumentWriter {
  /// Makes a writer.
  public init() {}

  /// Plain text.
  public var descriptor: FormatDescriptor { .plainText }

  /// Writes text and lists all that text cannot hold.
  ///
  /// - Complexity: O(*n*) for given packs. Without packs and marks, memory does not grow with the
  ///   text beyond the document itself.
  public func write(
    _ document: IADocument, to sink: inout any DocumentSink,
    options: WriteOptions = WriteOptions()
  ) throws -> ConversionReport {
    let usesMarks =
      try descriptor.profile(named: options.profile) == FormatDescriptor.markedProfile
    let index = StickerIndex(options.stickerPacks)
    var report = ConversionReport()
    LossList(kept: usesMarks ? ["intensity"] : []).list(document, in: &report)
    let texts = AttachmentText.all(in: document, index: index, report: &report)
    listUnits(document.string, in: &report)
    if index.isEmpty, !usesMarks {
      try writeVerbatim(document.string, texts, to: &sink)
    } else {
      let reversed = reverse(
        document.string, texts, index: index, usesMarks: usesMarks, report: &report)
      try writeReversed(reversed, to: &sink)
    }
    return report
  }

  /// How many units of a document are looked at in one go.
  private static let pieceSize = 1 << 16
  private static let byteOrderMark: UInt16 = 0xFEFF

  /// Notes units that do not come back as they are: lone surrogates and line ends of other kinds.
  private func listUnits(_ string: IAString, in report: inout ConversionReport) {
    var isPaired = false
    for start in stride(from: 0, to: string.utf16Count, by: Self.pieceSize) {
      let end = min(start + Self.pieceSize, string.utf16Count)
      let units = string.units(in: start..<end)
      var offset = -1
      while let found = Self.firstSpecial(in: units, from: offset + 1) {
        offset = found
        let unit = units[offset]
        let place = start + offset..<start + offset + 1
        if unit == 0x0D || unit == 0x2029 {
          report.add(.approximated, "line-end", utf16Range: place)
        } else if UTF16.isLeadSurrogate(unit) {
          let next = place.upperBound < end ? units[offset + 1] : nil
          let trail =
            next ?? (place.upperBound < string.utf16Count ? string.unit(at: place.upperBound) : 0)
          isPaired = UTF16.isTrailSurrogate(trail)
          if !isPaired { report.add(.approximated, "lone-surrogate", utf16Range: place) }
        } else if UTF16.isTrailSurrogate(unit) {
          if !isPaired { report.add(.approximated, "lone-surrogate", utf16Range: place) }
          isPaired = false
        }
      }
    }
  }

  /// The first U+000D, U+2029 or surrogate from an index on; nil where there is none.
  private static func firstSpecial(in units: [UInt16], from start: Int) -> Int? {
    units.withUnsafeBufferPointer { units in
      guard let base = units.baseAddress else { return nil }
      let bytes = UnsafeRawPointer(base)
      let ones: UInt64 = 0x0001_0001_0001_0001
      let tops = ones << 15
      var at = start
      while at < units.count {
        if at + 8 <= units.count {
          // Eight units, all below U+2029 and none U+000D: no lane carries into the next.
          let first = bytes.loadUnaligned(fromByteOffset: at * 2, as: UInt64.self)
          let second = bytes.loadUnaligned(fromByteOffset: at * 2 + 8, as: UInt64.self)
          let distance = (0x8000 - 0x2029) &* ones
          let sums = ((first & ~tops) &+ distance) | ((second & ~tops) &+ distance)
          let isOther =
            (((first ^ 0x0D &* ones) | tops) &- ones) & (((second ^ 0x0D &* ones) | tops) &- ones)
          if (sums | first | second) & tops == 0, isOther & tops == tops {
            at += 8
            continue
          }
        }
        let unit = units[at]
        if unit == 0x0D || (unit >= 0x2029 && unit < 0xE000 && (unit == 0x2029 || unit >= 0xD800)) {
          return at
        }
        at += 1
      }
      return nil
    }
  }

  private func writeVerbatim(
    _ string: IAString, _ texts: [AttachmentText], to sink: inout any DocumentSink
  ) throws {
    var output = UTF8Output()
    var texts = texts[...]
    // A reader takes the first U+FEFF for a byte order mark.
    if string.utf16Count > 0, string.unit(at: 0) == Self.byteOrderMark {
      output.append(Self.byteOrderMark)
    }
    var start = 0
    while start < string.utf16Count {
      let next = texts.first?.utf16Offset ?? string.utf16Count
      let end = min(next, start + Self.pieceSize, string.utf16Count)
      output.append(string.units(in: start..<end))
      start = end
      if end == next, let text = texts.popFirst() {
        output.append(text.units)
        start += 1
      }
      try output.flush(to: &sink)
    }
    try output.finish(to: &sink)
  }

  private func reverse(
    _ string: IAString, _ texts: [AttachmentText], index: StickerIndex, usesMarks: Bool,
    report: inout ConversionReport
  ) -> ReversedText {
    var reversed = ReversedText(
      index: index, usesMarks: usesMarks, capacity: string.utf16Count + string.utf16Count / 8)
    var marks = usesMarks ? MarkPlaces(string, report: &report) : nil
    var texts = texts[...]
    var swallowed: [Int] = []
    var end = string.utf16Count
    while end > 0 {
      let start = max(end - Self.pieceSize, 0)
      let units = string.units(in: start..<end)
      for offset in stride(from: end - 1, through: start, by: -1) {
        if let text = texts.last, text.utf16Offset == offset {
          texts.removeLast()
          if !text.isToken {
            for unit in text.units.reversed() { reversed.prepend(literal: unit) }
          } else if !reversed.prepend(
            token: text.units, intensity: string.intensity(at: offset))
          {
            swallowed.append(offset)
          }
        } else {
          reversed.prepend(literal: units[offset - start])
        }
        if let intensity = marks?.mark(before: offset) { reversed.prepend(mark: intensity) }
      }
      end = start
    }
    for offset in swallowed.reversed() {
      report.add(
        .approximated, "sticker", "reads as a longer name", utf16Range: offset..<offset + 1)
    }
    return reversed
  }

  private func writeReversed(
    _ reversed: ReversedText, to sink: inout any DocumentSink
  ) throws {
    var output = UTF8Output()
    let units = reversed.units
    if units.last == Self.byteOrderMark { output.append(Self.byteOrderMark) }
    var end = units.count
    while end > 0 {
      let start = max(end - Self.pieceSize, 0)
      for offset in stride(from: end - 1, through: start, by: -1) { output.append(units[offset]) }
      end = start
      try output.flush(to: &sink)
    }
    try output.finish(to: &sink)
  }
}

extension PlainTextWriter {
  /// The plain text of a range: what a clipboard gets.
  ///
  /// Stickers give their tokens, one for each, however equal they are; other attachments stay as
  /// U+FFFC, unpaired surrogates become U+FFFD; nothing is escaped.
  ///
  /// - Precondition: The range lies within the string.
  /// - Complexity: O(log *n* + range).
  public static func plainText(of string: IAString, in utf16Range: Range<Int>) -> String {
    var units: [UInt16] = []
    var start = utf16Range.lowerBound
    for placed in string.attachments(in: utf16Range) {
      guard let backing = placed.attachment.textBacking else { continue }
      units += string.units(in: start..<placed.utf16Offset)
      units += backing.utf16
      start = placed.utf16Offset + 1
    }
    units += string.units(in: start..<utf16Range.upperBound)
    return String(decoding: units, as: UTF16.self)
  }
}
