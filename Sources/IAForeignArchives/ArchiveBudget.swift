/// The limits of decompressing an archive.
///
/// An error of a limit contains the name of the limit. `Limits.inputBytes` limits the size of each file.
public struct ArchiveBudget: Hashable, Sendable {
  /// The maximum total size of all files in bytes, including files that are skipped.
  public var totalBytes: Int
  /// The maximum ratio of the total size of all files to the size of the archive.
  ///
  /// It applies only above `freeBytes`.
  public var ratio: Int
  /// The total size, in bytes, up to which the ratio does not apply.
  public var freeBytes: Int
  /// The maximum number of entries.
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

  /// The default limits, which are suitable for untrusted archives.
  public static let standard = ArchiveBudget()

  /// Returns the maximum total size of the files of an archive in bytes, given the size of the archive.
  func outputBytes(for archiveBytes: Int) -> Int {
    let (product, overflow) = max(archiveBytes, 1).multipliedReportingOverflow(by: ratio)
    return min(totalBytes, max(freeBytes, overflow ? .max : product))
  }
}
