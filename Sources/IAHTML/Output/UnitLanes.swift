/// Four UTF-16 units in one word, on machines whose words start with the low byte.
///
/// Plain arithmetic on words: vectors of sixteen units were measured to be several times slower, for
/// their comparisons and `any` are taken apart for the baseline of x86-64.
enum UnitLanes {
  private static let ones: UInt64 = 0x0001_0001_0001_0001
  private static let tops: UInt64 = 0x8000_8000_8000_8000

  private static let byteOnes: UInt64 = 0x0101_0101_0101_0101
  private static let byteTops: UInt64 = 0x8080_8080_8080_8080

  /// Puts spaces in place of all units of two words but the first, of which there are 1…7.
  @inline(__always)
  static func keep(_ count: Int, of first: inout UInt64, _ second: inout UInt64) {
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
  @inline(__always)
  static func areBytes(_ units: UInt64) -> Bool { units & (0xFF80 &* ones) == 0 }

  /// Whether eight bytes, all of them ASCII, are printable and other than `&`, `<` and `>`.
  @inline(__always)
  static func arePlain(bytes: UInt64) -> Bool {
    // Lanes are below 0x80, so that nothing is carried or borrowed from one to the next.
    let isDelete = (bytes &+ byteOnes) & byteTops
    let isPrintable = (bytes | byteTops) &- (0x20 &* byteOnes)
    let isNotAmpersand = ((bytes ^ (0x26 &* byteOnes)) | byteTops) &- byteOnes
    // `<` and `>` differ in one bit.
    let isNotAngle = (((bytes & ~(2 &* byteOnes)) ^ (0x3C &* byteOnes)) | byteTops) &- byteOnes
    return isDelete == 0 && isPrintable & isNotAmpersand & isNotAngle & byteTops == byteTops
  }

  /// Whether all eight of two words are printable ASCII.
  @inline(__always)
  static func arePrintable(_ first: UInt64, _ second: UInt64) -> Bool {
    guard areBytes(first | second) else { return false }
    let isDelete = ((first &+ ones) | (second &+ ones)) & (0x80 &* ones)
    let isPrintable = ((first | tops) &- (0x20 &* ones)) & ((second | tops) &- (0x20 &* ones))
    return isDelete == 0 && isPrintable & tops == tops
  }

  /// Whether all eight of two words are below U+0590, where the scripts that run from right to left
  /// begin.
  @inline(__always)
  static func areBelowHebrew(_ first: UInt64, _ second: UInt64) -> Bool {
    let units = first | second
    if areBytes(units) { return true }
    let distance = (0x8000 - 0x590) &* ones
    let sums = ((first & ~tops) &+ distance) | ((second & ~tops) &+ distance)
    return (sums | units) & tops == 0
  }

  /// The low bytes of the four, in order.
  @inline(__always)
  static func narrowed(_ units: UInt64) -> UInt64 {
    let pairs = (units | units &>> 8) & 0x0000_FFFF_0000_FFFF
    return (pairs | pairs &>> 16) & 0xFFFF_FFFF
  }
}
