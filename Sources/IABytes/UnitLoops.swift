internal import CUnits

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Vectorised loops in C over UTF-16 units, and over bytes that become units, eight or sixteen at a
/// time.
///
/// Swift splits these vectors into single units for the baseline of x86-64 (decisions 0036 and
/// 0041).
public enum UnitLoops {
  /// ASCII characters with a special meaning in a format.
  public struct Delimiters: Sendable {
    let bytes: (UInt8, UInt8, UInt8)

    /// Creates a set of three delimiters.
    public init(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) {
      bytes = (UInt8(ascii: first), UInt8(ascii: second), UInt8(ascii: third))
    }
  }

  /// Copies the units at the start as bytes, up to the first that is not printable ASCII or is a
  /// delimiter.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - count: The number of its units.
  ///   - readableCount: The number of readable units from its start, at least `count`.
  ///   - delimiters: Characters that end the copy.
  ///   - output: Memory for one byte per unit and 16 more.
  /// - Returns: The number of units that were copied.
  public static func copyPlain(
    _ units: UnsafePointer<UInt16>, count: Int, readableCount: Int, without delimiters: Delimiters,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let (first, second, third) = delimiters.bytes
    return unsafe ia_units_copy_plain(units, count, readableCount, output, first, second, third)
  }

  /// Writes the UTF-8 of the units at the start, up to the first that needs three bytes or is a
  /// delimiter.
  ///
  /// The copy also ends at control characters, U+00A0 and U+00AD, which are invisible or look like other characters.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - count: The number of its units.
  ///   - readableCount: The number of readable units from its start, at least `count`.
  ///   - delimiters: Characters that end the copy.
  ///   - output: Memory for two bytes per unit and 16 more.
  /// - Returns: The number of units that were written, and the number of bytes.
  public static func copyShort(
    _ units: UnsafePointer<UInt16>, count: Int, readableCount: Int, without delimiters: Delimiters,
    to output: UnsafeMutablePointer<UInt8>
  ) -> (unitCount: Int, byteCount: Int) {
    let (first, second, third) = delimiters.bytes
    var written = 0
    let taken = unsafe ia_units_copy_short(
      units, count, readableCount, output, first, second, third, &written)
    return (taken, written)
  }

  /// Returns whether all units are printable ASCII.
  package static func arePrintable(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    unsafe units.baseAddress.map { unsafe ia_units_printable($0, units.count) == units.count }
      ?? true
  }

  /// Returns the number of units from `start` on that text formats represent unchanged.
  ///
  /// These are printable ASCII and units from U+00A0 up to the surrogates, except `other`.
  ///
  /// - Precondition: `start` lies in `0...units.count`.
  package static func ordinaryCount(
    _ units: UnsafeBufferPointer<UInt16>, from start: Int, without other: UInt16 = 0
  ) -> Int {
    precondition(start >= 0 && start <= units.count, "unit \(start) of \(units.count)")
    guard let base = units.baseAddress else { return 0 }
    return unsafe ia_units_ordinary(base + start, units.count - start, other)
  }

  /// Returns the index of the first `unit` at or after `start`, or `limit` if there is none before
  /// it.
  ///
  /// - Precondition: `start` and `limit` lie in `0...units.count`, in this order.
  package static func index(
    of unit: UInt16, in units: UnsafeBufferPointer<UInt16>, from start: Int, to limit: Int
  ) -> Int {
    precondition(
      start >= 0 && start <= limit && limit <= units.count,
      "units \(start) to \(limit) of \(units.count)")
    guard let base = units.baseAddress else { return limit }
    return unsafe start + ia_units_other(base + start, limit - start, unit)
  }

  /// Returns the index of the first `byte` at or after `start`, or `nil` if there is none or
  /// `start` is beyond the end.
  public static func index(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
    precondition(start >= 0, "byte \(start)")
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// Returns the offset of the first U+000D, U+2029 or surrogate at or after `start`, or `nil` if
  /// there is none.
  public static func firstLineEndOrSurrogate(in units: Span<UInt16>, from start: Int) -> Int? {
    precondition(start >= 0 && start <= units.count, "unit \(start) of \(units.count)")
    return unsafe units.withUnsafeBufferPointer { units in
      guard let base = units.baseAddress else { return nil }
      let found = unsafe start + ia_units_settled(base + start, units.count - start)
      return found < units.count ? found : nil
    }
  }

  /// Copies the units at the start as bytes, up to the first that is not ASCII.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - count: The number of its units.
  ///   - output: Memory for one byte per unit.
  /// - Returns: The number of units that were copied.
  static func copyASCII(
    _ units: UnsafePointer<UInt16>, count: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Int { unsafe ia_units_copy_ascii(units, count, output) }

  /// Appends Latin-1 bytes as UTF-8.
  static func appendUTF8(latin1: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    precondition(output.freeCapacity >= 2 * latin1.count, "room for two bytes each")
    unsafe latin1.withUnsafeBufferPointer { latin1 in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        guard let source = latin1.baseAddress, let target = buffer.baseAddress else { return }
        unsafe filled += ia_bytes_utf8(source, latin1.count, target + filled)
      }
    }
  }

  /// Returns the index of the first byte at or after `start` that is not printable ASCII or is a
  /// delimiter, or the count of the bytes if there is none.
  ///
  /// - Precondition: `start` is not negative.
  package static func endOfPlain(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, without delimiters: Delimiters
  ) -> Int {
    precondition(start >= 0, "byte \(start)")
    guard start < bytes.count, let base = bytes.baseAddress else { return bytes.count }
    let (first, second, third) = delimiters.bytes
    return unsafe start + ia_bytes_plain(base + start, bytes.count - start, first, second, third)
  }

  /// Returns whether bytes are equal to those at an offset of others; `false` also if they do not lie
  /// within them.
  ///
  /// - Complexity: O(*n*) in the bytes that are compared.
  package static func areEqual(_ bytes: Span<UInt8>, to others: Span<UInt8>, at offset: Int) -> Bool
  {
    guard offset >= 0, offset <= others.count, bytes.count <= others.count - offset else {
      return false
    }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe others.withUnsafeBufferPointer { others in
        guard let left = bytes.baseAddress, let right = others.baseAddress else { return true }
        return unsafe memcmp(left, right + offset, bytes.count) == 0
      }
    }
  }

  /// Four bytes that end a run.
  public struct StopBytes: Sendable {
    let packed: UInt32

    /// Creates a set of at most four bytes; repeat a byte for fewer.
    @inlinable public init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
      self.init(
        packed: UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16 | UInt32(fourth) << 24)
    }

    @usableFromInline init(packed: UInt32) { self.packed = packed }
  }

  /// Returns the index of the first stop byte at or after `start`, or the count of the bytes if there
  /// is none.
  ///
  /// - Precondition: `start` is not negative.
  /// - Complexity: O(*n*) for the *n* bytes before the result.
  public static func endOfRun(
    in bytes: Span<UInt8>, from start: Int, before stops: StopBytes
  ) -> Int {
    precondition(start >= 0, "byte \(start)")
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return bytes.count }
      return unsafe start + ia_bytes_without(base + start, bytes.count - start, stops.packed)
    }
  }

  /// Returns the index of the first CR or LF at or after `start`, or the count of the bytes if
  /// there is none.
  ///
  /// - Precondition: `start` is not negative.
  package static func endOfLine(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    precondition(start >= 0, "byte \(start)")
    guard start < bytes.count, let base = bytes.baseAddress else { return bytes.count }
    return unsafe start + ia_bytes_line(base + start, bytes.count - start)
  }

  /// Appends bytes to units, one unit for each byte.
  ///
  /// - Precondition: The free capacity of `units` is at least the count of `bytes`.
  package static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, to units: inout OutputSpan<UInt16>
  ) {
    precondition(
      bytes.count <= units.freeCapacity, "\(bytes.count) bytes for \(units.freeCapacity) units")
    guard let source = bytes.baseAddress else { return }
    unsafe units.withUnsafeMutableBufferPointer { buffer, filled in
      guard let target = buffer.baseAddress else { return }
      unsafe ia_bytes_widen(source, bytes.count, target + filled)
      filled += bytes.count
    }
  }

  /// Returns the 64-bit FNV-1a hashes of ranges of units.
  ///
  /// The hash covers the bytes of the units, the low byte first; four texts are hashed at a time.
  ///
  /// - Precondition: The ranges are inside the units.
  public static func hashes(of texts: [Range<Int>], in units: [UInt16]) -> [UInt64] {
    precondition(
      texts.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= units.count },
      "a text outside of \(units.count) units")
    let starts = texts.map(\.lowerBound)
    let ends = texts.map(\.upperBound)
    return unsafe Array(unsafeUninitializedCapacity: texts.count) { hashes, count in
      unsafe units.withUnsafeBufferPointer { units in
        guard let target = hashes.baseAddress else { return }
        count = texts.count
        guard let base = units.baseAddress else {
          // The hash of an empty text.
          return unsafe target.initialize(repeating: FNV1a.start, count: count)
        }
        unsafe ia_units_hash(base, starts, ends, count, target)
      }
    }
  }
}
