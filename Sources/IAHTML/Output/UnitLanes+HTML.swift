internal import IAFormats

extension UnitLanes {
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
}
