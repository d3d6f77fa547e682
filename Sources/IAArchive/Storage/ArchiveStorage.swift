/// Bytes of an archive that can be read at any offset.
///
/// Readers ask for small ranges; memory holds about one block and the indexes. A file is not mapped
/// into memory, so that a file that is truncated while it is read causes an error and not a signal.
public protocol ArchiveSource: AnyObject {
  /// Returns the current number of bytes.
  ///
  /// - Throws: The storage's error, for example `StorageError`.
  func byteCount() throws -> Int

  /// Reads bytes at an offset.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - offset: The offset of the first byte.
  /// - Returns: `count` bytes; fewer only if the source ends before.
  /// - Throws: The storage's error, for example `StorageError`.
  func read(_ count: Int, at offset: Int) throws -> [UInt8]
}

/// Bytes of an archive that can be read and written at any offset.
///
/// A writer writes only after the bytes that were there when it was created. It never changes a
/// finished generation.
public protocol ArchiveStorage: ArchiveSource {
  /// Writes bytes at an offset from 0 to the current number of bytes; bytes that are there are
  /// replaced.
  ///
  /// - Throws: The storage's error, for example `StorageError`.
  func write(_ bytes: [UInt8], at offset: Int) throws

  /// Removes all bytes from an offset on.
  ///
  /// - Throws: The storage's error, for example `StorageError`.
  func truncate(to byteCount: Int) throws

  /// Waits until everything written has reached the disk.
  ///
  /// - Throws: The storage's error, for example `StorageError`.
  func synchronize() throws
}

/// An archive in memory, for tests and for small archives that are sent as messages.
public final class MemoryStorage: ArchiveStorage {
  /// The bytes of the archive.
  public var bytes: [UInt8]

  /// Creates a storage with bytes.
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Returns the current number of bytes.
  public func byteCount() -> Int { bytes.count }

  /// Reads at most `count` bytes at an offset; returns fewer if the storage ends before.
  public func read(_ count: Int, at offset: Int) -> [UInt8] {
    let start = min(max(offset, 0), bytes.count)
    return Array(bytes[start..<start + min(max(count, 0), bytes.count - start)])
  }

  /// Writes bytes at an offset; bytes that are there are replaced.
  ///
  /// - Precondition: `offset` is in 0…`byteCount()`.
  public func write(_ bytes: [UInt8], at offset: Int) {
    precondition(0...self.bytes.count ~= offset, "a hole before offset \(offset)")
    let end = min(offset + bytes.count, self.bytes.count)
    self.bytes.replaceSubrange(offset..<end, with: bytes)
  }

  /// Removes all bytes from an offset on.
  public func truncate(to byteCount: Int) {
    bytes.removeSubrange(min(byteCount, bytes.count)...)
  }

  /// Completes at once, because the bytes are only in memory.
  public func synchronize() {}
}
