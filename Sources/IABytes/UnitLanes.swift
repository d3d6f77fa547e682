/// Arithmetic on four UTF-16 units, or eight bytes, in one little-endian word.
///
/// Vectors of sixteen units were several times slower, because the x86-64 baseline has no
/// instructions for their comparisons and `any`. `UnitLoops` contains the loops that use other
/// instructions.
public enum UnitLanes {
  /// 1 in each of four units.
  @inlinable @inline(__always) public static var ones: UInt64 { 0x0001_0001_0001_0001 }
  /// The highest bit of each of four units.
  @inlinable @inline(__always) static var tops: UInt64 { 0x8000_8000_8000_8000 }
  /// 1 in each of eight bytes.
  @inlinable @inline(__always) public static var byteOnes: UInt64 { 0x0101_0101_0101_0101 }
  /// The highest bit of each of eight bytes.
  @inlinable @inline(__always) public static var byteTops: UInt64 { 0x8080_8080_8080_8080 }

  /// Returns whether all four units are ASCII.
  @inlinable @inline(__always)
  static func areASCII(_ units: UInt64) -> Bool { units & (0xFF80 &* ones) == 0 }

  /// Returns whether all eight units of two words are below U+0590, where right-to-left scripts
  /// begin.
  @inlinable @inline(__always)
  public static func areBelowHebrew(_ first: UInt64, _ second: UInt64) -> Bool {
    let units = first | second
    if areASCII(units) { return true }
    let distance = (0x8000 - 0x590) &* ones
    let sums = ((first & ~tops) &+ distance) | ((second & ~tops) &+ distance)
    return (sums | units) & tops == 0
  }

  /// Returns the four low bytes as units, in order; the other bytes are ignored.
  @inlinable @inline(__always)
  public static func widened(_ bytes: UInt64) -> UInt64 {
    let low = bytes & 0xFFFF_FFFF
    let pairs = (low | low &<< 16) & 0x0000_FFFF_0000_FFFF
    return (pairs | pairs &<< 8) & 0x00FF_00FF_00FF_00FF
  }
}
