internal import CShims
internal import Synchronization

/// The units of a set of one or two bytes a character.
///
/// A row of the second bytes of one lead byte is made when that byte is first met, and stays.
final class CharsetTable: Sendable {
  /// What stands in `units` for a byte that starts a longer sequence.
  static let lead: UInt16 = 0xFFFF
  /// What stands for bytes that mean nothing.
  static let replacement: UInt16 = 0xFFFD

  /// The units of the 256 single bytes.
  let units: [UInt16]
  /// Whether there are lead bytes.
  let hasLeads: Bool
  private let converter: String
  private let rows = Mutex<[UInt8: [UInt16]]>([:])

  private static let known = Mutex<[String: CharsetTable]>([:])

  /// The one table of a set; there are as many as there are sets in `CharsetNames`.
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
    // In every set here, ASCII bytes are ASCII.
    for byte in 0..<0x80 { units[byte] = UInt16(byte) }
    for (byte, unit) in exceptions { units[Int(byte)] = unit }
    self.units = units
    hasLeads = units.contains(Self.lead)
  }

  /// The units of a lead byte's 256 second bytes.
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
      // An ASCII byte that cannot follow stands for itself.
      if pair != Self.replacement || second >= 0x80 { index += 1 }
    }
  }
}
