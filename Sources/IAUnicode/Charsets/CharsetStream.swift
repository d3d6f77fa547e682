/// Turns the bytes of a set into UTF-16 units as they come, one or many at a time.
///
/// A lead byte waits for the next one. Whoever meets something that is no text in between calls
/// `finish`, which makes the waiting byte one U+FFFD.
public struct CharsetStream: Sendable {
  /// The set.
  public let charset: Charset
  private var waiting: [UInt8] = []

  /// Starts a stream.
  public init(_ charset: Charset) { self.charset = charset }

  /// Whether a byte waits for what follows it.
  public var isWaiting: Bool { !waiting.isEmpty }

  /// Appends the units that a byte completes.
  public mutating func append(_ byte: UInt8, to units: inout [UInt16]) {
    if case .table(let table) = charset.form {
      append(byte, table, to: &units)
    } else {
      waiting.append(byte)
      if case .utf8 = charset.form, Self.isWhole(waiting) { finish(into: &units) }
    }
  }

  /// Ends the text: bytes that still wait become U+FFFD.
  public mutating func finish(into units: inout [UInt16]) {
    guard !waiting.isEmpty else { return }
    charset.append(waiting[...], to: &units)
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ byte: UInt8, _ table: CharsetTable, to units: inout [UInt16]) {
    guard let lead = waiting.first else {
      let unit = table.units[Int(byte)]
      if unit == CharsetTable.lead { waiting.append(byte) } else { units.append(unit) }
      return
    }
    waiting.removeAll(keepingCapacity: true)
    let unit = table.row(lead)[Int(byte)]
    units.append(unit)
    if unit == CharsetTable.replacement, byte < 0x80 { units.append(UInt16(byte)) }
  }

  /// Whether UTF-8 is complete or can no longer become so.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return true }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    if bytes.count >= length { return true }
    guard let last = bytes.last, bytes.count > 1 else { return false }
    return last & 0xC0 != 0x80
  }
}
