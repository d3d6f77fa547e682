/// A lock of a folder that states its use by this process; it ends with the process at the latest and needs no
/// file.
///
/// Several processes can have such a lock of the same folder.
package final class SharedFolderLock {
  private let folder: OpenFile

  /// Creates the lock of a folder; `nil` if the folder does not exist, or its file system has no locks.
  package init?(_ path: String) {
    guard let opened = try? OpenFile(folder: path) else { return nil }
    folder = opened
    guard (try? SystemCalls.lockShared(folder.descriptor)) != nil else { return nil }
  }

  deinit { SystemCalls.unlock(folder.descriptor) }
}
