/// Where files of a tree go: an archive, or a folder.
public protocol FileTreeSink {
  /// Adds a file under a relative path with slashes.
  mutating func add(_ path: String, _ bytes: [UInt8]) throws

  /// Ends the tree; nothing may be added after.
  mutating func finish() throws
}
