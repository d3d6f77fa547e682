internal import IAFiles
internal import IAFormats

/// Writes units in the form of a plain text: with its byte order mark and its line ends.
struct TextOutput {
  private var utf8 = UTF8Output()
  /// The bytes of UTF-16 that are not written to the sink yet.
  private var utf16: [UInt8] = []
  private let mark: TextForm.Mark?
  /// The remaining line ends in reverse order; empty if all are U+000A.
  private var lineEnds: [TextForm.Run]
  private let isPlain: Bool

  private static let lineFeed: UInt16 = 0x0A
  private static let byteOrderMark: UInt16 = 0xFEFF
  /// The number of bytes of UTF-16 that are collected before they are written to the sink.
  private static let pieceSize = 1 << 18

  /// Creates an output, with a byte order mark if the form has one.
  ///
  /// - Parameters:
  ///   - form: The form, or `nil` for UTF-8 with U+000A.
  ///   - first: The first unit of the text. A reader interprets the first U+FEFF as a byte order
  ///     mark, so that a text that starts with it is written with one.
  init(_ form: TextForm?, first: UInt16?) {
    mark = form?.mark == .utf8 ? nil : form?.mark
    lineEnds = form?.lineEnds.reversed() ?? []
    isPlain = mark == nil && lineEnds.isEmpty
    if mark != nil || form?.mark == .utf8 || first == Self.byteOrderMark {
      put(Self.byteOrderMark)
    }
  }

  /// Appends units.
  mutating func append(_ units: Span<UInt16>) {
    if isPlain { return utf8.append(units) }
    for index in units.indices { appendFormed(units[index]) }
  }

  /// Appends units of one byte each.
  mutating func append(latin1 units: Span<UInt8>) {
    if isPlain { return utf8.append(latin1: units) }
    for index in units.indices { appendFormed(UInt16(units[index])) }
  }

  @inline(__always)
  mutating func append(_ unit: UInt16) {
    if isPlain { utf8.append(unit) } else { appendFormed(unit) }
  }

  private mutating func appendFormed(_ unit: UInt16) {
    guard unit == Self.lineFeed, let run = lineEnds.last else { return put(unit) }
    if run.count > 1 {
      lineEnds[lineEnds.count - 1].count -= 1
    } else if lineEnds.count > 1 {
      lineEnds.removeLast()
    }
    switch run.lineEnd {
    case .lineFeed: put(0x0A)
    case .carriageReturn: put(0x0D)
    case .separator: put(0x2029)
    case .both:
      put(0x0D)
      put(0x0A)
    }
  }

  private mutating func put(_ unit: UInt16) {
    switch mark {
    case .utf16BigEndian: utf16 += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    case .utf16LittleEndian: utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    case .utf8, nil: utf8.append(unit)
    }
  }

  /// Writes the collected bytes to the sink, if there are enough.
  mutating func flush(to sink: inout some DocumentSink) throws {
    if utf16.count >= Self.pieceSize { try handOver(to: &sink) }
    try utf8.flush(to: &sink)
  }

  /// Writes all remaining bytes to the sink.
  mutating func finish(to sink: inout some DocumentSink) throws {
    if !utf16.isEmpty { try handOver(to: &sink) }
    try utf8.finish(to: &sink)
  }

  private mutating func handOver(to sink: inout some DocumentSink) throws {
    try sink.write(utf16)
    utf16.removeAll(keepingCapacity: true)
  }
}
