/// An archive whose additions are kept in memory until they are complete.
///
/// A small addition is written to the archive as a whole, so that space that its writer reserves is not written twice,
/// or a merge replaces it before it is written. An addition that is larger than `maximumByteCount` is written as it
/// arrives.
package final class AdditionStorage: ArchiveStorage {
  /// The maximum size in bytes of an addition that is kept in memory.
  static let maximumByteCount = 4 << 20

  /// The archive.
  let archive: any ArchiveStorage
  /// The size of the archive without the addition, in bytes.
  private(set) var start: Int
  /// Whether the addition is in memory only.
  private(set) var isPending = true
  /// The bytes of the addition.
  private var bytes: [UInt8] = []
  /// The sizes of the addition at which its writer called `synchronize`.
  private var stops: [Int] = []

  /// Creates a storage for an addition to an archive, and completes an unfinished merge of it.
  ///
  /// - Throws: The archive's errors.
  package init(_ archive: any ArchiveStorage) throws {
    try TailReplacement.finish(in: archive)
    self.archive = archive
    start = try archive.byteCount()
  }

  /// Changes the archive itself before anything is added.
  ///
  /// The change remains if the addition is cancelled.
  func changeArchive(_ body: (any ArchiveStorage) throws -> Bool) throws -> Bool {
    precondition(isPending && bytes.isEmpty, "an addition has begun")
    let result = try body(archive)
    start = try archive.byteCount()
    return result
  }

  package func byteCount() throws -> Int {
    isPending ? start + bytes.count : try archive.byteCount()
  }

  package func read(_ count: Int, at offset: Int) throws -> [UInt8] {
    let end = offset + max(count, 0)
    guard isPending, end > start else { return try archive.read(count, at: offset) }
    let front = offset < start ? try archive.read(start - offset, at: offset) : []
    let lower = min(max(offset - start, 0), bytes.count)
    return front + bytes[lower..<max(lower, min(end - start, bytes.count))]
  }

  package func write(_ new: [UInt8], at offset: Int) throws {
    if isPending, offset < start || offset - start + new.count > Self.maximumByteCount {
      try commit()
    }
    guard isPending else { return try archive.write(new, at: offset) }
    let place = offset - start
    precondition(place <= bytes.count, "a hole before offset \(offset)")
    bytes.replaceSubrange(place..<min(place + new.count, bytes.count), with: new)
  }

  package func truncate(to byteCount: Int) throws {
    guard isPending, byteCount >= start else {
      if isPending { discard() }
      try archive.truncate(to: byteCount)
      start = try archive.byteCount()
      return
    }
    bytes.removeSubrange(min(byteCount - start, bytes.count)...)
    stops.removeAll { $0 > bytes.count }
  }

  package func synchronize() throws {
    guard isPending else { return try archive.synchronize() }
    stops.append(bytes.count)
  }

  /// Writes the addition to the archive, and synchronises the archive at the same sizes as its writer did.
  ///
  /// Later additions are written as they arrive.
  ///
  /// - Throws: The archive's errors; the bytes written so far are then removed.
  package func commit() throws {
    guard isPending else { return }
    isPending = false
    do {
      var written = 0
      for stop in stops {
        if stop > written { try archive.write(Array(bytes[written..<stop]), at: start + written) }
        written = max(written, stop)
        try archive.synchronize()
      }
      if written < bytes.count {
        try archive.write(Array(bytes[written...]), at: start + written)
      }
    } catch {
      try? archive.truncate(to: start)
      throw error
    }
    discard()
  }

  /// Removes the addition from memory.
  func discard() {
    bytes = []
    stops = []
  }
}
