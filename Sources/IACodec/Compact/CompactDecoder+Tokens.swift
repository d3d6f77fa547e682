internal import IABytes

// Frames that were made with a vocabulary: one stream of bits. Specs/ia-format.md, section 7.2.

/// The position in a bit stream, and the limits for reading it.
struct TokenStream {
  /// The position of the next bit, counted from the start of the frame.
  var bit: Int
  /// The position after the last bit.
  let end: Int
  /// The budget for the decompressed size.
  var budget: OutputBudget

  init(_ body: Range<Int>, _ budget: OutputBudget) {
    bit = 8 * body.lowerBound
    end = 8 * body.upperBound
    self.budget = budget
  }

  /// Checks that only zero bits remain in the last byte.
  func finish(_ bytes: Span<UInt8>) throws(InputError) {
    let byte = bit / 8
    guard end - bit < 8, bit == end || bytes[byte] >> UInt8(bit % 8) == 0 else {
      throw InputError(.iaTrailing, at: byte)
    }
  }
}

extension TokenDecoder {
  /// Decodes the other columns, which are stored as a text whose units are their bytes.
  func decodeBytes(
    from bytes: Span<UInt8>, _ stream: inout TokenStream
  ) throws(InputError) -> [UInt8] {
    let offset = stream.bit / 8
    var units: [UInt16] = []
    try decode(
      start: 1, from: bytes, &stream.bit, until: stream.end, &stream.budget, to: &units)
    guard !units.isEmpty else { throw InputError(.iaCanonical, at: offset) }
    var columns: [UInt8] = []
    columns.reserveCapacity(units.count)
    for unit in units {
      guard let byte = UInt8(exactly: unit) else { throw InputError(.iaText, at: offset) }
      columns.append(byte)
    }
    return columns
  }
}
