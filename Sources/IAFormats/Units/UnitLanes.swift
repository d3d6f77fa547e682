/// Four UTF-16 units in one word, or eight bytes, on machines whose words start with the low byte.
///
/// Plain arithmetic on words: vectors of sixteen units were measured to be several times slower, for
/// their comparisons and `any` are taken apart for the baseline of x86-64.
public enum UnitLanes {
  /// 1 in each of four units.
  @inlinable @inline(__always) public static var ones: UInt64 { 0x0001_0001_0001_0001 }
  /// The highest bit of each of four units.
  @inlinable @inline(__always) public static var tops: UInt64 { 0x8000_8000_8000_8000 }
  /// 1 in each of eight bytes.
  @inlinable @inline(__always) public static var byteOnes: UInt64 { 0x0101_0101_0101_0101 }
  /// The highest bit of each of eight bytes.
  @inlinable @inline(__always) public static var byteTops: UInt64 { 0x8080_8080_8080_8080 }

  /// Puts spaces in place of all units of two words but the first, of which there are 1…7.
  @inlinable @inline(__always)
  public static func keep(_ count: Int, of first: inout UInt64, _ second: inout UInt64) {
    let spaces = 0x20 &* ones
    if count < 4 {
      let kept = (1 << UInt64(16 * count)) &- 1 as UInt64
      first = (first & kept) | (spaces & ~kept)
      second = spaces
    } else {
      let kept = (1 << UInt64(16 * (count - 4))) &- 1 as UInt64
      second = (second & kept) | (spaces & ~kept)
    }
  }

  /// Whether all four are ASCII.
  @inlinable @inline(__always)
  public static func areASCII(_ units: UInt64) -> Bool { units & (0xFF80 &* ones) == 0 }

  /// Whether all eight of two words are printable ASCII.
  @inlinable @inline(__always)
  public static func arePrintable(_ first: UInt64, _ second: UInt64) -> Bool {
    guard areASCII(first | second) else { return false }
    let isDelete = ((first &+ ones) | (second &+ ones)) & (0x80 &* ones)
    let isPrintable = ((first | tops) &- (0x20 &* ones)) & ((second | tops) &- (0x20 &* ones))
    return isDelete == 0 && isPrintable & tops == tops
  }

  /// Whether all eight of two words are below U+0590, where the scripts that run from right to left
  /// begin.
  @inlinable @inline(__always)
  public static func areBelowHebrew(_ first: UInt64, _ second: UInt64) -> Bool {
    let units = first | second
    if areASCII(units) { return true }
    let distance = (0x8000 - 0x590) &* ones
    let sums = ((first & ~tops) &+ distance) | ((second & ~tops) &+ distance)
    return (sums | units) & tops == 0
  }

  /// The low bytes of the four, in order.
  @inlinable @inline(__always)
  public static func narrowed(_ units: UInt64) -> UInt64 {
    let pairs = (units | units &>> 8) & 0x0000_FFFF_0000_FFFF
    return (pairs | pairs &>> 16) & 0xFFFF_FFFF
  }
}
