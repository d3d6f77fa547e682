internal import IAFormats

extension UnitLanes {
  /// Whether eight bytes, all of them ASCII, are printable, below `{` and no backslash.
  @inline(__always)
  static func arePlain(bytes: UInt64) -> Bool {
    // Lanes are below 0x80, so that nothing is carried or borrowed from one to the next.
    let isBrace = (bytes &+ (5 &* byteOnes)) & byteTops
    let isPrintable = (bytes | byteTops) &- (0x20 &* byteOnes)
    let isNotBackslash = ((bytes ^ (0x5C &* byteOnes)) | byteTops) &- byteOnes
    return isBrace == 0 && isPrintable & isNotBackslash & byteTops == byteTops
  }

  /// Whether none of the four is U+000A.
  @inline(__always)
  static func haveNoLineFeed(_ units: UInt64) -> Bool {
    let difference = units ^ (0x0A &* ones)
    return (difference &- ones) & ~difference & tops == 0
  }

  /// The index of the first U+000A at or after one; the limit where there is none before it.
  static func lineFeed(
    in units: UnsafeBufferPointer<UInt16>, from start: Int, to limit: Int
  ) -> Int {
    guard let base = units.baseAddress else { return limit }
    let input = UnsafeRawPointer(base)
    var at = start
    while at + 4 <= limit,
      haveNoLineFeed(input.loadUnaligned(fromByteOffset: at * 2, as: UInt64.self))
    {
      at += 4
    }
    while at < limit, units[at] != 0x0A { at += 1 }
    return at
  }
}
