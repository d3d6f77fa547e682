#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A failed system call on the file of an archive.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the operation: `read`, `write`, `truncate`, `sync` or `size`.
  public let operation: String
  /// The error number of the system (`errno`).
  public let number: Int32

  /// Creates the error of a failed operation.
  public init(operation: String, number: Int32) {
    self.operation = operation
    self.number = number
  }

  /// One line: the operation and the system's message.
  public var description: String {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) }
    return "\(operation): \(words ?? "error \(number)")"
  }
}

/// An archive in a file, accessed through an open file descriptor.
///
/// The caller owns the descriptor, and opens, locks, renames and closes the file. The descriptor
/// must be of a regular file and open for reading; for writing, it must be open for both and
/// without `O_APPEND`.
public final class DescriptorStorage: ArchiveStorage {
  private let descriptor: Int32

  /// Creates a storage for an open descriptor, which must stay open while the storage is used.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Returns the size of the file in bytes.
  ///
  /// - Throws: `StorageError` with the operation `size`.
  public func byteCount() throws -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("size") }
    return Int(status.st_size)
  }

  /// Reads at most `count` bytes at an offset; returns fewer only at the end of the file.
  ///
  /// - Throws: `StorageError` with the operation `read`.
  public func read(_ count: Int, at offset: Int) throws -> [UInt8] {
    guard count > 0 else { return [] }
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = unsafe pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 || errno != EINTR {
          failed = got != 0
          break
        }
      }
    }
    guard !failed else { throw failure("read") }
    return bytes
  }

  /// Writes all bytes at an offset; a partial write is continued.
  ///
  /// - Throws: `StorageError` with the operation `write`.
  public func write(_ bytes: [UInt8], at offset: Int) throws {
    var written = 0
    while written < bytes.count {
      let put = unsafe bytes.withUnsafeBytes { raw in
        unsafe pwrite(
          descriptor, raw.baseAddress.map { unsafe $0 + written }, bytes.count - written,
          off_t(offset + written))
      }
      if put > 0 {
        written += put
      } else if put == 0 || errno != EINTR {
        throw failure("write")
      }
    }
  }

  /// Truncates the file.
  ///
  /// - Throws: `StorageError` with the operation `truncate`.
  public func truncate(to byteCount: Int) throws {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw failure("truncate") }
  }

  /// Waits until the file's data is on the disk (`fsync`).
  ///
  /// - Throws: `StorageError` with the operation `sync`.
  public func synchronize() throws {
    guard fsync(descriptor) == 0 else { throw failure("sync") }
  }

  private func failure(_ operation: String) -> StorageError {
    StorageError(operation: operation, number: errno)
  }
}
