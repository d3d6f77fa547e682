internal import IABytes

/// Text as bytes: UTF-8, with lone surrogates as the three bytes that UTF-8 would have for them
/// (the generalised UTF-8 called WTF-8).
enum TextColumn {
  /// Appends units as bytes.
  ///
  /// - Complexity: O(*n*).
  static func append(_ units: Span<UInt16>, to bytes: inout [UInt8]) {
    let start = bytes.count
    guard UTF8Encoding.append(units, to: &bytes) > 0 else { return }
    bytes.removeSubrange(start...)
    var index = 0
    while index < units.count {
      let next =
        UTF8Encoding.firstLoneSurrogate(in: units.extracting(index...)) ?? units.count - index
      UTF8Encoding.append(units.extracting(index..<index + next), to: &bytes)
      index += next
      guard index < units.count else { return }
      let unit = units[index]
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | unit >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
      index += 1
    }
  }

  /// Decodes bytes and appends the units.
  ///
  /// - Throws: `ia.text` at the first byte that is neither UTF-8 nor a lone surrogate; a pair of
  ///   surrogates is neither.
  /// - Complexity: O(*n*).
  static func append(
    _ bytes: Span<UInt8>, origin: Int, to units: inout [UInt16]
  ) throws(InputError) {
    let start = units.count
    guard UTF8Decoding.append(bytes, to: &units) > 0 else { return }
    units.removeSubrange(start...)
    var index = 0
    while index < bytes.count {
      let sequence = UTF8Sequence(in: bytes, at: index)
      if sequence.isWellFormed {
        UTF8Decoding.append(bytes.extracting(index..<index + sequence.byteCount), to: &units)
        index += sequence.byteCount
        continue
      }
      guard let unit = surrogate(in: bytes, at: index),
        unit & 0xFC00 == 0xD800 || units.count == start || units[units.count - 1] & 0xFC00 != 0xD800
          || !followsLoneHigh(bytes, index)
      else { throw InputError(.iaText, at: origin + index) }
      units.append(unit)
      index += 3
    }
  }

  /// Returns whether the three bytes before an index encode a high surrogate.
  private static func followsLoneHigh(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    guard index >= 3, let before = surrogate(in: bytes, at: index - 3) else { return false }
    return before & 0xFC00 == 0xD800
  }

  /// Returns the surrogate that three bytes encode, or `nil` if they encode none.
  private static func surrogate(in bytes: Span<UInt8>, at index: Int) -> UInt16? {
    guard index + 3 <= bytes.count, bytes[index] == 0xED, bytes[index + 1] & 0xE0 == 0xA0,
      bytes[index + 2] & 0xC0 == 0x80
    else { return nil }
    return 0xD000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
  }
}
