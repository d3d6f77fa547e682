/// A folder that one run writes its documents into.
///
/// While the object lives, the folder is locked against other runs; the lock ends with the process
/// at the latest and leaves no file behind.
public final class OutputFolder {
  /// The path as it was given.
  public let path: String
  private let folder: OpenFile
  private let isNew: Bool

  /// Opens a folder, and makes it where there is none.
  ///
  /// - Throws: `FileError` where it cannot be made, is no folder, may not be written to, or another
  ///   run has it.
  public init(path: String) throws(FileError) {
    self.path = path
    do throws(SystemCalls.Failure) {
      isNew = try SystemCalls.makeFolder(path)
    } catch {
      throw FileError(.create, .system(error.number), path: path)
    }
    do {
      folder = try OpenFile(folder: path)
    } catch {
      throw FileError(.create, error.reason, path: path)
    }
    do throws(SystemCalls.Failure) {
      try SystemCalls.checkWritable(path)
      try SystemCalls.lock(folder.descriptor)
    } catch {
      let isTaken = error.number == SystemCalls.wouldBlock
      throw FileError(.create, isTaken ? .locked : .system(error.number), path: path)
    }
  }

  /// Removes the folder again where this object made it and nothing is in it.
  public func removeIfUnused() {
    if isNew { try? SystemCalls.removeFolder(path) }
  }

  /// Whether a path leads to a folder.
  public static func isFolder(_ path: String) -> Bool {
    (try? SystemCalls.status(at: path))?.kind == .folder
  }
}

/// What makes a file the same file under several names.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Finds out what a path leads to; nil where there is nothing.
  public init?(path: String) {
    guard let status = try? SystemCalls.status(at: path) else { return nil }
    device = status.device
    inode = status.inode
  }
}
