internal import CShims
internal import Synchronization

/// The units of a set with one or two bytes for a character.
///
/// The row of second bytes of a lead byte is created when that byte is first used, and is kept.
final class CharsetTable: Sendable {
  /// The value in `units` for a byte that starts a longer sequence.
  static let lead: UInt16 = 0xFFFF
  /// The unit for invalid bytes.
  static let replacement: UInt16 = 0xFFFD

  /// The units of the 256 single bytes.
  let units: [UInt16]
  /// Whether the set has lead bytes.
  let hasLeads: Bool
  private let converter: String
  private let rows = Mutex<[UInt8: [UInt16]]>([:])

  private static let known = Mutex<[String: CharsetTable]>([:])

  /// Returns the shared table of a set; the number of tables is limited by `CharsetNames`.
  static func shared(_ converter: String, name: String) -> CharsetTable {
    known.withLock { known in
      if let table = known[name] { return table }
      let table = CharsetTable(converter, CharsetNames.exceptions(of: name))
      known[name] = table
      return table
    }
  }

  private init(_ converter: String, _ exceptions: [(byte: UInt8, unit: UInt16)]) {
    self.converter = converter
    var units = [UInt16](repeating: Self.replacement, count: 256)
    var longest: Int32 = 0
    unsafe units.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      longest = unsafe ia_charset_bytes(converter, base)
    }
    if longest != 2 {
      for byte in units.indices where units[byte] == Self.lead { units[byte] = Self.replacement }
    }
    // In every set here, bytes below 0x80 are ASCII.
    for byte in 0..<0x80 { units[byte] = UInt16(byte) }
    for (byte, unit) in exceptions { units[Int(byte)] = unit }
    self.units = units
    hasLeads = units.contains(Self.lead)
  }

  /// Returns the units for the 256 second bytes of a lead byte.
  func row(_ lead: UInt8) -> [UInt16] {
    rows.withLock { rows in
      if let row = rows[lead] { return row }
      var row = [UInt16](repeating: Self.replacement, count: 256)
      unsafe row.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        _ = unsafe ia_charset_row(converter, lead, base)
      }
      rows[lead] = row
      return row
    }
  }

  func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt16]) {
    guard hasLeads else {
      output.append(contentsOf: bytes.lazy.map { self.units[Int($0)] })
      return
    }
    output.reserveCapacity(output.count + bytes.count)
    var index = bytes.startIndex
    var rowLead: UInt8?
    var row: [UInt16] = []
    while index < bytes.endIndex {
      let byte = bytes[index]
      let unit = units[Int(byte)]
      index += 1
      guard unit == Self.lead else {
        output.append(unit)
        continue
      }
      guard index < bytes.endIndex else {
        output.append(Self.replacement)
        break
      }
      if rowLead != byte {
        row = self.row(byte)
        rowLead = byte
      }
      let second = bytes[index]
      let pair = row[Int(second)]
      output.append(pair)
      // An ASCII byte that cannot follow the lead byte represents itself.
      if pair != Self.replacement || second >= 0x80 { index += 1 }
    }
  }
}
