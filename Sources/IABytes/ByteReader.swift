/// A cursor that reads numbers and byte ranges sequentially, and never beyond the end of its range.
///
/// The bytes are an argument of each call, because a span cannot be stored. Offsets in errors count
/// from the start of the bytes, plus the origin.
public struct ByteReader: Sendable {
  /// The offset of the next byte.
  public private(set) var position: Int
  /// The offset after the last byte that may be read.
  public let end: Int
  /// The offset of the bytes in the whole input; it is added to offsets in errors.
  public let origin: Int

  /// Creates a reader of a range of bytes.
  ///
  /// - Precondition: The range is inside the bytes that are passed to the calls.
  public init(_ range: Range<Int>, origin: Int = 0) {
    position = range.lowerBound
    end = range.upperBound
    self.origin = origin
  }

  /// Whether all bytes were read.
  public var isAtEnd: Bool { position == end }

  /// The number of bytes that have not been read.
  public var remaining: Int { end - position }

  /// The offset of the next byte in the whole input.
  public var byteOffset: Int { origin + position }

  /// Reads one byte.
  ///
  /// - Throws: `bytes.truncated` at the end.
  @inline(__always)
  public mutating func byte(_ bytes: Span<UInt8>) throws(InputError) -> UInt8 {
    guard position < end else { throw truncated }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads an integer of `count` bytes, at most 8, in little-endian order.
  ///
  /// - Throws: `bytes.truncated` at the end of the bytes.
  public mutating func fixed(_ count: Int, _ bytes: Span<UInt8>) throws(InputError) -> UInt64 {
    guard count <= remaining else { throw truncated }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += count
    return value
  }

  /// Reads a varint: seven bits per byte, the lowest first, the top bit set on all but the last.
  ///
  /// - Parameters:
  ///   - maximum: The largest accepted value.
  ///   - bytes: The bytes.
  /// - Throws: `bytes.truncated`; `bytes.number` for one that is not in its shortest form or above
  ///   the maximum, at its first byte.
  @inline(__always)
  public mutating func varint(
    atMost maximum: Int = .max, _ bytes: Span<UInt8>
  ) throws(InputError) -> Int {
    guard position < end else { throw truncated }
    let first = bytes[position]
    if first < 0x80, Int(first) <= maximum {
      position += 1
      return Int(first)
    }
    return try longVarint(atMost: maximum, bytes)
  }

  private mutating func longVarint(
    atMost maximum: Int, _ bytes: Span<UInt8>
  ) throws(InputError) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var index = position
    while true {
      guard index < end else { throw truncated }
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        guard byte != 0 || shift == 0 else { throw InputError(.bytesNumber, at: byteOffset) }
        break
      }
      shift += 7
      guard shift < 63 else { throw InputError(.bytesNumber, at: byteOffset) }
    }
    guard value <= UInt64(maximum) else {
      throw InputError(
        .bytesNumber, at: byteOffset, detail: "\(value), at most \(maximum)")
    }
    position = index
    return Int(value)
  }

  /// Skips `count` bytes and returns their range.
  ///
  /// - Throws: `bytes.truncated` at the end of the bytes.
  public mutating func stretch(_ count: Int) throws(InputError) -> Range<Int> {
    guard count >= 0, count <= remaining else { throw truncated }
    defer { position += count }
    return position..<position + count
  }

  /// The error for bytes that end too early.
  public var truncated: InputError { InputError(.bytesTruncated, at: origin + end) }
}

extension InputError.Code {
  /// The bytes end before the announced length.
  public static let bytesTruncated = Self(rawValue: "bytes.truncated")
  /// A number is not in its shortest form, or larger than it may be.
  public static let bytesNumber = Self(rawValue: "bytes.number")
}
