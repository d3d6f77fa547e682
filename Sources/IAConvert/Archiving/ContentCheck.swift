/// How the content of a file was checked when it was read, from the strongest to the weakest.
public enum ContentCheck: String, Hashable, Sendable, CaseIterable {
  /// Against a cryptographic hash.
  case hash
  /// Against a checksum, which finds accidental damage.
  case checksum
  /// Only that it could be read: nothing in the archive proves the content.
  case structure = "structure only"
  /// It was not read.
  case notRead = "not read"
}
