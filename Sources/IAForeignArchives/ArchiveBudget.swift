/// The limits of decompressing an archive.
///
/// Each limit has a name that appears in the error. The limit of one file is `Limits.inputBytes`.
public struct ArchiveBudget: Hashable, Sendable {
  /// The bytes of all files together, those that are skipped included.
  public var totalBytes: Int
  /// The maximum ratio of the size of all files to the size of the archive, above `freeBytes`.
  public var ratio: Int
  /// The total size, in bytes, up to which the ratio does not apply.
  public var freeBytes: Int
  /// The number of entries.
  public var entries: Int
  /// The maximum nesting depth of archives in archives; 1 opens only the outermost archive.
  public var nesting: Int

  /// Creates limits; omitted arguments have their default values.
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

  /// Returns the maximum size, in bytes, of all files of an archive of a size.
  func outputBytes(for archiveBytes: Int) -> Int {
    let (product, overflow) = max(archiveBytes, 1).multipliedReportingOverflow(by: ratio)
    return min(totalBytes, max(freeBytes, overflow ? .max : product))
  }
}
