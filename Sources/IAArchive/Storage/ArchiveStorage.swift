/// Bytes of an archive that can be read anywhere.
///
/// An archive never holds more of itself in memory than a block and an index, so it asks for small
/// stretches. A file is not mapped: one that shrinks while it is read makes an error, not a crash.
public protocol ArchiveSource: AnyObject {
  /// How many bytes there are now.
  func byteCount() throws -> Int

  /// Reads bytes at an offset: as many as asked for, fewer only at the end.
  ///
  /// - Parameters:
  ///   - count: How many bytes at most.
  ///   - offset: The offset of the first, in bytes.
  /// - Throws: What the storage says, such as `StorageError`.
  func read(_ count: Int, at offset: Int) throws -> [UInt8]
}

/// Bytes of an archive that can be read and written anywhere.
///
/// Writing happens behind the last byte of what was there, and inside what was just written there:
/// a generation that was finished is never changed.
public protocol ArchiveStorage: ArchiveSource {
  /// Writes bytes at an offset, which is at most the number of bytes there are.
  func write(_ bytes: [UInt8], at offset: Int) throws

  /// Forgets all bytes from an offset on.
  func truncate(to byteCount: Int) throws

  /// Returns when all that was written has reached the disk.
  func synchronize() throws
}

/// An archive in memory: for tests, and for small ones that travel.
public final class MemoryStorage: ArchiveStorage {
  /// All bytes.
  public var bytes: [UInt8]

  /// Starts with bytes.
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// How many bytes there are.
  public func byteCount() -> Int { bytes.count }

  /// Reads bytes at an offset.
  public func read(_ count: Int, at offset: Int) -> [UInt8] {
    let start = min(max(offset, 0), bytes.count)
    return Array(bytes[start..<start + min(max(count, 0), bytes.count - start)])
  }

  /// Writes bytes at an offset.
  ///
  /// - Precondition: `offset` is at most the number of bytes.
  public func write(_ bytes: [UInt8], at offset: Int) {
    precondition(0...self.bytes.count ~= offset, "a hole before offset \(offset)")
    let end = min(offset + bytes.count, self.bytes.count)
    self.bytes.replaceSubrange(offset..<end, with: bytes)
  }

  /// Forgets all bytes from an offset on.
  public func truncate(to byteCount: Int) {
    bytes.removeSubrange(min(byteCount, bytes.count)...)
  }

  /// Does nothing: memory is where the bytes live.
  public func synchronize() {}
}
