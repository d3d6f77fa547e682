/// Reads the little-endian numbers of a metafile; numbers beyond the end are 0.
struct MetafileBytes {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  /// Returns an unsigned number of 2 bytes.
  func word(_ offset: Int) -> Int {
    guard offset >= 0, offset <= bytes.count - 2 else { return 0 }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  /// Returns a signed number of 2 bytes.
  func short(_ offset: Int) -> Double { Double(Int16(truncatingIfNeeded: word(offset))) }

  /// Returns an unsigned number of 4 bytes.
  func long(_ offset: Int) -> Int { word(offset) | word(offset + 2) << 16 }

  /// Returns a signed number of 4 bytes.
  func signed(_ offset: Int) -> Double { Double(Int32(truncatingIfNeeded: long(offset))) }

  /// Returns a floating-point number of 4 bytes; 0 for one that is not finite.
  func float(_ offset: Int) -> Double {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: long(offset)))
    return value.isFinite ? Double(value) : 0
  }

  /// Returns a range of bytes, truncated at the end of the file.
  func slice(_ offset: Int, _ length: Int) -> [UInt8] {
    guard offset >= 0, length > 0, offset < bytes.count else { return [] }
    return Array(bytes[offset..<min(offset + min(length, bytes.count), bytes.count)])
  }
}
