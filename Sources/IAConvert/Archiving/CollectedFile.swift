public import IAFormats

/// A file that was found in a folder, an archive or a bag, or named by itself.
public struct CollectedFile: Sendable {
  /// Its path below what it was found in, parts separated by slashes.
  public let path: String
  /// What messages call it: the archive or folder, and the path in it.
  public let label: String
  /// Its bytes.
  public let source: any DocumentSource
  /// What reading it proves.
  public let check: ContentCheck

  init(
    path: String, label: String, source: any DocumentSource, check: ContentCheck = .structure
  ) {
    self.path = path
    self.label = label
    self.source = source
    self.check = check
  }
}
