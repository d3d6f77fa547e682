/// A buffer to which numbers and bytes are appended.
public struct ByteWriter: Hashable, Sendable {
  /// The bytes that were written.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  public init() {}

  /// The number of bytes that were written.
  public var count: Int { bytes.count }

  /// Removes all bytes and keeps the capacity.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends an integer with the width of its type, in little-endian order.
  public mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Appends a number in its width, the low byte first.
  @_specialize(where Value == UInt16)
  @_specialize(where Value == UInt32)
  @_specialize(where Value == UInt64)
  public mutating func fixed<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends a varint in its shortest form: seven bits per byte, the lowest first, the top bit set
  /// on all but the last.
  ///
  /// - Precondition: The value is not negative.
  public mutating func varint(_ value: Int) {
    precondition(value >= 0, "\(value) as a varint")
    var rest = UInt64(value)
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Returns the number of bytes of a varint.
  public static func varintByteCount(_ value: Int) -> Int {
    max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7)
  }

  /// Appends bytes.
  public mutating func append(_ other: Span<UInt8>) {
    bytes.append(addingCapacity: other.count) { output in
      for index in other.indices { output.append(other[index]) }
    }
  }

  /// Appends an array's bytes.
  public mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }
}
