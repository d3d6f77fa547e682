internal import IAZip

/// The work that a scan of a damaged file may take, in proportion to the size of the file.
///
/// Members of an archive do not overlap. A forged file can have a header every hundred bytes, each of a
/// member that extends to the end of the file. Without a budget, the time to read these members would
/// grow with the square of the size.
struct SalvageBudget {
  private let byteCount: Int
  private var remaining: Int

  /// The size of decompressed content with the same cost as one stored byte.
  private static let contentPerByte = 64
  /// The cost that is allowed for each byte of the file: twice the cost of members with the highest ratio, because a
  /// damaged attachment or original file may contain an archive.
  private static let costPerByte = 2 * (1 + Deflate.maximumRatio / contentPerByte)
  /// The cost that is allowed in addition for any file.
  private static let freeCost = 4 << 20

  /// Creates the budget for a file.
  init(byteCount: Int) {
    self.byteCount = byteCount
    remaining = Self.costPerByte * byteCount + Self.freeCost
  }

  /// Counts the reading of a member; returns `false` if it exceeds the budget.
  mutating func spend(_ member: ZipMember) -> Bool {
    spend(
      member.storedByteCount, at: member.contentOffset, contentByteCount: member.contentByteCount)
  }

  /// Counts the reading of a part of the file; returns `false` if it exceeds the budget.
  ///
  /// - Parameters:
  ///   - storedByteCount: The size of the part; the file may end before.
  ///   - offset: The offset of the part.
  ///   - contentByteCount: The size of its decompressed content, as the file states it.
  mutating func spend(
    _ storedByteCount: Int, at offset: Int, contentByteCount: Int = 0
  ) -> Bool {
    let stored = max(0, min(storedByteCount, byteCount - offset))
    let content = min(contentByteCount, Deflate.maximumRatio * stored)
    let cost = max(stored, content / Self.contentPerByte)
    guard cost <= remaining else { return false }
    remaining -= cost
    return true
  }
}
