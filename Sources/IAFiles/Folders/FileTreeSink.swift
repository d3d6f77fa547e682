/// A destination for the files of a tree: an archive, or a folder.
///
/// Only classes conform: a copy of a value would collect files that its owner never sees.
public protocol FileTreeSink: AnyObject {
  /// Adds a file under a relative path with slashes.
  func add(_ path: String, _ bytes: [UInt8]) throws

  /// Ends the tree; no file may be added afterwards.
  func finish() throws
}
