/// The check of a file's content during reading, from the strongest to the weakest.
public enum ContentCheck: String, Hashable, Sendable, CaseIterable {
  /// The content matches a cryptographic hash.
  case hash
  /// The content matches a checksum, which detects accidental damage.
  case checksum
  /// The file could be read; the archive contains no checksum of the content.
  case structure = "structure only"
  /// The file was not read.
  case notRead = "not read"
}
