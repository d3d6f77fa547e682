/// How much an archive may unfold to before it is refused.
///
/// Each bound has a name that appears in the error. What one file may have is `Limits.inputBytes`.
public struct ArchiveBudget: Hashable, Sendable {
  /// The bytes of all files together, those that are skipped included.
  public var totalBytes: Int
  /// How many times the archive's own size its files may have, once they are over `freeBytes`.
  public var ratio: Int
  /// The bytes for which the ratio does not count.
  public var freeBytes: Int
  /// The number of entries.
  public var entries: Int
  /// How deep archives in archives are opened; 1 opens the outermost alone.
  public var nesting: Int

  /// Makes bounds from the defaults, each of which can be replaced.
  public init(
    totalBytes: Int = 64 << 30, ratio: Int = 200, freeBytes: Int = 16 << 20,
    entries: Int = 1_000_000, nesting: Int = 2
  ) {
    self.totalBytes = totalBytes
    self.ratio = ratio
    self.freeBytes = freeBytes
    self.entries = entries
    self.nesting = nesting
  }

  /// The defaults, meant for untrusted archives.
  public static let standard = ArchiveBudget()

  /// The bytes that all files of an archive of a size may have.
  func outputBytes(for archiveBytes: Int) -> Int {
    let (product, overflow) = max(archiveBytes, 1).multipliedReportingOverflow(by: ratio)
    return min(totalBytes, max(freeBytes, overflow ? .max : product))
  }
}
