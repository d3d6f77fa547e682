internal import IAArchive
internal import IAFiles

/// A file as the storage of an archive writer; all errors are `FileError` with the path.
final class FileStorage: ArchiveStorage {
  private let file: UpdatedFile

  /// Creates the storage for an open file, which the caller commits.
  init(_ file: UpdatedFile) { self.file = file }

  func byteCount() throws -> Int { try file.byteCount() }

  func read(_ count: Int, at offset: Int) throws -> [UInt8] {
    try file.read(count, at: offset)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws { try file.write(bytes, at: offset) }

  func truncate(to byteCount: Int) throws { try file.truncate(to: byteCount) }

  func synchronize() throws { try file.synchronize() }
}
