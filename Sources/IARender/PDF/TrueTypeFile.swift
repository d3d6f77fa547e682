/// A TrueType font file for a set of outlines, each with a code of one byte (OpenType 1.9, ISO 32000-1, section 9.9).
///
/// The font has no instructions, names or layout tables.
struct TrueTypeFile {
  /// The outlines from glyph 1 on; glyph 0 is empty.
  private var outlines: [QuadraticOutline] = [QuadraticOutline(advance: 0)]
  /// The glyph of each code.
  private var codes = [UInt8](repeating: 0, count: 256)
  private let unitsPerEm: Int
  private let ascent: Int
  private let descent: Int
  /// The smallest rectangle around all outlines, in units.
  private(set) var box = (left: 0, bottom: 0, right: 0, top: 0)

  init(unitsPerEm: Int, ascent: Int, descent: Int) {
    self.unitsPerEm = unitsPerEm
    self.ascent = ascent
    self.descent = descent
  }

  /// Adds an outline and returns the number of its glyph; a font has at most 255.
  mutating func add(_ outline: QuadraticOutline) -> UInt8 {
    outlines.append(outline)
    for point in outline.points {
      box = (
        min(box.left, point.x), min(box.bottom, point.y), max(box.right, point.x),
        max(box.top, point.y)
      )
    }
    return UInt8(truncatingIfNeeded: outlines.count - 1)
  }

  /// Assigns a glyph to a code.
  mutating func setCode(_ code: UInt8, glyph: UInt8) { codes[Int(code)] = glyph }

  /// Returns the font file.
  func written() -> [UInt8] {
    var glyf = BigEndianBytes()
    var offsets = [0]
    for outline in outlines {
      Self.append(outline, to: &glyf)
      while glyf.bytes.count % 4 != 0 { glyf.append(0 as UInt8) }
      offsets.append(glyf.bytes.count)
    }
    var loca = BigEndianBytes()
    let isShort = glyf.bytes.count < 1 << 17
    for offset in offsets {
      if isShort { loca.append(UInt16(offset / 2)) } else { loca.append(UInt32(offset)) }
    }
    // The tables are in the order of their tags.
    return Self.joined([
      ("cmap", characterMap), ("glyf", glyf.bytes), ("head", head(isShort)), ("hhea", header),
      ("hmtx", metrics), ("loca", loca.bytes), ("maxp", profile),
    ])
  }

  /// Returns the table directory followed by the tables.
  private static func joined(_ tables: [(tag: String, bytes: [UInt8])]) -> [UInt8] {
    var file = BigEndianBytes()
    file.append(UInt32(0x10000))
    file.append(UInt16(tables.count))
    // For seven tables: 16 times the largest power of two that is at most 7, the exponent of that power, and the
    // remaining size of the directory.
    for value: UInt16 in [64, 2, UInt16(tables.count * 16 - 64)] { file.append(value) }
    var offset = 12 + 16 * tables.count
    var headOffset = 0
    for table in tables {
      if table.tag == "head" { headOffset = offset }
      for byte in table.tag.utf8 { file.append(byte) }
      file.append(checksum(table.bytes))
      file.append(UInt32(offset))
      file.append(UInt32(table.bytes.count))
      offset += (table.bytes.count + 3) & ~3
    }
    for table in tables {
      for byte in table.bytes { file.append(byte) }
      while file.bytes.count % 4 != 0 { file.append(0 as UInt8) }
    }
    var bytes = file.bytes
    let adjustment = 0xB1B0_AFBA &- checksum(bytes)
    for index in 0..<4 {
      bytes[headOffset + 8 + index] = UInt8(truncatingIfNeeded: adjustment >> (24 - 8 * index))
    }
    return bytes
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    for (index, byte) in bytes.enumerated() { sum &+= UInt32(byte) << (24 - 8 * (index & 3)) }
    return sum
  }

  // MARK: Tables

  /// The `cmap` table: one Macintosh subtable, whose codes are the codes in the PDF.
  private var characterMap: [UInt8] {
    var table = BigEndianBytes()
    for value: UInt16 in [0, 1, 1, 0, 0, 12, 0, 262, 0] { table.append(value) }
    return table.bytes + codes
  }

  private func head(_ isShort: Bool) -> [UInt8] {
    var table = BigEndianBytes()
    for value: UInt32 in [0x10000, 0x10000, 0, 0x5F0F_3CF5] { table.append(value) }
    // Flags: the baseline is at *y* = 0, and the left side bearings are those of the metrics.
    table.append(UInt16(3))
    table.append(UInt16(unitsPerEm))
    for _ in 0..<4 { table.append(0 as UInt32) }
    for side in [box.left, box.bottom, box.right, box.top] { table.append(Int16(side)) }
    for value: UInt16 in [0, 8, 2, isShort ? 0 : 1, 0] { table.append(value) }
    return table.bytes
  }

  private var header: [UInt8] {
    var table = BigEndianBytes()
    table.append(UInt32(0x10000))
    table.append(Int16(clamping: ascent))
    table.append(Int16(clamping: descent))
    table.append(0 as Int16)
    table.append(outlines.map(Self.advance).max() ?? 0)
    for value in [box.left, 0, box.right, 1, 0, 0, 0, 0, 0, 0, 0] { table.append(Int16(value)) }
    table.append(UInt16(outlines.count))
    return table.bytes
  }

  private var metrics: [UInt8] {
    var table = BigEndianBytes()
    for outline in outlines {
      table.append(Self.advance(outline))
      table.append(Int16(clamping: outline.points.map(\.x).min() ?? 0))
    }
    return table.bytes
  }

  private static func advance(_ outline: QuadraticOutline) -> UInt16 {
    UInt16(clamping: PDFBytes.thousandths(outline.advance / 1000))
  }

  private var profile: [UInt8] {
    var table = BigEndianBytes()
    table.append(UInt32(0x10000))
    table.append(UInt16(outlines.count))
    table.append(UInt16(clamping: outlines.map(\.points.count).max() ?? 0))
    table.append(UInt16(clamping: outlines.map(\.ends.count).max() ?? 0))
    for value: UInt16 in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0] { table.append(value) }
    return table.bytes
  }

  // MARK: Outlines

  /// Appends a simple glyph: the ends of contours, the flags, and the differences of the coordinates.
  private static func append(_ outline: QuadraticOutline, to glyf: inout BigEndianBytes) {
    let points = outline.points
    guard let first = points.first else { return }
    var (left, right, bottom, top) = (first.x, first.x, first.y, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (bottom, top) = (min(bottom, point.y), max(top, point.y))
    }
    glyf.append(Int16(clamping: outline.ends.count))
    for side in [left, bottom, right, top] { glyf.append(Int16(clamping: side)) }
    for end in outline.ends { glyf.append(UInt16(clamping: end)) }
    glyf.append(0 as UInt16)
    var flags: [UInt8] = []
    var (xs, ys) = (BigEndianBytes(), BigEndianBytes())
    var last = QuadraticOutline.Point(x: 0, y: 0, isOnCurve: true)
    for point in points {
      var flag: UInt8 = point.isOnCurve ? 1 : 0
      flag |= append(point.x - last.x, to: &xs) << 1
      flag |= append(point.y - last.y, to: &ys) << 2
      flags.append(flag)
      last = point
    }
    append(flags, to: &glyf)
    for byte in xs.bytes + ys.bytes { glyf.append(byte) }
  }

  /// Appends a difference of coordinates and returns its flags: 1 for a single byte, and 8 for a positive difference or
  /// for no difference, which takes no bytes.
  private static func append(_ difference: Int, to bytes: inout BigEndianBytes) -> UInt8 {
    if difference == 0 { return 8 }
    guard abs(difference) < 256 else {
      bytes.append(Int16(clamping: difference))
      return 0
    }
    bytes.append(UInt8(abs(difference)))
    return difference > 0 ? 9 : 1
  }

  /// Appends flags; equal consecutive flags are stored as one with a repeat count.
  private static func append(_ flags: [UInt8], to glyf: inout BigEndianBytes) {
    var index = 0
    while index < flags.count {
      var count = 1
      while index + count < flags.count, count < 256, flags[index + count] == flags[index] {
        count += 1
      }
      glyf.append(count > 1 ? flags[index] | 8 : flags[index])
      if count > 1 { glyf.append(UInt8(count - 1)) }
      index += count
    }
  }
}

/// A buffer of big-endian numbers.
private struct BigEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: UInt8) { bytes.append(value) }

  mutating func append(_ value: UInt16) {
    bytes.append(UInt8(value >> 8))
    bytes.append(UInt8(value & 0xFF))
  }

  mutating func append(_ value: Int16) { append(UInt16(bitPattern: value)) }

  mutating func append(_ value: UInt32) {
    append(UInt16(value >> 16))
    append(UInt16(value & 0xFFFF))
  }
}
