internal import IABytes
internal import IAFiles

/// Reads the lines of a journal.
///
/// A last line that is torn or damaged is dropped: it was being written when the process or the
/// system stopped. Damage anywhere else is an error.
package struct JournalReader {
  /// Returns at most `count` bytes from an offset on.
  private let read: (_ offset: Int, _ count: Int) throws -> [UInt8]
  private let byteCount: Int
  private var buffer: [UInt8] = []
  private var bufferOffset = 0
  private var position = 0
  /// The number of bytes from `position` on that were searched and contain no line feed.
  private var searched = 0
  private var isFirst = true

  /// The offset after the last line that is complete and correct.
  package private(set) var validByteCount = 0

  /// Creates a reader of bytes.
  package init(_ bytes: [UInt8]) {
    byteCount = bytes.count
    read = { offset, count in Array(bytes[min(offset, bytes.count)...].prefix(count)) }
  }

  /// Creates a reader of a file.
  ///
  /// - Parameter start: The offset of the first line; lines before it were read already.
  init(_ file: RandomAccessFile, from start: Int = 0) {
    bufferOffset = start
    validByteCount = start
    isFirst = start == 0
    byteCount = file.byteCount
    read = { offset, count in
      try file.bytes(in: offset..<max(offset, min(offset + count, file.byteCount)))
    }
  }

  /// Returns the next line with its offset, or `nil` after the last.
  ///
  /// - Throws: `InputError` with `journal.damaged`, `journal.foreign` or `journal.version`, and
  ///   errors of reading.
  package mutating func next() throws -> (line: JournalLine, offset: Int)? {
    guard let (bytes, offset, isLast) = try nextBytes() else { return nil }
    do throws(InputError) {
      let line = try JournalLine(bytes, at: offset)
      if isFirst, case .document = line {
        throw InputError(.journalDamaged, at: offset, detail: "the start of a run is missing")
      }
      isFirst = false
      validByteCount = offset + bytes.count + 1
      return (line, offset)
    } catch {
      guard error.code == .journalDamaged else { throw error }
      if isFirst, !bytes.starts(with: Self.start) {
        throw InputError(.journalForeign, at: offset, detail: "not the journal of a batch")
      }
      guard isLast else { throw error }
      return nil
    }
  }

  private static let start = Array("{\"v\":".utf8)

  /// Returns the next line that ends with a line feed, and whether it is the last of the file.
  private mutating func nextBytes() throws -> (bytes: [UInt8], offset: Int, isLast: Bool)? {
    while true {
      if let end = buffer[(position + searched)...].firstIndex(of: 0x0A) {
        let line = Array(buffer[position..<end])
        let offset = bufferOffset + position
        position = end + 1
        searched = 0
        return (line, offset, bufferOffset + position == byteCount)
      }
      let rest = buffer.count - position
      searched = rest
      guard rest <= JournalLine.maximumByteCount else {
        if isFirst {
          throw InputError(.journalForeign, at: 0, detail: "not the journal of a batch")
        }
        throw InputError(
          .journalDamaged, at: bufferOffset + position, detail: "a line is too long")
      }
      buffer.removeSubrange(..<position)
      bufferOffset += position
      position = 0
      let more = try read(bufferOffset + rest, 1 << 16)
      guard !more.isEmpty else {
        if isFirst, rest > 0, !buffer.starts(with: Self.start.prefix(rest)) {
          throw InputError(.journalForeign, at: 0, detail: "not the journal of a batch")
        }
        return nil
      }
      buffer += more
    }
  }
}
