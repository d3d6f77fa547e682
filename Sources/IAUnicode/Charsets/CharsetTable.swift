internal import CShims
internal import Synchronization

/// The units of a set with one or two bytes for a character.
///
/// The row of second bytes of a lead byte is created when that byte is first used, and is kept.
final class CharsetTable: Sendable {
  /// The value in `units` for a byte that starts a longer sequence.
  static let lead: UInt16 = 0xFFFF
  /// The value in a row for a pair of bytes that is two units.
  static let twoUnits: UInt16 = 0xFFFE
  /// The unit for invalid bytes.
  static let replacement: UInt16 = 0xFFFD

  /// The units of the 256 single bytes.
  let units: [UInt16]
  /// Whether the set has lead bytes.
  let hasLeads: Bool
  private let converter: String
  private let supplement: String?
  private let rows = Mutex<[UInt8: [UInt16]]>([:])

  private static let known = Mutex<[String: CharsetTable]>([:])

  /// Returns the shared table of a set; the number of tables is limited by `CharsetNames`.
  static func shared(_ converter: String, name: String) -> CharsetTable {
    known.withLock { known in
      if let table = known[name] { return table }
      let table = CharsetTable(
        converter, supplement: CharsetNames.supplement(of: name),
        CharsetNames.exceptions(of: name))
      known[name] = table
      return table
    }
  }

  private init(
    _ converter: String, supplement: String?, _ exceptions: [(byte: UInt8, unit: UInt16)]
  ) {
    self.converter = converter
    self.supplement = supplement
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
    if supplement != nil { for byte in 0x81...0xFE { units[byte] = Self.lead } }
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
      if let supplement { complete(&row, lead, with: supplement) }
      rows[lead] = row
      return row
    }
  }

  /// Returns the units of a pair of bytes whose value in the row is `twoUnits`.
  func units(_ lead: UInt8, _ second: UInt8) -> [UInt16] {
    supplement.map { Self.decode([lead, second], $0) } ?? []
  }

  private func complete(_ row: inout [UInt16], _ lead: UInt8, with supplement: String) {
    for second in 0x40...0xFE {
      let known = row[second]
      let isPrivate = 0xE000...0xF8FF ~= known
      if known != Self.replacement, !isPrivate, lead < 0xA4 { continue }
      let units = Self.decode([lead, UInt8(second)], supplement)
      if units.contains(Self.replacement) || units.isEmpty {
        if isPrivate { row[second] = Self.replacement }
      } else {
        row[second] = units.count == 1 ? units[0] : Self.twoUnits
      }
    }
  }

  private static func decode(_ bytes: [UInt8], _ converter: String) -> [UInt16] {
    // A pair of bytes becomes at most two units, each invalid byte one.
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return [] }
      return unsafe [UInt16](unsafeUninitializedCapacity: 8) { buffer, count in
        guard let target = buffer.baseAddress else { return }
        count = unsafe Int(
          max(0, ia_charset_decode(converter, base, Int64(source.count), target, 8)))
      }
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
      if pair == Self.twoUnits {
        output.append(contentsOf: units(byte, second))
      } else {
        output.append(pair)
      }
      // An ASCII byte that cannot follow the lead byte represents itself.
      if pair != Self.replacement || second >= 0x80 { index += 1 }
    }
  }
}
