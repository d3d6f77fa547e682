#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What went wrong between an archive and its file.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried: `read`, `write`, `truncate`, `sync`, `size`.
  public let operation: String
  /// The system's number of the error.
  public let number: Int32

  /// Records a failed call.
  public init(operation: String, number: Int32) {
    self.operation = operation
    self.number = number
  }

  /// One line: the operation and the system's words.
  public var description: String {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) }
    return "\(operation): \(words ?? "error \(number)")"
  }
}

/// An archive behind an open file descriptor.
///
/// The descriptor stays the caller's, who opens, locks, renames and closes it. It must be of a
/// regular file and open for reading; to write, for writing as well, without `O_APPEND`.
public final class DescriptorStorage: ArchiveStorage {
  private let descriptor: Int32

  /// Takes an open descriptor.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The size of the file.
  public func byteCount() throws -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("size") }
    return Int(status.st_size)
  }

  /// Reads bytes at an offset.
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

  /// Writes bytes at an offset.
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

  /// Cuts the file.
  public func truncate(to byteCount: Int) throws {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw failure("truncate") }
  }

  /// Brings the file to the disk.
  public func synchronize() throws {
    guard fsync(descriptor) == 0 else { throw failure("sync") }
  }

  private func failure(_ operation: String) -> StorageError {
    StorageError(operation: operation, number: errno)
  }
}
