/// Four UTF-16 units in one word, on machines whose words start with the low byte.
///
/// Plain arithmetic on words: vectors of sixteen units were measured to be several times slower, for
/// their comparisons and `any` are taken apart for the baseline of x86-64.
enum UnitLanes {
  private static let ones: UInt64 = 0x0001_0001_0001_0001
  private static let tops: UInt64 = 0x8000_8000_8000_8000

  /// Whether all four are printable ASCII other than `&`, `<` and `>`.
  @inline(__always)
  static func arePlain(_ units: UInt64) -> Bool {
    let isHigh = units & (0xFF80 &* ones)
    // From here on lanes are below 0x80, so that nothing is carried from one to the next.
    let isDelete = (units &+ ones) & (0x80 &* ones)
    let isPrintable = (units | tops) &- (0x20 &* ones)
    let isNotAmpersand = ((units ^ (0x26 &* ones)) | tops) &- ones
    // `<` and `>` differ in one bit.
    let isNotAngle = (((units & ~(2 &* ones)) ^ (0x3C &* ones)) | tops) &- ones
    return (isHigh | isDelete) == 0
      && isPrintable & isNotAmpersand & isNotAngle & tops == tops
  }

  /// Whether all four are below U+0590, where the scripts that run from right to left begin.
  @inline(__always)
  static func areBelowHebrew(_ units: UInt64) -> Bool {
    let sums = (units & ~tops) &+ ((0x8000 - 0x590) &* ones)
    return (sums | units) & tops == 0
  }

  /// The low bytes of the four, in order.
  @inline(__always)
  static func narrowed(_ units: UInt64) -> UInt64 {
    let pairs = (units | units &>> 8) & 0x0000_FFFF_0000_FFFF
    return (pairs | pairs &>> 16) & 0xFFFF_FFFF
  }
}
