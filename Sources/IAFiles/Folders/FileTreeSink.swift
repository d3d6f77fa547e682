/// A destination for the files of a tree: an archive, or a folder.
///
/// Only classes conform, so that all users of a tree share one object.
public protocol FileTreeSink: AnyObject {
  /// Adds a file at a relative path with slashes.
  ///
  /// - Throws: The errors of the destination, for example `FileError`.
  func add(_ path: String, _ bytes: [UInt8]) throws

  /// Completes the tree; no file may be added afterwards.
  ///
  /// - Throws: The errors of the destination, for example `FileError`.
  func finish() throws
}
