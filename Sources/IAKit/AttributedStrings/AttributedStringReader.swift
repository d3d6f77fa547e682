internal import IABytes
internal import IAFormats
internal import IASyntax
internal import IAText

/// Reads an archived attributed string as a document.
///
/// The text is one string. The attributes are one dictionary, or several dictionaries and a list of runs
/// in variable-length numbers: length, index, length, index, …
struct AttributedStringReader {
  /// A range of text with one set of attributes.
  private struct Run {
    var count: Int
    var index: Int
  }

  private var reading: FieldReading
  private var attributes: AttributesReader
  private var document = IADocument()

  /// Reads a string; `reading` records the content that a document cannot hold.
  static func read(
    _ value: KitValue, _ reading: inout FieldReading
  ) throws(InputError) -> IADocument {
    var reader = AttributedStringReader(reading: reading, attributes: AttributesReader())
    defer { reading = reader.reading }
    return try reader.read(value)
  }

  private mutating func read(_ value: KitValue) throws(InputError) -> IADocument {
    let units = try value.requireField("NSString").requireUTF16()
    let (sets, runs) = try styles(of: value, count: units.count)
    document.string = string(of: units, sets, runs)
    return document
  }

  /// Returns the sets of attributes and their runs.
  private mutating func styles(
    of value: KitValue, count: Int
  ) throws(InputError) -> ([KitAttributes], [Run]) {
    guard let list = try value.field("NSAttributes") else {
      return ([KitAttributes()], [Run(count: count, index: 0)])
    }
    guard let info = try value.field("NSAttributeInfo") else {
      let set = try attributes.read(list, &document.attachments, &reading)
      return ([set], [Run(count: count, index: 0)])
    }
    guard let bytes = try info.bytes() else { throw info.wrongKind(expected: .data) }
    var sets: [KitAttributes] = []
    for element in try list.requireElements() {
      sets.append(try attributes.read(element, &document.attachments, &reading))
    }
    let runs = try runs(in: bytes, of: info, sets: sets.count, count: count)
    if sets.isEmpty { sets = [KitAttributes()] }
    return (sets, runs)
  }

  /// Returns the runs, truncated or extended so that they cover the text.
  private mutating func runs(
    in bytes: [UInt8], of info: KitValue, sets: Int, count: Int
  ) throws(InputError) -> [Run] {
    var runs: [Run] = []
    var covered = 0
    var position = 0
    var isWhole = true
    while position < bytes.count, covered < count {
      guard let length = Self.number(bytes, &position),
        let index = Self.number(bytes, &position), index < sets
      else {
        isWhole = false
        break
      }
      let room = min(length, count - covered)
      if room < length { isWhole = false }
      if room > 0 { runs.append(Run(count: room, index: index)) }
      covered += room
    }
    if covered < count || position < bytes.count { isWhole = false }
    if !isWhole {
      try reading.tolerate(
        InputError(
          .kitRuns, at: info.byteOffset, detail: "\(covered) of \(count) units, \(sets) sets"))
      if covered < count { runs.append(Run(count: count - covered, index: 0)) }
    }
    return runs
  }

  /// Returns a variable-length number with seven bits per byte, the lowest first, or `nil` if it is incomplete or too
  /// large.
  private static func number(_ bytes: [UInt8], _ position: inout Int) -> Int? {
    var value = 0
    var shift = 0
    while position < bytes.count, shift < 35 {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }

  /// Creates the string; line ends become U+000A.
  private func string(of units: [UInt16], _ sets: [KitAttributes], _ runs: [Run]) -> IAString {
    var builder = IAStringBuilder()
    let ids = sets.map { builder.intern($0.inline) }
    var start = 0
    var paragraph = ParagraphAttributes()
    var isParagraphStart = true
    for run in runs {
      let set = sets[run.index]
      for offset in start..<start + run.count {
        if isParagraphStart { paragraph = set.paragraph }
        isParagraphStart = false
        let unit = units[offset]
        switch unit {
        case 0x0D where offset + 1 < units.count && units[offset + 1] == 0x0A: continue
        case 0x0A, 0x0D, 0x2029:
          builder.append(unit: 0x0A, intensity: set.intensity, attributes: ids[run.index])
          builder.endParagraph(paragraph)
          isParagraphStart = true
        case IAString.attachmentUnit:
          if let attachment = set.attachment {
            builder.append(attachment, intensity: set.intensity, attributes: ids[run.index])
          } else {
            builder.append(unit: unit, intensity: set.intensity, attributes: ids[run.index])
          }
        default: builder.append(unit: unit, intensity: set.intensity, attributes: ids[run.index])
        }
      }
      start += run.count
    }
    if !isParagraphStart { builder.endParagraph(paragraph, terminated: false) }
    return builder.finish()
  }
}
