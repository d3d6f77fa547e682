/// Converts the bytes of a set to UTF-16 units incrementally.
///
/// A lead byte is pending until the next byte. Before anything that is not text, the caller calls
/// `finish`, which turns a pending byte into one U+FFFD.
public struct CharsetStream: Sendable {
  /// The character set of the bytes.
  public let charset: Charset
  private var pendingBytes: [UInt8] = []

  /// Creates a stream.
  public init(_ charset: Charset) { self.charset = charset }

  /// Whether bytes are pending until their sequence is complete.
  public var hasPendingBytes: Bool { !pendingBytes.isEmpty }

  /// Appends the units that a byte completes.
  public mutating func append(_ byte: UInt8, to units: inout [UInt16]) {
    if case .table(let table) = charset.form {
      append(byte, table, to: &units)
    } else {
      // A byte that does not continue a sequence starts a new one.
      if case .utf8 = charset.form, byte & 0xC0 != 0x80 { finish(into: &units) }
      pendingBytes.append(byte)
      if case .utf8 = charset.form, Self.isWhole(pendingBytes) { finish(into: &units) }
    }
  }

  /// Ends the text: pending bytes become U+FFFD.
  public mutating func finish(into units: inout [UInt16]) {
    guard !pendingBytes.isEmpty else { return }
    charset.append(pendingBytes[...], to: &units)
    pendingBytes.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ byte: UInt8, _ table: CharsetTable, to units: inout [UInt16]) {
    guard let lead = pendingBytes.first else {
      let unit = table.units[Int(byte)]
      if unit == CharsetTable.lead { pendingBytes.append(byte) } else { units.append(unit) }
      return
    }
    pendingBytes.removeAll(keepingCapacity: true)
    let unit = table.row(lead)[Int(byte)]
    if unit == CharsetTable.twoUnits {
      units.append(contentsOf: table.units(lead, byte))
      return
    }
    units.append(unit)
    if unit == CharsetTable.replacement, byte < 0x80 { units.append(UInt16(byte)) }
  }

  /// Returns whether a UTF-8 sequence is complete or cannot become valid.
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
