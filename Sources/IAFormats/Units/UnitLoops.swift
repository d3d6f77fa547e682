internal import CUnits

/// Loops over UTF-16 units that look at eight of them at a time, in C: vectors that Swift takes
/// apart into single units for the baseline of x86-64 (decision 0036).
public enum UnitLoops {
  /// ASCII characters that a format gives a meaning.
  public struct Delimiters: Sendable {
    let bytes: (UInt8, UInt8, UInt8)

    /// Three characters.
    public init(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) {
      bytes = (UInt8(ascii: first), UInt8(ascii: second), UInt8(ascii: third))
    }
  }

  /// Copies the units at the start as bytes, while they are printable ASCII and no delimiters.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - count: How many units it has.
  ///   - readableCount: How many lie in memory from its start on: `count` at least.
  ///   - delimiters: What ends the stretch.
  ///   - output: Where there is room for a byte a unit and 8 more.
  /// - Returns: How many were copied.
  public static func copyPlain(
    _ units: UnsafePointer<UInt16>, count: Int, readableCount: Int, without delimiters: Delimiters,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let bytes = delimiters.bytes
    return ia_units_copy_plain(units, count, readableCount, output, bytes.0, bytes.1, bytes.2)
  }

  /// Writes the UTF-8 of the units at the start, while they take a byte or two of it and HTML gives
  /// them no meaning: no control character, none of `&`, `<` and `>`, U+00A0 and U+00AD.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - count: How many units it has.
  ///   - readableCount: How many lie in memory from its start on: `count` at least.
  ///   - output: Where there is room for two bytes a unit and 16 more.
  /// - Returns: How many units were written, and how many bytes.
  public static func copyShort(
    _ units: UnsafePointer<UInt16>, count: Int, readableCount: Int,
    to output: UnsafeMutablePointer<UInt8>
  ) -> (unitCount: Int, byteCount: Int) {
    var written = 0
    let taken = ia_units_copy_short(units, count, readableCount, output, &written)
    return (taken, written)
  }

  /// Whether all units are printable ASCII.
  public static func arePrintable(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    units.baseAddress.map { ia_units_printable($0, units.count) == units.count } ?? true
  }

  /// How many units at the start are what formats of text hold as it is: printable ASCII, or from
  /// U+00A0 on and below the surrogates, and other than one.
  public static func ordinaryCount(
    _ units: UnsafeBufferPointer<UInt16>, from start: Int, without other: UInt16 = 0
  ) -> Int {
    units.baseAddress.map { ia_units_ordinary($0 + start, units.count - start, other) } ?? 0
  }

  /// The index of a unit at or after one; the limit where it is not before that.
  public static func index(
    of unit: UInt16, in units: UnsafeBufferPointer<UInt16>, from start: Int, to limit: Int
  ) -> Int {
    units.baseAddress.map { start + ia_units_other($0 + start, limit - start, unit) } ?? limit
  }
}
